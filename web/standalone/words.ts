import ar from "../../words/ar.json";
import de from "../../words/de.json";
import es from "../../words/es.json";
import fr from "../../words/fr.json";
import he from "../../words/he.json";
import ja from "../../words/ja.json";
import ko from "../../words/ko.json";
import ptBR from "../../words/pt-BR.json";
import zhCN from "../../words/zh-CN.json";
import type { Catalogue } from "../../bridge/host/index.js";

/** The sentences of all languages: the page changes between them without a network too. */
export const words: { readonly [language: string]: Catalogue } = { ar, de, es, fr, he, ja, ko, "pt-BR": ptBR, "zh-CN": zhCN };
