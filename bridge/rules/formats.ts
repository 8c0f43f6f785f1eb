// The formats of texts and numbers, by the rules of the form, as in internal/schema and internal/validate. Each accepts only
// values that all common validators accept.

import { PATTERN_MAX_SOURCE } from "../message/names.js";
import { isPattern } from "./pattern.js";

// The unreserved characters and sub-delims of RFC 3986.
const FREE = "A-Za-z0-9._~!$&'()*+,;=\\-";
const HIERARCHICAL: readonly string[] = ["", "http", "https", "ws", "wss", "ftp"];

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)(?!.{255})${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
// Leap seconds are excluded, because the form cannot give them.
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Reports whether a value has a format. A value of another type has every format, and every value has an unknown format. */
export function isOfFormat(format: string, value: string | number): boolean {
  const isIt = typeof value === "number" ? NUMBERS.get(format)?.(value) : TEXTS.get(format)?.(value);
  return isIt ?? true;
}

/** Reports whether texts are checked against a format. */
export function isCheckedFormat(format: string): boolean {
  return TEXTS.has(format);
}

const NUMBERS = new Map<string, (number: number) => boolean>([
  ["int32", (number) => Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 31],
  ["int64", (number) => Number.isInteger(number)],
]);

const TEXTS = new Map<string, (text: string) => boolean>([
  ["email", (text) => EMAIL.test(text)],
  ["uri", (text) => readUri(text) > 0],
  ["uri-reference", (text) => readUri(text) >= 0],
  ["date", isDate],
  ["date-time", (text) => isDate(text.slice(0, 10)) && /^[Tt]$/.test(text.charAt(10)) && TIME.test(text.slice(11))],
  ["time", (text) => TIME.test(text)],
  ["ipv4", (text) => IPV4.test(text)],
  ["byte", (text) => text.length % 4 === 0 && BASE64.test(text)],
  ["uuid", (text) => UUID.test(text)],
  // Other languages write \Z for the end of the text.
  ["regex", (text) => text.length > PATTERN_MAX_SOURCE || (["u", ""].some((flags) => isPattern(text, flags)) && !text.includes("\\Z"))],
]);

// Reports whether the calendar has the day. Date reads 30 February as a day in March, and accepts the year 0.
function isDate(text: string): boolean {
  const day = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`).getTime() : Number.NaN;
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text);
}

// Splits an address, and its authority, only by their separators.
const ADDRESS = /^(?:([^:/?#]*):(?=[^?#]))?(?:\/\/([^/?#]*)(?:\/|(?=[?#]|$)))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;
const SITE = /^(?:([^@]*)@)?(?:\[([^\]]*)\]|([^:\]]*))(?::(\d*))?$/;

// Returns 1 for a URI of RFC 3986, 0 for a relative reference, and -1 for other texts.
function readUri(text: string): 1 | 0 | -1 {
  const [whole, scheme, site, path = "", query = "", fragment = ""] = ADDRESS.exec(text) ?? [];
  const fits = (scheme === undefined ? !/^[^/]*:/.test(path) || site !== undefined : /^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme))
    && escaped(path, ":@/") && escaped(query, ":@/?") && escaped(fragment, ":@/?") && (site === undefined || isSite(scheme ?? "", site));
  return whole === undefined || !fits ? -1 : scheme === undefined ? 0 : 1;
}

// Matches unreserved characters, the extra characters, and a % only before two hexadecimal digits.
function escaped(text: string, more: string): boolean {
  const allowed = new RegExp(`^[${FREE}${more}%]*$`);
  return allowed.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text);
}

function isSite(scheme: string, site: string): boolean {
  const [whole, user = "", address, host = "", port] = SITE.exec(site) ?? [];
  if (whole === undefined || !escaped(user, ":") || !new RegExp(`^[${FREE}]*$`).test(host) || Number(port ?? 0) > 65535) {
    return false;
  }
  if (address !== undefined) {
    return /^[0-9a-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
  }
  return host !== "" || (port === undefined && !HIERARCHICAL.includes(scheme.toLowerCase()));
}
