// The sentences of the shell. The bundler takes those that the program has, too, from the program's catalogues.

import { languageOf } from "../../bridge/message/language.js";
import ownWords from "./shell-words.json";

type CommonWord =
  | "loading" | "requestFrom" | "messageFrom" | "decline" | "cancel" | "declined" | "cancelled" | "withdrawn" | "expired" | "elsewhere"
  | "position" | "deadline" | "showAll" | "showLess";
type OwnWord = keyof (typeof ownWords)["en"];

type Languages<Word extends string> = { readonly [tag: string]: { readonly [word in Word]: string } };

/** {a} and {b} are the place among several requests, and {host} is the name of a chat that does not name its servers. */
export type ShellWords = { readonly [word in CommonWord | OwnWord | "lang"]: string } & { readonly dir: "ltr" | "rtl" };

declare const __COMMON_WORDS__: Languages<CommonWord>;

const own: Languages<OwnWord> = ownWords;
const RIGHT_TO_LEFT = ["ar", "he"];

/** Returns the words for a language tag, by the same rule as the program's catalogue; English for other languages. */
export function wordsFor(locale: unknown): ShellWords {
  const lang = languageOf(locale, Object.keys(own)) ?? "en";
  return { lang, dir: RIGHT_TO_LEFT.includes(lang) ? "rtl" : "ltr", ...__COMMON_WORDS__[lang]!, ...own[lang]! };
}
