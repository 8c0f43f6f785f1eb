// The formats of texts and numbers, by the rules of the form: internal/schema and
// internal/check have the same in Go. Each accepts only what all common validators accept.

const LETTERS = "A-Za-z";
const ATOM = new RegExp(`^[${LETTERS}0-9!#$%&'*+/=?^_\`{|}~-]+$`);
const LABEL = new RegExp(`^[${LETTERS}0-9-]+$`);
// What RFC 3986 calls unreserved and sub-delims.
const FREE = `${LETTERS}0-9._~!$&'()*+,;=\\-`;
const HIERARCHICAL: readonly string[] = ["", "http", "https", "ws", "wss", "ftp"];

/** Whether a value is of a format. A value of another type is, and so is every value of a format that is not known. */
export function isOfFormat(format: string, value: string | number): boolean {
  if (typeof value === "number") {
    return !(Object.hasOwn(NUMBERS, format) && !NUMBERS[format]!(value));
  }
  return !(Object.hasOwn(TEXTS, format) && !TEXTS[format]!(value));
}

const NUMBERS: { [format: string]: (number: number) => boolean } = {
  int32: (number) => Number.isInteger(number) && number >= -(2 ** 31) && number < 2 ** 31,
  int64: (number) => Number.isInteger(number),
};

const TEXTS: { [format: string]: (text: string) => boolean } = {
  email: isEmail,
  uri: (text) => readUri(text) > 0,
  "uri-reference": (text) => readUri(text) >= 0,
  date: isDate,
  "date-time": (text) => isDate(text.slice(0, 10)) && /^[Tt]$/.test(text.charAt(10)) && isTime(text.slice(11)),
  time: isTime,
  ipv4: isIpv4,
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
};

function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 0 || text.length > 254 || at > 64) {
    return false;
  }
  const labels = text.slice(at + 1).split(".");
  const isLabel = (label: string): boolean => label.length <= 63 && LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-");
  return text.slice(0, at).split(".").every((atom) => ATOM.test(atom)) && labels.length > 1 && labels.every(isLabel);
}

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (!year || !month || !day || month > 12) {
    return false;
  }
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

// Without leap seconds, which the form cannot give.
function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  const tail = last?.includes(".") && text.endsWith(last) ? [last] : [];
  const plain = tail.length > 0 ? groups.slice(0, -1) : groups;
  const count = plain.length + 2 * tail.length;
  const fits = halves.length === 1 ? count === 8 : halves.length === 2 && count <= 7;
  return fits && plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && tail.every(isIpv4);
}

// The parts of an address, and of the site in it, by their separators alone.
const ADDRESS = /^(?:([^:/?#]*):(?=[^?#]))?(?:\/\/([^/?#]*)(?:\/|(?=[?#]|$)))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;
const SITE = /^(?:([^@]*)@)?(?:\[([^\]]*)\]|([^:\]]*))(?::(\d*))?$/;

// 1 for a URI of RFC 3986, 0 for a relative reference, -1 for neither.
function readUri(text: string): 1 | 0 | -1 {
  const [whole, scheme, site, path = "", query = "", fragment = ""] = ADDRESS.exec(text) ?? [];
  const fits = (scheme === undefined ? !/^[^/]*:/.test(path) || site !== undefined : /^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme))
    && escaped(path, ":@/") && escaped(query, ":@/?") && escaped(fragment, ":@/?") && (site === undefined || isSite(scheme ?? "", site));
  return whole === undefined || !fits ? -1 : scheme === undefined ? 0 : 1;
}

// Free characters, some more, and a % only before two hexadecimal digits.
function escaped(text: string, more: string): boolean {
  const allowed = new RegExp(`^[${FREE}${more}%]*$`);
  return allowed.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text);
}

function isSite(scheme: string, site: string): boolean {
  const [whole, user = "", address, host = "", port] = SITE.exec(site) ?? [];
  if (whole === undefined || !escaped(user, ":") || !new RegExp(`^[${FREE}]*$`).test(host) || Number(port ?? 0) > 65535) {
    return false;
  }
  return address === undefined ? host !== "" || (port === undefined && !HIERARCHICAL.includes(scheme.toLowerCase())) : isIpv6(address);
}
