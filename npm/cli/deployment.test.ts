import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Deployment, examine, type Expected } from "./deployment.js";
import { type Finding, sentence } from "./finding.js";
import { integrityOf, type Manifest } from "./manifest.js";

// A small frame whose files match the hashes in their names.
const contents: { [name: string]: Buffer } = {};
function add(name: string, content: string | Buffer): string {
  const hashed = name.replace(/\w+$/, `${createHash("sha256").update(content).digest("hex").slice(0, 16)}.$&`);
  contents[hashed] = Buffer.from(content);
  return hashed;
}
const STYLE = add("style.css", "p { color: red }\n".repeat(400));
const BOOT = add("boot.js", "draw();\n".repeat(1000));
const RUNTIME = add("wasm_exec.js", "run();\n".repeat(1000));
const bytes = Buffer.concat([Buffer.from("\0asm"), Buffer.alloc(9000)]);
const PROGRAM = add("elicitform.wasm", bytes);
const WORDS = add("words.bin", randomBytes(5000));
const OTHER = add("boot.js", "older();\n".repeat(1000));
const documentOf = (boot: string): string => `<!doctype html><meta name="elicitform-wasm" content="${PROGRAM}" data-bytes="${bytes.length}"><meta name="elicitform-words" content="${WORDS}#de:0-2999 ${WORDS}#fr:3000-4999">
<link rel="stylesheet" href="${STYLE}"><script src="${boot}"></script><script src="${RUNTIME}" defer></script>`;
const DOCUMENT = documentOf(BOOT);
contents["index.html"] = Buffer.from(DOCUMENT);
contents["notes.bin"] = Buffer.from("notes");

/** The integrity.json of these files. */
const manifestOf = (names: string[], document = DOCUMENT): Manifest => ({
  version: "1.2.3", files: Object.fromEntries(names.map((name) => [name, { integrity: integrityOf(name === "index.html" ? Buffer.from(document) : contents[name]!) }])),
});
const SERVED = Object.keys(contents).filter((name) => name !== OTHER);
const OWN = manifestOf(SERVED);
/** The integrity.json of another version of the package. */
const OTHERS = { ...manifestOf(SERVED.map((name) => (name === BOOT ? OTHER : name)), documentOf(OTHER)), version: "1.2.2" };
contents["integrity.json"] = Buffer.from(JSON.stringify(OWN));

const TYPES: { [end: string]: string } = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript; charset=utf-8", json: "application/json", bin: "application/octet-stream", wasm: "application/wasm" };

interface Reply {
  status: number;
  headers: { [name: string]: string | string[] };
  body: Buffer;
}

/** The responses of a server that is set up well. */
function wellSet(name: string, request: IncomingMessage): Reply {
  const body = contents[name];
  if (!body) {
    return { status: 404, headers: {}, body: Buffer.from("not found") };
  }
  const packed = String(request.headers["accept-encoding"]).includes("br");
  return {
    status: 200,
    headers: {
      "content-type": TYPES[name.split(".").at(-1)!]!,
      "cache-control": name === "index.html" ? "no-cache" : "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "vary": "Accept-Encoding",
      ...(name === "index.html" && { "content-security-policy": GUARD }),
      ...(packed && { "content-encoding": "br" }),
    },
    body: packed ? brotliCompressSync(body) : body,
  };
}

// The policy that locks other sites out.
const SANDBOX = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";
const GUARD = `${SANDBOX}; frame-ancestors 'self' https://chat.example`;

type Change = (reply: Reply, name: string, request: IncomingMessage) => Reply | undefined | void;

async function look(change: Change, expected: Expected = {}, path = "/frame/index.html"): Promise<Deployment> {
  const server = createServer((request, response) => {
    const name = new URL(request.url!, "http://localhost").pathname.split("/").at(-1)!;
    const reply = wellSet(name, request);
    const { status, headers, body } = change(reply, name, request) ?? reply;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await examine(new URL(`http://127.0.0.1:${port}${path}`), expected);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function findings(change: Change, expected?: Expected, path?: string, list: Finding[] = []): Promise<string[]> {
  const { findings: found } = await look(change, expected, path);
  list.push(...found);
  for (const { what, mend } of found) {
    assert.match(what, /^[A-Z].*\.$|^[a-z_]+\.|^http:/s, what);
    assert.match(mend, /\S$/);
  }
  return found.map(({ code, fails }) => `${fails ? "wrong" : "better"} ${code}`);
}

const set = (name: string, header: string, value: string | undefined): Change => (reply, asked) => {
  if (asked === name) {
    delete reply.headers[header];
    if (value !== undefined) {
      reply.headers[header] = value;
    }
  }
};
const send = (name: string, body: Buffer, coding?: string): Change => (reply, asked) => {
  if (asked === name) {
    reply.body = body;
    delete reply.headers["content-encoding"];
    if (coding) {
      reply.headers["content-encoding"] = coding;
    }
  }
};
const header = (value: string | undefined): Change => set("index.html", "content-security-policy", value);
/** Adds a policy beside the one that locks other sites out. */
const policy = (value: string): Change => header(`${value}, ${GUARD}`);
const framed = (options: string): Change => (reply, name) => {
  if (name === "index.html") {
    Object.assign(reply.headers, { "x-frame-options": options, "content-security-policy": SANDBOX });
  }
};
const CHAT = { chat: new URL("https://chat.example/") };
const GOOD = "default-src 'none'; script-src 'self' http://127.0.0.1:*/frame/ 'wasm-unsafe-eval'; style-src http://127.0.0.1:*; frame-ancestors";

test("a server that is set up well has nothing wrong, for a chat beside the files and elsewhere", async () => {
  assert.deepEqual(await findings(() => {}), []);
  assert.deepEqual(await findings(() => {}, { ...CHAT, manifest: OWN }), []);
  assert.deepEqual(await findings(policy(`${GOOD} 'self'`)), []);
  assert.deepEqual(await findings(policy(`${GOOD} https://*.example`), CHAT), []);
  assert.deepEqual(await findings(policy("require-trusted-types-for 'script'; trusted-types 'none'")), []);
  assert.deepEqual(await findings(() => {}, {}, "/frame/index.html?host=https://chat.example"), []);
});

const cases: [title: string, want: string[], change: Change, expected?: Expected][] = [
  ["no document", ["wrong no-document"], (reply, name) => void (name === "index.html" && (reply.status = 404))],
  ["a document that is denied", ["wrong sign-in"], (reply) => void (reply.status = 401)],
  ["another page", ["wrong wrong-page"], send("index.html", Buffer.from("<title>My chat</title>"))],
  ["a document as plain text", ["wrong type"], set("index.html", "content-type", "text/plain")],
  ["a document without a type", ["wrong type"], set("index.html", "content-type", undefined)],
  ["a document to download", ["wrong attachment"], set("index.html", "content-disposition", "attachment; filename=index.html")],
  ["a document that demands what its files do not say", ["wrong resource-policy"], set("index.html", "cross-origin-embedder-policy", "require-corp")],
  ["a document that demands what its files say", [], (reply, name) =>
    void Object.assign(reply.headers, name === "index.html" ? { "cross-origin-embedder-policy": "require-corp" } : { "cross-origin-resource-policy": "cross-origin" })],
  ["a document that is kept for a day", ["better cache"], set("index.html", "cache-control", "max-age=86400")],
  ["a document without Cache-Control", ["better cache"], set("index.html", "cache-control", undefined)],
  ["a document that is compressed in secret", ["wrong encoding-wrong"], send("index.html", gzipSync(DOCUMENT))],
  ["a document that says br and is not", ["wrong encoding-wrong"], send("index.html", Buffer.from(DOCUMENT), "br")],
  ["a document that is rewritten", ["better document-changed"], send("index.html", Buffer.from(`${DOCUMENT}<script>tracker()</script>`)), { manifest: OWN }],
  ["a document that is rewritten, seen from another version", ["better document-changed"], send("index.html", Buffer.from(`${DOCUMENT}<p>`))],
  ["no manifest", ["better no-manifest"], (reply, name) => void (name === "integrity.json" && (reply.status = 404))],
  ["a page in place of the manifest", ["better no-manifest"], (_, name, request) => (name === "integrity.json" ? wellSet("index.html", request) : undefined)],
  ["a manifest as it is", [], send("integrity.json", contents["integrity.json"]!)],
  ["the manifest of another version", ["better manifest"], send("integrity.json", Buffer.from(JSON.stringify(OTHERS)))],
  ["a manifest that somebody has changed, with the file", ["better manifest", "better changed"], (reply, name) => {
    const changed = Buffer.from("changed");
    const files = { ...OWN.files, "notes.bin": { integrity: integrityOf(changed) } };
    if (name === "notes.bin") send(name, changed)(reply, name, undefined as never);
    if (name === "integrity.json") send(name, Buffer.from(JSON.stringify({ ...OWN, files })))(reply, name, undefined as never);
  }, { manifest: OWN }],
  ["a file that has no hash in its name, changed", ["better changed"], send("notes.bin", Buffer.from("changed"))],
  ["a file that only the manifest names, missing", ["better missing"], (reply, name) => void (name === "notes.bin" && (reply.status = 404))],
  ["a file whose name and beginning of its hash are right, and not its SHA-384", ["wrong changed"],
    send("integrity.json", Buffer.from(JSON.stringify({ ...OWN, files: { ...OWN.files, [BOOT]: { integrity: integrityOf(Buffer.from("")) } } })))],
  ["another version than the package, changed", ["wrong changed", "better version"], send(RUNTIME, randomBytes(9000)), { manifest: OTHERS }],
  ["another version than the package", ["better version"], () => {}, { manifest: OTHERS }],
  ["an old document beside new files", ["wrong missing", "wrong mixed", "better version"], (reply, name) => {
    if (name === BOOT) reply.status = 404;
  }, { manifest: OTHERS }],
  ["X-Frame-Options: DENY", ["wrong frame-options"], framed("DENY")],
  ["X-Frame-Options: SAMEORIGIN for a chat elsewhere", ["wrong frame-options"], framed("SAMEORIGIN"), CHAT],
  ["X-Frame-Options: SAMEORIGIN for a chat beside it", [], framed("SAMEORIGIN")],
  ["X-Frame-Options that no browser knows", ["wrong frame-options", "wrong open-to-all"], framed("ALLOWALL")],
  ["X-Frame-Options where a policy says who may", [], (reply, name) => {
    if (name === "index.html") Object.assign(reply.headers, { "x-frame-options": "DENY" });
  }, CHAT],
  ["frame-ancestors 'none'", ["wrong frame-ancestors"], policy("frame-ancestors 'none'")],
  ["frame-ancestors 'self' for a chat elsewhere", ["wrong frame-ancestors"], policy("frame-ancestors 'self'"), CHAT],
  ["frame-ancestors of another chat", ["wrong frame-ancestors"], policy("frame-ancestors https://other.example"), CHAT],
  ["no wasm-unsafe-eval", ["wrong policy-wasm"], policy("script-src http://127.0.0.1:*")],
  ["a policy of defaults only", ["wrong policy-wasm", "better policy-self", "better policy-self"], policy("default-src 'self'")],
  ["scripts of another host", ["wrong policy-script"], policy("script-src https://cdn.example 'wasm-unsafe-eval'")],
  ["scripts of another folder", ["wrong policy-script"], policy("script-src http://127.0.0.1:*/assets/ 'wasm-unsafe-eval'")],
  ["scripts by nonce only", ["wrong policy-script"], policy("script-src 'nonce-abc' 'strict-dynamic' http://127.0.0.1:* 'wasm-unsafe-eval'")],
  ["no styles", ["wrong policy-style"], policy("style-src 'none'")],
  ["two policies, of which one forbids", ["wrong policy-style"], policy("style-src *, style-src 'none'")],
  ["only 'self'", ["better policy-self", "better policy-self"], policy("script-src 'self' 'wasm-unsafe-eval'; style-src 'self'")],
  ["a sandbox without new tabs", ["wrong policy-sandbox"], policy("sandbox allow-scripts")],
  ["no policy", ["wrong no-sandbox", "wrong open-to-all"], header(undefined)],
  ["no policy, on an origin of its own", ["better no-sandbox", "better open-to-all"], header(undefined), CHAT],
  ["no policy, on another origin that knows people by a cookie", ["wrong no-sandbox", "wrong open-to-all"], (reply, name) => {
    if (name === "index.html") {
      delete reply.headers["content-security-policy"];
      reply.headers["set-cookie"] = "session=1; Secure";
    }
  }, CHAT],
  ["a policy for other things", ["wrong no-sandbox", "wrong open-to-all"], header("require-trusted-types-for 'script'; trusted-types 'none'")],
  ["no sandbox", ["wrong no-sandbox"], header("frame-ancestors 'self'")],
  ["a sandbox that keeps the origin", ["wrong no-sandbox"], header(`${SANDBOX} Allow-Same-Origin; frame-ancestors 'self'`)],
  ["a sandbox that keeps the origin, beside one that does not", [], header(`${SANDBOX} allow-same-origin; frame-ancestors 'self', ${SANDBOX}`)],
  ["no frame-ancestors", ["wrong open-to-all"], header(SANDBOX)],
  ...["*", "https:", "HTTP:", "ws:", "https://*", "http://*:*", "*:443", "'self' *", "data: 'self'"].map((ancestors): (typeof cases)[number] =>
    [`frame-ancestors ${ancestors}`, ["wrong open-to-all"], header(`${SANDBOX}; frame-ancestors 'self' ${ancestors}`)]),
  ["frame-ancestors of everybody, on an origin of its own", ["better open-to-all"], header(`${SANDBOX}; frame-ancestors https:`), CHAT],
  ["frame-ancestors of everybody, beside those of one", [], header(`${SANDBOX}; frame-ancestors *, frame-ancestors 'self'`)],
  ["frame-ancestors of an app's scheme", [], header(`${SANDBOX}; frame-ancestors 'self' vscode-webview: capacitor:`)],
  ["frame-ancestors of an app's scheme, for that app", [], header(`${SANDBOX}; frame-ancestors vscode-webview:`), { chat: new URL("vscode-webview:") }],
  ["frame-ancestors of another app's scheme", ["wrong frame-ancestors"], header(`${SANDBOX}; frame-ancestors vscode-webview:`), { chat: new URL("capacitor://localhost") }],
  ["a policy that is only reported", ["wrong no-sandbox", "wrong open-to-all"], (reply, name) => {
    if (name === "index.html") {
      delete reply.headers["content-security-policy"];
      reply.headers["content-security-policy-report-only"] = GUARD;
    }
  }],
  ["a script that is not there", ["wrong missing"], (reply, name) => void (name === RUNTIME && (reply.status = 404))],
  ["a page in place of a file", ["wrong missing"], (_, name, request) => (name === PROGRAM ? wellSet("index.html", request) : undefined)],
  ["a file that is denied", ["wrong sign-in"], (reply, name) => void (name === PROGRAM && (reply.status = 403))],
  ["a script as plain text", ["wrong type"], set(BOOT, "content-type", "text/plain")],
  ["a script without a type", ["wrong type"], set(BOOT, "content-type", undefined)],
  ["a style sheet as plain text", ["wrong type"], set(STYLE, "content-type", "text/plain")],
  ["the program as bytes", ["better type"], set(PROGRAM, "content-type", "application/octet-stream")],
  ["a script of the old type", [], set(BOOT, "content-type", "application/javascript")],
  ["the program not shared, for a chat elsewhere", ["wrong sharing"], set(PROGRAM, "access-control-allow-origin", undefined), CHAT],
  ["the program shared with another chat", ["wrong sharing"], set(PROGRAM, "access-control-allow-origin", "https://other.example"), CHAT],
  ["the program shared twice", ["wrong sharing"], set(PROGRAM, "access-control-allow-origin", "*, *")],
  ["the program not shared, for a chat beside it", [], set(PROGRAM, "access-control-allow-origin", undefined)],
  ["nothing shared, for a chat beside it", [], (reply) => void delete reply.headers["access-control-allow-origin"]],
  ["nothing shared, for a chat elsewhere", ["wrong sharing", "better sharing"], (reply) => void delete reply.headers["access-control-allow-origin"], CHAT],
  ["nothing shared, for a chat without https, where the frame fetches the program itself", ["wrong sharing", "better sharing"],
    (reply, name) => {
      delete reply.headers["access-control-allow-origin"];
      if (name === "index.html") reply.headers["content-security-policy"] = `${SANDBOX}; frame-ancestors http://192.168.0.7`;
    }, { chat: new URL("http://192.168.0.7/") }],
  ["a script not shared", ["better sharing"], set(BOOT, "access-control-allow-origin", undefined), CHAT],
  ["a script for the same origin only", ["wrong resource-policy"], set(BOOT, "cross-origin-resource-policy", "same-origin")],
  ["a style sheet for the same site only", ["wrong resource-policy"], set(STYLE, "cross-origin-resource-policy", "same-site")],
  ["the program as it is", ["better uncompressed"], send(PROGRAM, bytes)],
  ["the program as gzip", [], send(PROGRAM, gzipSync(bytes), "gzip")],
  ["the .br file without its header", ["wrong encoding-missing"], send(PROGRAM, brotliCompressSync(bytes))],
  ["the .gz file without its header", ["wrong encoding-missing"], send(PROGRAM, gzipSync(bytes))],
  ["the .gz file, compressed again", ["wrong encoding-twice"], send(PROGRAM, gzipSync(gzipSync(bytes)), "gzip")],
  ["the header without the file", ["wrong encoding-wrong"], send(PROGRAM, bytes, "br")],
  ["a coding that nobody asked for", ["wrong encoding-wrong"], send(PROGRAM, bytes, "compress")],
  ["compressed without Vary", ["better vary"], set(BOOT, "vary", undefined)],
  ["compressed for everybody", ["better encoding-unasked"], (reply, name) =>
    name === STYLE ? { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: gzipSync(contents[STYLE]!) } : undefined],
  ["another program of that name", ["wrong changed"], send(PROGRAM, randomBytes(bytes.length), "")],
  ["a script that is minified", ["wrong changed"], send(BOOT, Buffer.from("draw()"))],
  ["a program that is cut off", ["wrong cut-off"], send(PROGRAM, bytes.subarray(0, 5000))],
  ["a hashed file that nobody keeps", ["better cache"], set(PROGRAM, "cache-control", "no-store")],
  ["a hashed file that is kept for an hour", ["better cache"], set(BOOT, "cache-control", "public, max-age=3600")],
  ["a hashed file without Cache-Control", ["better cache"], set(BOOT, "cache-control", undefined)],
  ["a file that is elsewhere", ["better redirect"], (_, name, request) =>
    name === BOOT && !request.url!.includes("moved") ? { status: 302, headers: { location: `/frame/moved/${BOOT}` }, body: Buffer.alloc(0) } : undefined],
  ["a document that moved beside", ["better redirect"], (_, name, request) =>
    name === "index.html" && !request.url!.includes("?") ? { status: 301, headers: { location: "/frame/index.html?v=2" }, body: Buffer.alloc(0) } : undefined],
  ["a document that moved away", ["wrong redirect"], (_, name, request) =>
    name === "index.html" && !request.url!.includes("v2") ? { status: 308, headers: { location: "/v2/index.html" }, body: Buffer.alloc(0) } : undefined],
  ["words that are not there, which is told once", ["better missing"], (reply, name) => void (name.startsWith("words.") && (reply.status = 404))],
  ["a page in place of words", ["better missing"], (_, name, request) => (name === WORDS ? wellSet("index.html", request) : undefined)],
  ["words that somebody has changed", ["better changed"], send(WORDS, randomBytes(5000))],
  ["words as plain text", ["better type"], set(WORDS, "content-type", "text/plain")],
  ["words as they are", [], send(WORDS, contents[WORDS]!)],
  ["words not shared, for a chat elsewhere", ["better sharing"], set(WORDS, "access-control-allow-origin", undefined), CHAT],
  ["words not shared, for a chat beside them", [], set(WORDS, "access-control-allow-origin", undefined)],
  ["words that are shared with whoever asks", [], (reply, name, { headers: { origin } }) =>
    void (name === WORDS && Object.assign(reply.headers, { "access-control-allow-origin": origin === CHAT.chat.origin ? "*" : "no" })), CHAT],
  ["a document with a fault of each kind, in the order of its headers, address and embedding",
    ["wrong type", "wrong redirect", "wrong frame-options", "wrong open-to-all", "better cache"], (_, name, request) => {
      if (name !== "index.html") return undefined;
      if (!request.url!.includes("v2")) {
        return { status: 308, headers: { location: "/v2/index.html" }, body: Buffer.alloc(0) };
      }
      const headers = { "content-type": "text/plain", "x-frame-options": "ALLOWALL", "content-security-policy": SANDBOX };
      return { status: 200, headers, body: contents[name]! };
    }],
  ["two faults at once, and what fails first", ["wrong type", "better cache"], (reply, name) => {
    if (name === BOOT) {
      Object.assign(reply.headers, { "content-type": "text/plain", "cache-control": "no-cache" });
    }
  }],
];

for (const [title, want, change, expected] of cases) {
  test(`${title}: ${want.join(", ") || "nothing"}`, async () => {
    assert.deepEqual(await findings(change, expected), want);
  });
}

test("what is wrong with several files is said once, with all their names", async () => {
  const found: Finding[] = [];
  await findings((reply, name) => {
    if (name !== "index.html") {
      delete reply.headers["cache-control"];
      if (name === BOOT || name === STYLE) {
        reply.headers["content-type"] = "text/plain";
      }
    }
  }, {}, "/frame/index.html", found);
  assert.deepEqual(found.map(({ code, files }) => [code, files]), [["type", [STYLE]], ["type", [BOOT]], ["cache", [STYLE, BOOT, RUNTIME, PROGRAM, WORDS]]]);
  assert.equal(sentence(found[2]!), `${STYLE} is sent without Cache-Control: browsers ask for it again. The same goes for ${BOOT}, ${RUNTIME}, ${PROGRAM}, ${WORDS}.`);
  assert.equal(sentence(found[0]!), found[0]!.what);
});

test("a document may be kept for ever in a folder that has the name of its version", async () => {
  const immutable = set("index.html", "cache-control", "public, max-age=31536000, immutable");
  assert.deepEqual(await findings(immutable, {}, "/frame/1.2.3/index.html"), []);
  assert.deepEqual(await findings(immutable, {}, "/frame/1.2/index.html"), ["better cache"]);
  assert.deepEqual(await findings(immutable, {}, "/frame/1.2.4/index.html"), ["better cache"]);
});

test("a server that sends people round in a circle is not followed for ever", async () => {
  assert.deepEqual(await findings(() => ({ status: 302, headers: { location: "/frame/index.html" }, body: Buffer.alloc(0) })), ["wrong no-document"]);
});

test("nobody there is an error, and no finding", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await assert.rejects(examine(new URL(`http://127.0.0.1:${port}/frame/index.html`)), { code: "ECONNREFUSED" });
});

test("the program's address is told where it lies beside the document", async () => {
  const named = (name: string): Change => (reply, asked) =>
    asked === "index.html" ? { ...reply, headers: { "content-type": "text/html" }, body: Buffer.from(DOCUMENT.replace(PROGRAM, name)) } : undefined;
  assert.equal((await look(named(PROGRAM))).program?.pathname, `/frame/${PROGRAM}`);
  for (const name of ["https://other.example/x.wasm", "../x.wasm", "javascript:x.wasm", "x.wasm?y"]) {
    assert.equal((await look(named(name))).program, undefined, name);
  }
});
