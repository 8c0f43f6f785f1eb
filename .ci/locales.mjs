#!/usr/bin/env node
// Records what Node's Intl says about locales, by the code that asks the browser's Intl. Native
// tests read the record. Package localetest lists the locales.
import { readFileSync, writeFileSync } from "node:fs";
import { transformSync } from "esbuild";

const root = new URL("../", import.meta.url);
const { code } = transformSync(readFileSync(new URL("bridge/frame/intl.ts", root), "utf8"), { loader: "ts" });
const { localeFacts } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const tags = `ar ar-EG ar-LB ar-MA ar-SA bn ca cs da de de-AT de-CH el en en-CA en-GB en-IN en-US es es-419 es-MX eu fa fi fr fr-CA fr-CH he hi hr hu
  it ja ko lt lv mr my nl nl-BE pl pt pt-BR pt-PT ru sr-Latn sv sw th tr uk vi zh zh-CN zh-TW`.split(/\s+/);
writeFileSync(new URL("internal/answer/test/localetest/locales.json", root), `[\n${tags.map((tag) => localeFacts(tag, { calendar: true, times: false })).join(",\n")}\n]\n`);
