import { type Located, member, text } from "../located.js";
import { NEWER, OLDEST, type Row, type Subject } from "./advice.js";

const LONG_URL = 2000;

const SENSITIVE =
  /^(?:.*token|.*secret|password|pwd|api[_-]?key|auth|sig(?:nature)?|session(?:[_-]?id)?|jwt|e?mail|user(?:name)?|phone|name|ssn|code)$/i;

/** Advice on a request in URL mode. */
export const PAGE: readonly Row<Subject>[] = [
  ["url-mode", "note", ({ params }) => member(params, "mode"),
    "Only send it to a client that has declared elicitation.url: URL mode came with 2025-11-25.", { rejectedBy: OLDEST }],
  ["elicitation-id-type", "problem", ({ params }) => text(params, "elicitationId") === undefined && member(params, "elicitationId"),
    "Write the elicitationId as a string.", { rejectedBy: ["2025-11-25"] }],
  ["elicitation-id-gone", "note",
    ({ params, revisions }) => revisions.includes("2026-07-28") && text(params, "elicitationId") !== undefined &&
      member(params, "elicitationId"),
    "Revision 2026-07-28 has no elicitationId and no notice of completion: the client asks again with its next call.",
    { unknownTo: ["2026-07-28"] }],
  ["no-elicitation-id", ({ revisions }) => (revisions.includes("2026-07-28") ? "warning" : "problem"),
    ({ params, revisions }) => !member(params, "elicitationId") && revisions.includes("2025-11-25") && params,
    "Add an elicitationId for clients of 2025-11-25: they reject a request in URL mode without one. Only 2026-07-28 does without.",
    { rejectedBy: ["2025-11-25"] }],
  ["no-url", "problem", ({ params }) => text(params, "url") === undefined && (member(params, "url") ?? params),
    "Add the url: the address of the page, as a string.", { rejectedBy: NEWER }],
  ["unreadable-url", "problem", ({ params }) => text(params, "url") !== undefined && !urlOf(params) && member(params, "url"),
    "Write a full address with scheme and host, such as https://auth.example/connect: this one cannot be read."],
  ["bad-scheme", "problem", ({ params }) => !isWeb(urlOf(params) ?? new URL("https://a")) && member(params, "url"),
    ({ params }) => `Use https: a client must not open “${urlOf(params)?.protocol}”.`],
];

type Address = NonNullable<ReturnType<typeof readAddress>>;

/** Reads the address of a request; undefined unless it is an address of the web. */
export function readAddress({ params }: Subject) {
  const [at, raw, url] = [member(params, "url"), text(params, "url"), urlOf(params)];
  if (!at || raw === undefined || !url || !isWeb(url)) {
    return undefined;
  }
  const host = url.hostname;
  const isLoopback = host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
  const sensitive = [...url.searchParams.keys()].find((name) => SENSITIVE.test(name));
  return { at, raw, url, isLoopback, sensitive };
}

function urlOf(params: Located): URL | undefined {
  const raw = text(params, "url") ?? "";
  return URL.canParse(raw) ? new URL(raw) : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}

/** Advice on an address of the web. */
export const ADDRESS: readonly Row<Address>[] = [
  ["local-http", "note", ({ at, url, isLoopback }) => url.protocol === "http:" && isLoopback && at,
    "Use https for what others will use: http is fine on this machine only."],
  ["http", "warning", ({ at, url, isLoopback }) => url.protocol === "http:" && !isLoopback && at,
    "Use https: clients warn people about a page that is not encrypted."],
  ["credentials-in-url", "problem", ({ at, url }) => (url.username !== "" || url.password !== "") && at,
    "Remove the user name or password in front of the host: clients block such an address, because it can pose as another host."],
  ["unescaped-url", "warning", ({ at, raw }) => /[\s\\]|[^\u0021-\u007E]/.test(raw) && at,
    ({ url }) => "Write the address as browsers read it, without spaces, backslashes or letters that are not ASCII: " +
      url.href.slice(0, 200)],
  ["punycode", "warning", ({ at, url }) => /(?:^|\.)xn--/.test(url.hostname) && at,
    ({ url }) => `Use a host name in plain letters if you can: clients warn people about “${url.hostname}”, ` +
      "because such names are used to imitate others."],
  ["ip-address", "warning", ({ at, url, isLoopback }) => /^[\d.]+$|^\[/.test(url.hostname) && !isLoopback && at,
    "Use a host name: clients warn people about a bare IP address."],
  ["port", "note", ({ at, url, isLoopback }) => url.port !== "" && !isLoopback && at,
    ({ url }) => `Use the usual port if you can: clients point out port ${url.port}.`],
  ["long-url", "warning", ({ at, raw }) => raw.length > LONG_URL && at,
    ({ raw }) => `Shorten the address: people have to be shown all of its ${raw.length} characters before they agree.`],
  ["sensitive-parameter", "warning", ({ at, sensitive }) => sensitive !== undefined && at,
    ({ sensitive }) => `Keep “${sensitive}” out of the address if it says who the person is or lets others act for them: ` +
      "the specification forbids both. Let the page sign people in itself."],
];
