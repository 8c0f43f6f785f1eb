import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { forgetWasm, wasmFor, wasmUrl } from "./wasm.js";

const FRAME = "https://chat.example/frame/index.html";
const WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let name = 0;
/** A hello that names a file of which nothing is known yet. */
const hello = (): { wasm: string; bytes: number } => ({ wasm: `a${++name}.wasm`, bytes: WASM.length });

/** Answers requests one after the other, and returns what was asked for. */
function network(...responses: (() => Promise<Response>)[]): { url: string; cache: unknown }[] {
  const asked: { url: string; cache: unknown }[] = [];
  mock.method(globalThis, "fetch", (url: string, init: RequestInit) => {
    asked.push({ url, cache: init.cache });
    const answer = responses.shift() ?? ((): Promise<Response> => assert.fail("asked once more"));
    return Promise.race([answer(), new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new Error("aborted"))))]);
  });
  return asked;
}

const whole = async (): Promise<Response> => new Response(WASM);

/** What arrives in pieces, until the caller ends it in one way or the other. */
function pieces(): { response: () => Promise<Response>; send(bytes: Uint8Array): void; end(): void; fail(): void } {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  return {
    response: async () => new Response(stream),
    send: (bytes) => body.enqueue(bytes),
    end: () => body.close(),
    fail: () => body.error(new TypeError("network error")),
  };
}

const load = (said: object): ReturnType<typeof wasmFor> => wasmFor(wasmUrl(said, FRAME), said);
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

afterEach(() => mock.restoreAll());

test("the wasm is fetched once a page, and each frame gets a copy of its own", async () => {
  const asked = network(whole);
  const said = hello();
  const [first, second] = await Promise.all([load(said), load(said)]);
  assert.ok(first instanceof ArrayBuffer && second instanceof ArrayBuffer && first !== second);
  assert.deepEqual(new Uint8Array(second), WASM);
  assert.deepEqual(asked, [{ url: `https://chat.example/frame/${said.wasm}`, cache: "default" }]);
});

test("only a file beside the document is fetched", async () => {
  network();
  for (const wasm of ["https://evil.example/a.wasm", "../a.wasm", "a.wasm?b", "a.html", "", 5, undefined]) {
    assert.equal(await load({ wasm, bytes: 5 }), null);
  }
});

test("what the frame could make nothing of is forgotten, and fetched again past the browser's cache", async () => {
  const asked = network(async () => new Response("<!doctype html>"), whole);
  const said = hello();
  await load(said);
  forgetWasm(wasmUrl(said, FRAME)!);
  const bytes = await load(said);
  assert.ok(bytes instanceof ArrayBuffer);
  assert.deepEqual(new Uint8Array(bytes), WASM);
  assert.deepEqual(asked.map(({ cache }) => cache), ["default", "reload"]);
});

test("a failure is told with its cause, and the next time it is fetched again", async (t) => {
  const causes: [what: string, failed: string, answer: () => Promise<Response>][] = [
    ["status", "status 404", async () => new Response("no", { status: 404 })],
    ["a download that breaks off", "truncated", async () => {
      const download = pieces();
      download.send(WASM);
      setImmediate(download.fail);
      return download.response();
    }],
  ];
  for (const [what, failed, answer] of causes) {
    await t.test(what, async () => {
      const asked = network(answer, whole, answer);
      const said = hello();
      assert.deepEqual(await load(said), { failed });
      assert.ok((await load(said)) instanceof ArrayBuffer);
      assert.deepEqual(asked.map(({ cache }) => cache), ["default", "reload"]);
      // A frame of an older version knows nothing but to try itself.
      assert.equal(await load({ wasm: `old-${said.wasm}` }), null);
    });
  }
  await t.test("what this page may not fetch is left to the frame", async () => {
    network(() => Promise.reject(new TypeError("Failed to fetch")));
    assert.equal(await load(hello()), null);
  });
});

test("a download that stalls fails, one that is slow does not", async (t) => {
  await t.test("not a byte", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    network(() => new Promise(() => {}), whole);
    const said = hello();
    const loading = load(said);
    t.mock.timers.tick(15_000);
    assert.deepEqual(await loading, { failed: "stalled" });
    assert.ok((await load(said)) instanceof ArrayBuffer);
  });
  await t.test("no further byte", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const download = pieces();
    network(async () => {
      const response = await download.response();
      return response;
    });
    const loading = load(hello());
    download.send(WASM.slice(0, 5));
    await settle();
    t.mock.timers.tick(14_999);
    await settle();
    let done = false;
    void loading.then(() => (done = true));
    await settle();
    assert.equal(done, false);
    t.mock.timers.tick(1);
    // As the browser does to a response whose request was aborted.
    download.fail();
    assert.deepEqual(await loading, { failed: "stalled" });
  });
  await t.test("one byte in ten seconds", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const download = pieces();
    network(download.response);
    const loading = load(hello());
    for (const byte of WASM) {
      await settle();
      t.mock.timers.tick(10_000);
      download.send(Uint8Array.of(byte));
    }
    await settle();
    download.end();
    const bytes = await loading;
    assert.ok(bytes instanceof ArrayBuffer);
    assert.deepEqual(new Uint8Array(bytes), WASM);
  });
});
