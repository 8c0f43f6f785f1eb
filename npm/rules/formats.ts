// The formats that no field of a form has a control for, with the rules of the validator of the form.

import { isCheckedFormat, isOfFormat } from "../../bridge/rules/formats.js";

const HOST = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?$/i;
const POINTER = "(?:/(?:[^~/]|~[01])*)*";
const DATE = "(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?";
const NUMBER = "(?:0|[1-9]\\d*)";
const BUILD = "[\\dA-Za-z-]+";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][A-Za-z0-9-]*)";

// Each matches in linear time: no two repeated parts accept the same character, except those of a host, which is short.
const FORMATS = new Map<string, RegExp | ((text: string) => boolean)>([
  ["json-pointer", new RegExp(`^${POINTER}$`, "u")],
  ["relative-json-pointer", new RegExp(`^${NUMBER}(?:#|${POINTER})$`, "u")],
  ["duration", new RegExp(`^P(?:\\d+W|(?=.)${DATE}(?:T(?=.)(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?)?)$`)],
  ["ipv6", (text) => text.includes(":") && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)],
  ["hostname", (text) => text.replace(/\.$/, "").length <= 253 && HOST.test(text)],
  ["semver", new RegExp(`^${NUMBER}(?:\\.${NUMBER}){2}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`)],
  ["iri", (text) => /^[a-z][a-z\d+.-]*:/i.test(text) && isAddress(text)],
  ["iri-reference", (text) => !text.includes("\\") && isAddress(text)],
  ["uri-template", (text) => isAddress(text) && pathOf(text).split("/").every((part) => /^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(part))],
]);

// The validator reads addresses leniently: letters of all scripts and most signs may be in them.
function isAddress(text: string): boolean {
  // Only a query may have a % before other signs than two hexadecimal digits.
  return !/[\0-\x1f\x7f]|%(?![\da-f]{2})/i.test(text.replace(/\?[^#]*/, ""));
}

function pathOf(text: string): string {
  return text.replace(/[?#].*/s, "");
}

/** Reports whether a value has a format, as the validator of the form does. Every value has an unknown format. */
export function isOfKnownFormat(format: string, value: string | number): boolean {
  const check = FORMATS.get(format);
  if (!check || typeof value === "number") {
    return isOfFormat(format, value);
  }
  return typeof check === "function" ? check(value) : check.test(value);
}

/** Reports whether answers are checked against a format. */
export function isKnownFormat(format: string): boolean {
  return FORMATS.has(format) || isCheckedFormat(format);
}
