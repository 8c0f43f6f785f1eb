// Checks a deployment as the frame uses it: its document, the policies of the document, and the files that it loads.

import { FILE_NAME } from "../../bridge/host/wasm.js";
import { isLocal } from "../../bridge/message/local.js";
import { guardOf, SANDBOX } from "../../bridge/message/sandbox.js";
import { type Asset, assetFindings } from "./asset.js";
import { MARK } from "./copy.js";
import { type Answer, ask, unpack } from "./fetching.js";
import { advice, fault, type Finding, grouped, headerFindings, leadsAway, signIn, withHeader } from "./finding.js";
import { integrityOf, isFileName, lists, type Manifest, MAX_FILES, readManifest } from "./manifest.js";
import { holds, names, namesEverybody, policies, type Policy, sourceOf, sourcesOf } from "./policy.js";

/** The caller's knowledge about the deployment. */
export interface Expected {
  /** The origin of the chat's page; by default the origin of the files. */
  chat?: URL | undefined;
  /** The manifest of this version of the package. */
  manifest?: Manifest | undefined;
}

const COPY = "npx elicitform copy";

/** The number of bytes of a document that are read. This version has 2,500. */
const MAX_DOCUMENT = 1 << 20;

export interface Deployment {
  /** Faults first. */
  findings: Finding[];
  /** The address of the program that the document names, if it lies beside it. */
  program?: URL | undefined;
}

/** Checks a deployment. It rejects if no server answers. */
export async function examine(address: URL, expected: Expected = {}): Promise<Deployment> {
  // The headers of a browser that loads an iframe.
  const answer = await ask(address, { "accept": "text/html", "accept-encoding": "gzip, deflate, br" });
  const chat = expected.chat ?? answer.url;
  const body = unpack(answer, (content) => content.includes(MARK));
  const content = body.state === "not as said" ? Buffer.alloc(0) : body.content;
  if (answer.status !== 200 || body.state === "another") {
    return { findings: [noDocument(address, answer, content.toString())] };
  }
  const all = assetsOf(content.toString("utf8", 0, MAX_DOCUMENT));
  const named = all.filter(({ name }) => isFileName(name)).slice(0, MAX_FILES);
  const program = named.find(({ kind, name }) => kind === "program" && FILE_NAME.test(name));
  const served = await servedManifest(answer.url);
  // Prefers the package's own manifest, if the deployment has its version: the manifest beside the files may be as wrong as they.
  const manifest = [expected.manifest, served].find((known) => lists(known, named.map(({ name }) => name)));
  const folder = new URL(".", answer.url).pathname;
  // The plugin for Vite puts a hash of integrity.json into the name of the folder.
  const lasts = folder.endsWith(`/${manifest?.version}/`) || /\/elicitform-[0-9a-f]{16}\/$/.test(folder);
  const findings = [...documentFindings(answer, lasts), ...addressFindings(address, answer, chat), ...guardFindings(answer, chat)];
  if (body.state !== "as said") {
    const encoding = answer.header("content-encoding");
    const how = encoding ? `“Content-Encoding: ${encoding}”, and it is not in that` : "no Content-Encoding, and it is compressed";
    findings.push(fault("encoding-wrong", `index.html is sent with ${how}.`,
      "Set that header for the files that end in .br and .gz, and for no others."));
  }
  for (const { name } of all.filter(({ name }) => !isFileName(name)).slice(0, MAX_FILES)) {
    findings.push(fault("foreign", `index.html names ${name}, which is no file beside it and is not asked for.`,
      `Copy all files of the folder anew with “${COPY}”, and let nothing rewrite index.html.`));
  }
  if (named.length > 0) {
    findings.push(...versionFindings(content, manifest, served, expected.manifest));
  }
  for (const policy of policies(answer.header("content-security-policy"))) {
    findings.push(...policyFindings(policy, named, answer.url, chat));
  }
  const missing: string[] = [];
  for (const asset of withManifest(named, manifest)) {
    const ofAsset = (await assetFindings(asset, answer, chat)).map((finding) => ({ ...finding, files: [asset.name] }));
    findings.push(...ofAsset);
    missing.push(...ofAsset.filter(({ code }) => code === "missing").map(() => asset.name));
  }
  if (missing.length > 0 && expected.manifest && (await anyThere(expected.manifest, answer.url, missing))) {
    findings.push(fault("mixed", `index.html is of another version than the files beside it, so it names ${missing[0]}, which is gone.`,
      "A cache keeps the old document, or only a part was copied: " +
      "empty the cache, and send the document with “Cache-Control: no-cache”."));
  }
  return { findings: grouped(findings), program: program && new URL(program.name, answer.url) };
}

/** Fetches the manifest beside the document, if any. */
async function servedManifest(document: URL): Promise<Manifest | undefined> {
  const answer = await ask(new URL("integrity.json", document), { "accept-encoding": "gzip, deflate, br" }).catch(() => undefined);
  const body = answer?.status === 200 && unpack(answer, (content) => readManifest(content.toString()) !== undefined);
  return body && body.state !== "not as said" ? readManifest(body.content.toString()) : undefined;
}

/** Adds hashes of the manifest to the files that the document names, and adds the files that only the manifest names. */
function withManifest(named: readonly Asset[], manifest: Manifest | undefined): Asset[] {
  const files = manifest?.files ?? {};
  const unnamed = Object.keys(files).filter((name) => name !== "index.html" && !named.some((asset) => asset.name === name));
  return [...named, ...unnamed.map((name): Asset => ({ name, kind: "words" }))]
    .map((asset) => ({ ...asset, integrity: files[asset.name]?.integrity }));
}

function noDocument({ href }: URL, answer: Answer, text: string): Finding {
  if (answer.status !== 200) {
    return signIn(href, answer) ?? leadsAway(href, answer, "Give that address, if it is yours.") ??
      fault("no-document", `There is nothing at ${answer.url.href} (status ${answer.status}).`,
      `Copy the files there with “${COPY} <folder>”, and give the address of its index.html.`);
  }
  const title = /<title>([^<]{1,100})/i.exec(text)?.[1];
  return fault("wrong-page", `${answer.url.href} is another page${title ? ` (“${title.trim()}”)` : ""}.`,
    `Give the address that frameUrl has: that of the index.html of “${COPY}”. ` +
    "Some servers answer with a page of their own where no file is.");
}

function addressFindings(address: URL, { url, redirects }: Answer, chat: URL): Finding[] {
  const findings: Finding[] = [];
  const folder = new URL(".", address).href;
  if (redirects > 0) {
    const leads = `${address.href} leads to ${url.href}`;
    const mend = `Use ${url.href} as frameUrl.`;
    findings.push(new URL(".", url).href === folder
      ? advice("redirect", `${leads}, which costs a round trip.`, mend)
      : fault("redirect", `${leads}: the chat's page asks for the program in ${folder}.`, mend));
  }
  if (url.protocol === "http:" && chat.protocol === "https:" && !isLocal(url)) {
    findings.push(fault("insecure", `${url.href} is not encrypted, and the chat's page is: browsers load nothing of it.`,
      "Serve the frame with https:."));
  }
  return findings;
}

// A document in a folder with the name of its version, or of its hash, is never replaced, so browsers may cache it.
function documentFindings(answer: Answer, lasts: boolean): Finding[] {
  const type = answer.header("content-type").split(";")[0]!.trim().toLowerCase();
  const control = answer.header("cache-control").toLowerCase();
  return headerFindings("index.html", [
    [withHeader("Content-Type", type), type === "text/html",
      fault("type", "browsers show or download it as a file", "Send it as text/html; charset=utf-8.")],
    ["with “Content-Disposition: attachment”", !/^attachment/i.test(answer.header("content-disposition")),
      fault("attachment", "browsers download it instead of showing it", "Leave the header out.")],
    [withHeader("Cache-Control", control), lasts || /no-cache|no-store|max-age=0(?!\d)/.test(control),
      advice("cache", "after an update browsers and networks may keep the old one, which names files that are gone",
        "Send “Cache-Control: no-cache” with it.")],
  ]);
}

/**
 * Lists the headers that lock the chat out or let other sites in. Letting others in is a fault if the files share their
 * origin with the chat, or with a page that sets a cookie; on an origin of their own it is only advice.
 */
function guardFindings(answer: Answer, chat: URL): Finding[] {
  const { origin } = answer.url;
  const shared = chat.origin === origin || answer.header("set-cookie") !== "";
  const say = shared ? fault : advice;
  const owner = chat.origin === origin ? `${origin}, which is the chat's too` : origin;
  const ancestors = chat.origin === origin ? "'self'" : sourceOf(chat);
  const sentPolicies = policies(answer.header("content-security-policy"));
  const isUndone = sentPolicies.some((policy) => policy.has("sandbox"));
  const ancestorLists = sentPolicies.flatMap((policy) => (policy.has("frame-ancestors") ? [policy.get("frame-ancestors")!] : []));
  const named = ancestorLists.flat().join(" ");
  // X-Frame-Options counts only if no policy has frame-ancestors.
  const options = ancestorLists.length > 0 ? "" : answer.header("x-frame-options").toLowerCase();
  // All policies have to allow a thing.
  return headerFindings("index.html", [
    [withHeader("X-Frame-Options", options), !options || (options === "sameorigin" && chat.origin === origin),
      fault("frame-options", `${sourceOf(chat)} may not embed it`, "Leave the header out for this file, and say who may embed it: " +
        `“Content-Security-Policy: frame-ancestors ${sourceOf(chat)}”.`)],
    [isUndone ? "with a sandbox that has allow-same-origin" : "without a sandbox",
      sentPolicies.some((policy) => policy.has("sandbox") && !holds(policy.get("sandbox")!, "allow-same-origin")),
      say("no-sandbox", `a page that embeds it without one gets a document in the origin ${owner}`, isUndone
        ? "Leave allow-same-origin out of the sandbox."
        : `Send “Content-Security-Policy: ${guardOf(ancestors)}” with it.`)],
    [named ? `with “frame-ancestors ${named}”` : "without frame-ancestors",
      /^(?:deny|sameorigin)$/.test(options) || ancestorLists.some((sources) => !namesEverybody(sources)),
      say("open-to-all", "every site may embed it, and name any server in the form",
        `Name the chat alone in its Content-Security-Policy: “frame-ancestors ${ancestors}”.`)],
  ]);
}

function policyFindings(policy: Policy, assets: readonly Asset[], self: URL, chat: URL): Finding[] {
  const findings: Finding[] = [];
  const ancestors = policy.get("frame-ancestors");
  if (ancestors && !names(ancestors, chat, self)) {
    const chats = sourceOf(chat);
    findings.push(fault("frame-ancestors",
      `The policy of index.html lets ${ancestors.join(" ") || "nobody"} embed it, and not ${chats}.`,
      `Add ${chats} to frame-ancestors, and every page that has the chat in a frame, ` +
      "or give the chat's origin: --from https://chat.example"));
  }
  const sandbox = policy.get("sandbox");
  const lacks = sandbox ? SANDBOX.split(" ").filter((token) => !holds(sandbox, token)) : [];
  if (lacks.length > 0) {
    findings.push(fault("policy-sandbox", `The policy of index.html has a sandbox without ${lacks.join(", ")}.`,
      "Add them: the form needs each of them, and the sandbox has to stay."));
  }
  const compile = sourcesOf(policy, "script-src", "default-src");
  if (compile && !holds(compile, "'wasm-unsafe-eval'") && !holds(compile, "'unsafe-eval'")) {
    findings.push(fault("policy-wasm", "The policy of index.html forbids WebAssembly.", "Add 'wasm-unsafe-eval' to its script-src."));
  }
  for (const [kind, what] of [["script", "scripts"], ["style", "style sheet"]] as const) {
    const sources = sourcesOf(policy, `${kind}-src-elem`, `${kind}-src`, "default-src");
    if (!sources) {
      continue;
    }
    // With 'strict-dynamic' only a nonce or a hash counts, and the document has neither.
    const strict = kind === "script" && holds(sources, "'strict-dynamic'");
    const files = assets.filter((asset) => asset.kind === kind).map(({ name }) => name);
    const namedBy = (some: string[]) => (file: string): boolean => names(some, new URL(file, self), self);
    const blocked = strict ? files : files.filter((file) => !namedBy(sources)(file));
    const mend = `Add ${new URL(".", self).href} to its ${kind}-src${strict ? " and leave out 'strict-dynamic'" : ""}.`;
    if (blocked.length > 0) {
      findings.push(fault(`policy-${kind}`, `The policy of index.html keeps the frame from its ${what}: ${blocked.join(", ")}.`, mend));
    } else if (!files.some(namedBy(sources.filter((source) => source.toLowerCase() !== "'self'")))) {
      findings.push(advice("policy-self", `The policy of index.html allows its ${what} only as 'self', ` +
        "which names nothing in a sandboxed frame in some releases of Safari.", mend));
    }
  }
  return findings;
}

function assetsOf(text: string): Asset[] {
  const program = /<meta name="elicitform-wasm" content="([^"]+)"(?: data-bytes="(\d+)")?/.exec(text);
  const words = /<meta name="elicitform-words" content="([^"]+)"/.exec(text)?.[1]?.split(" ") ?? [];
  return [
    ...[...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match): Asset => ({ name: match[1]!, kind: "style" })),
    ...[...text.matchAll(/<script src="([^"]+)"/g)].map((match): Asset => ({ name: match[1]!, kind: "script" })),
    ...(program ? [{ name: program[1]!, kind: "program", bytes: Number(program[2] ?? 0) } as const] : []),
    // Each language is a part of one file.
    ...[...new Set(words.map((part) => part.replace(/#.*/, "")))].map((name): Asset => ({ name, kind: "words" })),
  ];
}

function versionFindings(document: Buffer, manifest?: Manifest, served?: Manifest, own?: Manifest): Finding[] {
  const findings: Finding[] = [];
  const mend = `Run “${COPY}” again, and serve all files of the folder.`;
  if (own && manifest !== own) {
    findings.push(advice("version", "The deployment is of another version than this package. " +
      "Forms work, but each start also asks for a program that the frame does not run.",
    `Run “${COPY}” again with the version that your chat is built with.`));
  }
  if (!served) {
    findings.push(advice("no-manifest", "integrity.json is not there, which says of each file which bytes it has.", mend));
  } else if (JSON.stringify(served) !== JSON.stringify(manifest)) {
    findings.push(advice("manifest", "integrity.json is not the one of the files beside it.", mend));
  }
  if (manifest && manifest.files["index.html"]?.integrity !== integrityOf(document)) {
    findings.push(advice("document-changed", "index.html has changed on its way: something minifies it or writes into it.",
      "Leave it as it is, byte for byte."));
  }
  return findings;
}

// Reports whether the server has a script or style sheet of this package that the deployed document does not name.
async function anyThere(own: Manifest, document: URL, missing: readonly string[]): Promise<boolean> {
  for (const name of Object.keys(own.files)) {
    if (/\.(?:js|css)$/.test(name) && !missing.includes(name)) {
      const answer = await ask(new URL(name, document), {}).catch(() => undefined);
      if (answer?.status === 200 && !/text\/html/.test(answer.header("content-type"))) {
        return true;
      }
    }
  }
  return false;
}
