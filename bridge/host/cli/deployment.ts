// Looks at a deployment as the frame will: its document, the policies that come with
// it, and the files that it loads.

import { type Asset, assetFindings } from "./asset.js";
import { MARK } from "./copy.js";
import { type Answer, ask, codings, unpack } from "./fetching.js";
import { advice, fault, type Finding, grouped, SIGN_IN, sent } from "./finding.js";
import { guardFindings } from "./guard.js";
import { holds, names, policies, type Policy, sourceOf, sourcesOf } from "./policy.js";

/** What is known beside the address. */
export interface Expected {
  /** The origin of the chat's page; that of the files when it is not given. */
  chat?: URL | undefined;
  /** The frame's document of this version of the package. */
  document?: string | undefined;
}

const COPY = "npx elicitform copy";

/** Lists what is wrong with a deployment, what fails first. It rejects when nobody answers. */
export async function deploymentFindings(address: URL, expected: Expected = {}): Promise<Finding[]> {
  // As a browser does when it fills an iframe.
  const answer = await ask(address, { "accept": "text/html", "accept-encoding": "gzip, deflate, br" });
  const chat = expected.chat ?? answer.url;
  const body = unpack(answer, (content) => content.includes(MARK));
  const text = body.state === "not as said" ? "" : body.content.toString();
  if (answer.status !== 200 || (body.state === "as said" && !text.includes(MARK))) {
    return [noDocument(address, answer, text)];
  }
  const found = [...documentFindings(address, answer, chat)];
  if (body.state !== "as said") {
    const said = answer.header("content-encoding");
    found.push(fault("encoding-wrong", `index.html is sent with ${said ? `“Content-Encoding: ${said}”, and it is not in that` : "no Content-Encoding, and it is compressed"}.`,
      "Set that header for the files that end in .br and .gz, and for no others."));
  }
  const assets = assetsOf(text);
  found.push(...versionFindings(text, expected.document));
  found.push(...guardFindings(answer, chat));
  for (const policy of policies(answer.header("content-security-policy"))) {
    found.push(...policyFindings(policy, assets, answer.url, chat));
  }
  const missing: string[] = [];
  for (const asset of assets) {
    const findings = (await lookAt(asset, answer, chat)).map((finding) => ({ ...finding, files: [asset.name] }));
    found.push(...findings);
    missing.push(...findings.filter(({ code }) => code === "missing").map(() => asset.name));
  }
  if (missing.length > 0 && expected.document && (await anyThere(expected.document, answer.url, missing))) {
    found.push(fault("mixed", `index.html is of another version than the files beside it, so it names ${missing[0]}, which is gone.`,
      "A cache keeps the old document, or only a part was copied: empty the cache, and send the document with “Cache-Control: no-cache”."));
  }
  return grouped(found);
}

function noDocument(address: URL, answer: Answer, text: string): Finding {
  if (answer.status === 401 || answer.status === 403) {
    return fault("sign-in", `${address.href} is refused with status ${answer.status}.`, SIGN_IN);
  }
  if (answer.status !== 200) {
    return fault("no-document", `There is nothing at ${answer.url.href} (status ${answer.status}).`, `Copy the files there with “${COPY} <folder>”, and give the address of its index.html.`);
  }
  const title = /<title>([^<]{1,100})/i.exec(text)?.[1];
  return fault("wrong-page", `${answer.url.href} is another page${title ? ` (“${title.trim()}”)` : ""}.`,
    `Give the address that frameUrl has: that of the index.html of “${COPY}”. Some servers answer with a page of their own where no file is.`);
}

function documentFindings(address: URL, answer: Answer, chat: URL): Finding[] {
  const found: Finding[] = [];
  const type = answer.header("content-type").split(";")[0]!.trim().toLowerCase();
  if (type !== "text/html") {
    found.push(fault("type", `${sent("index.html", "Content-Type", type)}: browsers show or download it as a file.`, "Send it as text/html; charset=utf-8."));
  }
  if (/^attachment/i.test(answer.header("content-disposition"))) {
    found.push(fault("attachment", "index.html is sent with “Content-Disposition: attachment”: browsers download it instead of showing it.", "Leave the header out."));
  }
  const control = answer.header("cache-control").toLowerCase();
  if (!/no-cache|no-store|max-age=0(?!\d)/.test(control)) {
    found.push(advice("cache", `${sent("index.html", "Cache-Control", control)}: after an update browsers and networks may keep the old one, which names files that are gone.`,
      "Send “Cache-Control: no-cache” with it."));
  }
  const folder = new URL(".", address).href;
  if (answer.redirects > 0 && new URL(".", answer.url).href !== folder) {
    found.push(fault("redirect", `${address.href} leads to ${answer.url.href}: the chat's page asks for the program in ${folder}.`, `Use ${answer.url.href} as frameUrl.`));
  } else if (answer.redirects > 0) {
    found.push(advice("redirect", `${address.href} leads to ${answer.url.href}, which costs a round trip.`, `Use ${answer.url.href} as frameUrl.`));
  }
  if (answer.url.protocol === "http:" && chat.protocol === "https:" && !isLocal(answer.url)) {
    found.push(fault("insecure", `${answer.url.href} is not encrypted, and the chat's page is: browsers load nothing of it.`, "Serve the frame with https:."));
  }
  return [...found, ...embeddingFindings(answer, chat)];
}

// Where browsers cannot make a digest, the frame takes no program and fetches its own.
function fetchesAlone(chat: URL): boolean {
  return chat.protocol === "http:" && !isLocal(chat);
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

// X-Frame-Options counts only where no policy says who may embed.
function embeddingFindings(answer: Answer, chat: URL): Finding[] {
  const options = answer.header("x-frame-options").toLowerCase();
  const policed = policies(answer.header("content-security-policy")).some((policy) => policy.has("frame-ancestors"));
  if (policed || !options || (options === "sameorigin" && chat.origin === answer.url.origin)) {
    return [];
  }
  return [fault("frame-options", `index.html is sent with “X-Frame-Options: ${options}”: ${sourceOf(chat)} may not embed it.`,
    `Leave the header out for this file, and say who may embed it: “Content-Security-Policy: frame-ancestors ${sourceOf(chat)}”.`)];
}

function policyFindings(policy: Policy, assets: readonly Asset[], self: URL, chat: URL): Finding[] {
  const found: Finding[] = [];
  const folder = new URL(".", self).href;
  const ancestors = policy.get("frame-ancestors");
  if (ancestors && !names(ancestors, chat, self)) {
    found.push(fault("frame-ancestors", `The policy of index.html lets ${ancestors.join(" ") || "nobody"} embed it, and not ${sourceOf(chat)}.`, `Add ${sourceOf(chat)} to frame-ancestors, or give the chat's origin: --from https://chat.example`));
  }
  const sandbox = policy.get("sandbox");
  const lacks = sandbox ? ["allow-scripts", "allow-forms", "allow-popups", "allow-popups-to-escape-sandbox"].filter((token) => !holds(sandbox, token)) : [];
  if (lacks.length > 0) {
    found.push(fault("policy-sandbox", `The policy of index.html has a sandbox without ${lacks.join(", ")}.`, "Add them: the form needs each of them, and the sandbox has to stay."));
  }
  const compile = sourcesOf(policy, "script-src", "default-src");
  if (compile && !holds(compile, "'wasm-unsafe-eval'") && !holds(compile, "'unsafe-eval'")) {
    found.push(fault("policy-wasm", "The policy of index.html forbids WebAssembly.", "Add 'wasm-unsafe-eval' to its script-src."));
  }
  for (const [kind, what] of [["script", "scripts"], ["style", "style sheet"]] as const) {
    const sources = sourcesOf(policy, `${kind}-src-elem`, `${kind}-src`, "default-src");
    if (!sources) {
      continue;
    }
    // With it, only a nonce or a hash counts, and the document has neither.
    const strict = kind === "script" && holds(sources, "'strict-dynamic'");
    const barred = assets.filter((asset) => asset.kind === kind && (strict || !names(sources, new URL(asset.name, self), self)));
    const mend = `Add ${folder} to its ${kind}-src${strict ? " and leave out 'strict-dynamic'" : ""}.`;
    if (barred.length > 0) {
      found.push(fault(`policy-${kind}`, `The policy of index.html keeps the frame from its ${what}: ${barred.map(({ name }) => name).join(", ")}.`, mend));
    } else if (!assets.some((asset) => asset.kind === kind && names(sources.filter((source) => source.toLowerCase() !== "'self'"), new URL(asset.name, self), self))) {
      found.push(advice("policy-self", `The policy of index.html allows its ${what} only as 'self', which names nothing in a sandboxed frame in some releases of Safari.`, mend));
    }
  }
  return found;
}

/** The files that a document loads. */
function assetsOf(text: string): Asset[] {
  const program = /<meta name="elicitform-wasm" content="([^"]+)"(?: data-bytes="(\d+)")?/.exec(text);
  return [
    ...[...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match): Asset => ({ name: match[1]!, kind: "style" })),
    ...[...text.matchAll(/<script src="([^"]+)"/g)].map((match): Asset => ({ name: match[1]!, kind: "script" })),
    ...(program ? [{ name: program[1]!, kind: "program", bytes: Number(program[2] ?? 0) } as const] : []),
    ...(/<meta name="elicitform-words" content="([^"]+)"/.exec(text)?.[1]?.split(" ") ?? []).map((name): Asset => ({ name, kind: "words" })),
  ];
}

function versionFindings(text: string, own: string | undefined): Finding[] {
  if (own === undefined || text === own) {
    return [];
  }
  const files = (document: string): string => assetsOf(document).map(({ name }) => name).join();
  return files(text) === files(own)
    ? [advice("document-changed", "index.html has changed on its way: something minifies it or writes into it.", "Leave it as it is, byte for byte.")]
    : [advice("version", "The deployment is of another version than this package. Forms work, but each start asks for a file that is not there.", `Run “${COPY}” again with the version that your chat is built with.`)];
}

async function lookAt(asset: Asset, document: Answer, chat: URL): Promise<Finding[]> {
  const url = new URL(asset.name, document.url);
  // The chat's page asks for the program, so that browsers keep it, and for the words; the frame has no origin.
  const foreign = chat.origin !== url.origin;
  const { kind } = asset;
  const origin: { [name: string]: string } = kind === "program" || (kind === "words" && foreign) ? { origin: foreign ? chat.origin : "null" } : {};
  let answer: Answer;
  try {
    answer = await ask(url, { ...origin, "accept": "*/*", "accept-encoding": "gzip, deflate, br" });
  } catch (error) {
    const cannot = `${asset.name} cannot be fetched: ${(error as Error).message}.`;
    return [(kind === "words" ? advice : fault)("missing", cannot, "Look at proxies and caches between server and browser.")];
  }
  const demanding = /^require-corp/i.test(document.header("cross-origin-embedder-policy"));
  const found = assetFindings(asset, answer, { foreign, alone: fetchesAlone(chat), demanding });
  if (answer.redirects > 0) {
    found.push(advice("redirect", `${asset.name} leads to ${answer.url.href}, which costs a round trip.`, "Serve it where index.html is."));
  }
  if (codings(answer).length > 0 && kind === "style") {
    const uncoded = await ask(url, { "accept-encoding": "identity" });
    if (codings(uncoded).length > 0) {
      found.push(advice("encoding-unasked", `${asset.name} is sent compressed to clients that did not ask for it.`, "Choose by Accept-Encoding."));
    }
  }
  // Without its words a form is in English.
  return kind === "words" ? found.map((finding) => ({ ...finding, fails: false })) : found;
}

// Whether a file of this package is there that the deployed document does not name.
async function anyThere(own: string, document: URL, missing: readonly string[]): Promise<boolean> {
  for (const { name, kind } of assetsOf(own)) {
    if ((kind === "script" || kind === "style") && !missing.includes(name)) {
      const answer = await ask(new URL(name, document), {}).catch(() => undefined);
      if (answer?.status === 200 && !/text\/html/.test(answer.header("content-type"))) {
        return true;
      }
    }
  }
  return false;
}
