import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { examine } from "./deployment.js";
import { BODY_LIMIT, unpack } from "./fetching.js";
import { integrityOf, readManifest } from "./manifest.js";
import { report } from "./report.js";
import { plain } from "./terminal.js";

// The server may be an attacker's. Its text is escaped for the terminal, the check asks no other origin, and unpacking has a limit.

const PROGRAM = "elicitform.0123456789abcdef.wasm";
const DOCUMENT = `<!doctype html><meta name="elicitform-wasm" content="${PROGRAM}">`;

interface Reply {
  status?: number;
  headers?: { [name: string]: string };
  body?: string | Buffer;
}

/** Checks a server, and returns the report and the requested paths. */
async function check(replies: { [name: string]: Reply }): Promise<{ text: string; asked: string[]; codes: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    requests.push(path);
    const { status = 200, headers, body = "" } = replies[path.split("/").at(-1)!] ?? { status: 404 };
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/frame/index.html`);
    const deployment = await examine(address);
    return { text: report(address, deployment), asked: requests, codes: deployment.findings.map(({ code }) => code) };
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A server that must get no request. */
async function withBystander(use: (origin: string) => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url!);
    response.end("secret");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  assert.deepEqual(requests, []);
}

// Characters except printable ones and the report's own line feeds.
const UNPRINTABLE = /[^\n\P{C}]|[\u2028\u2029\u115f\u3164\ufe0f]/u;
const HOSTILE = "\x1b]0;owned\x07\x1b[2J\x1b[31m\r\b\x7f\x9b2J\u202eevil\u2066\u200b\u2028\n0 wrong\t\ufeff\ud800\u3164";

test("no control or hidden character of a server reaches the terminal", async () => {
  const title = await check({ "index.html": { body: `<title>${HOSTILE}</title>` } });
  assert.match(title.text, /another page \(“\\u\{1b\}\]0;owned\\u\{7\}/);
  const named = await check({ "index.html": { body: `${DOCUMENT}<script src="${HOSTILE}"></script><link rel="stylesheet" href="a\x1b[2J.css">` } });
  assert.match(named.text, /a\\u\{1b\}\[2J\.css/);
  // A header may have the upper half of Latin-1, which includes control characters.
  const header = await check({ "index.html": { body: DOCUMENT, headers: { "content-type": "text/\x9b2J", "x-frame-options": "\x9d0;x\x9c", "content-encoding": "\x90" } } });
  const policy = await check({ "index.html": { body: DOCUMENT, headers: { "content-security-policy": "frame-ancestors \x9b31m; sandbox \xadx" } } });
  assert.match(policy.text, /\\u\{9b\}31m/);
  const moved = await check({ "index.html": { status: 302, headers: { location: "http://x.example/\x9b2J" } } });
  for (const { text } of [title, named, header, policy, moved]) {
    assert.doesNotMatch(text, UNPRINTABLE);
    assert.match(text, /^elicitform /);
  }
});

test("a value is on one line and has an end", () => {
  assert.equal(plain`a ${"\n\x1b"} b ${7}`, "a \\u{a}\\u{1b} b 7");
  assert.equal(plain`${"x".repeat(1e6)}`.length, 2001);
  assert.equal(plain`${"e\u0301 日本 עברית 👩‍💻"}`, "e\u0301 日本 עברית 👩\\u{200d}💻");
});

test("integrity.json names files beside it, and nothing else is asked for", async () => {
  await withBystander(async (origin) => {
    for (const name of [`${origin}/latest/meta-data`, `//${origin.slice(7)}/x`, "../secret", "/secret", "a/b", "a\\b", "../host", ".", "", "a?b", "a#b", "a%2fb", "file:///etc/passwd", "a:b",
      `${"http"}:/x`, " a", "a b", "é", "\x1b", ".env", "a".repeat(300)]) {
      const files = { "index.html": { integrity: integrityOf(Buffer.from(DOCUMENT)) }, [PROGRAM]: { integrity: "" }, [name]: { integrity: "x" } };
      const manifest = JSON.stringify({ version: "1", files });
      assert.equal(readManifest(manifest), undefined, name);
      const { asked: requests, codes } = await check({ "index.html": { body: DOCUMENT }, "integrity.json": { body: manifest } });
      assert.deepEqual([...new Set(requests)].sort(), [`/frame/${PROGRAM}`, "/frame/index.html", "/frame/integrity.json"], name);
      assert.ok(codes.includes("no-manifest"), name);
    }
  });
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}.json`, { integrity: "" }]));
  assert.equal(readManifest(JSON.stringify({ version: "1", files: { "index.html": { integrity: "" }, ...many } })), undefined);
  assert.equal(readManifest(JSON.stringify({ version: "1", files: { "index.html": {} } })), undefined);
});

test("a document names files beside it, and nothing else is asked for", async () => {
  await withBystander(async (origin) => {
    for (const name of [`${origin}/a.js`, `//${origin.slice(7)}/a.js`, "../a.js", "/a.js", "a.js?x", "javascript:x", "\\\\x\\a.js"]) {
      for (const body of [`${DOCUMENT}<script src="${name}"></script>`, `${DOCUMENT}<link rel="stylesheet" href="${name}">`,
        `<meta name="elicitform-wasm" content="${name}">`, `${DOCUMENT}<meta name="elicitform-words" content="words.de.json ${name}">`]) {
        const { asked: requests, codes, text } = await check({ "index.html": { body } });
        assert.deepEqual([...new Set(requests)].filter((path) => !/^\/frame\/[\w.-]+$/.test(path)), [], body);
        assert.ok(codes.includes("foreign") && text.includes(name), body);
      }
    }
  });
  const scripts = Array.from({ length: 1000 }, (_, i) => `<script src="${i}.js"></script>`).join("");
  assert.ok((await check({ "index.html": { body: DOCUMENT + scripts } })).asked.length < 300);
});

test("a redirect leads to no other origin", async () => {
  await withBystander(async (origin) => {
    const away = { status: 302, headers: { location: `${origin}/internal` } };
    for (const name of ["index.html", PROGRAM, "integrity.json"]) {
      const { text, codes } = await check({ "index.html": { body: DOCUMENT }, [name]: away });
      assert.ok(name === "integrity.json" || (codes.includes("redirect") && text.includes(`${origin}/internal`)), `${name}: ${text}`);
    }
  });
});

test("no answer unpacks to more than is bounded", () => {
  const zeros = Buffer.alloc(BODY_LIMIT + 1);
  const packed: { [coding: string]: Buffer } = {
    br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }), gzip: gzipSync(zeros, { level: 1 }), deflate: deflateSync(zeros, { level: 1 }),
  };
  packed["x-gzip"] = packed["gzip"]!;
  const answer = (coding: string, body: Buffer): Parameters<typeof unpack>[0] =>
    ({ url: new URL("http://a.example/"), redirects: 0, status: 200, header: (name) => (name === "content-encoding" ? coding : ""), body });
  const isBounded = (content: Buffer): boolean => {
    assert.ok(content.length <= BODY_LIMIT);
    return false;
  };
  for (const [coding, body] of Object.entries(packed)) {
    assert.equal(unpack(answer(coding, body), isBounded).state, "not as said", coding);
    assert.equal(unpack(answer("", body), isBounded).state, "another", coding);
    assert.equal(unpack(answer(`${coding}, gzip`, gzipSync(body)), isBounded).state, "not as said", coding);
  }
  const small = Buffer.from("x");
  assert.equal(unpack(answer("gzip, gzip", gzipSync(gzipSync(small))), (content) => content.equals(small)).state, "as said");
  // A name of Object.prototype and a list without end are not codings.
  assert.equal(unpack(answer("constructor", small), isBounded).state, "not as said");
  let nested = small;
  for (let i = 0; i < 20; i++) nested = gzipSync(nested);
  assert.equal(unpack(answer(Array.from({ length: 20 }, () => "gzip").join(), nested), () => true).state, "not as said");
});
