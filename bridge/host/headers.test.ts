import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { warnOfHeaders } from "./headers.js";
import { SANDBOX } from "../message/sandbox.js";

afterEach(() => mock.restoreAll());

let pages = 0;

/** Returns what the console says of a document with that policy, and the number of requests. */
async function warningsFor(policy: string | undefined, page = "http://localhost:5173", status = 200, times = 1) {
  const url = `http://localhost:5173/elicitform/${++pages}.html`;
  const warn = mock.method(console, "warn", () => {});
  const fetched = mock.method(globalThis, "fetch", async () => {
    if (status === 0) {
      throw new TypeError("unreachable");
    }
    return new Response(null, { status, headers: policy === undefined ? {} : { "content-security-policy": policy } });
  });
  Object.assign(globalThis, { location: new URL(page) });
  for (let i = 0; i < times; i++) {
    await warnOfHeaders(url);
  }
  const warnings = warn.mock.calls.map(({ arguments: [text] }) => String(text).replace(url, "URL"));
  const requests = fetched.mock.callCount();
  mock.restoreAll();
  return { warnings, requests };
}

test("a document without its header is said once, with the line that mends it", async () => {
  const { warnings, requests } = await warningsFor(undefined, undefined, 200, 3);
  assert.deepEqual([warnings, requests], [["elicitform: URL comes without sandbox and frame-ancestors: other sites can run it in the origin of this page. " +
    `Send it with Content-Security-Policy: sandbox ${SANDBOX}; frame-ancestors 'self'`], 1]);
  assert.match((await warningsFor("default-src 'self'; frame-ancestors 'self'")).warnings[0]!, /comes without sandbox: /);
  assert.match((await warningsFor(`sandbox ${SANDBOX}`)).warnings[0]!, /comes without frame-ancestors: /);
  assert.equal((await warningsFor("x-sandbox 1; report-uri /sandbox")).warnings.length, 1);
});

test("nothing is said of a document with its header, or of one that cannot be read", async () => {
  for (const policy of [`sandbox ${SANDBOX}; frame-ancestors 'self'`, `frame-ancestors https://chat.example, Sandbox ${SANDBOX}`]) {
    assert.deepEqual((await warningsFor(policy)).warnings, []);
  }
  assert.deepEqual((await warningsFor(undefined, undefined, 405)).warnings, []);
  assert.deepEqual((await warningsFor(undefined, undefined, 0)).warnings, []);
});

test("a host without a frame, such as that of a test, makes no request", async () => {
  Object.assign(globalThis, { location: new URL("http://localhost:5173") });
  const fetched = mock.method(globalThis, "fetch", async () => new Response());
  await warnOfHeaders("");
  await warnOfHeaders("fake");
  assert.equal(fetched.mock.callCount(), 0);
});

test("a page that visitors see makes no request, and one of another origin neither", async () => {
  for (const page of ["https://chat.example", "http://localhost.example:5173", "http://127.0.0.1.example", "http://localhost:3000"]) {
    assert.deepEqual(await warningsFor(undefined, page), { warnings: [], requests: 0 }, page);
  }
});
