import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import type { Wasm } from "../message/download.js";
import { fetchEarly, type Program, programOf } from "./wasm.js";

const FRAME = "https://chat.example/frame/index.html";
const WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let name = 0;
/** Makes a hello with a new file name. */
const hello = (): { wasm: string; bytes: number } => ({ wasm: `a${++name}.wasm`, bytes: WASM.length });

/** Answers requests one after the other, and returns the requests. */
function network(...responses: (() => Promise<Response>)[]): { url: string; cache: unknown }[] {
  const requests: { url: string; cache: unknown }[] = [];
  mock.method(globalThis, "fetch", (url: string, init: RequestInit) => {
    requests.push({ url, cache: init.cache });
    const answer = responses.shift() ?? ((): Promise<Response> => assert.fail("asked once more"));
    return Promise.race([answer(), new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new Error("aborted"))))]);
  });
  return requests;
}

const whole = async (): Promise<Response> => new Response(WASM.slice());

/** A response in pieces, which the caller ends. */
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

/** Returns the messages that a frame with this hello gets, until the end. Like a real port, it transfers the pieces. */
function handed(named: object, early?: Program): Promise<Wasm[]> {
  const program = programOf(named, FRAME, early);
  const got: Wasm[] = [];
  return new Promise((resolve) => {
    const postMessage = (wasm: unknown, transfer: Transferable[] = []): void => {
      got.push(structuredClone(wasm as Wasm, { transfer }));
      const last = got.at(-1)!;
      if (!(last instanceof Uint8Array) || last.length === 0) {
        resolve(got);
      }
    };
    program ? program.passTo({ postMessage }) : postMessage(null);
  });
}
/** Returns all bytes in their order, or the failure. */
async function load(named: object, early?: Program): Promise<unknown> {
  const got = await handed(named, early);
  const last = got.pop();
  if (!(last instanceof Uint8Array)) {
    return last;
  }
  assert.equal(last.length, 0, "the end");
  return Uint8Array.from(got.flatMap((piece) => [...(piece as Uint8Array)]));
}

afterEach(() => mock.restoreAll());

const EARLY = "https://chat.example/frame/elicitform.test.wasm";

test("the program is asked for before the frame can name it, and once", async () => {
  const requests = network(whole);
  const early = fetchEarly(FRAME);
  assert.deepEqual(requests, [{ url: EARLY, cache: "default" }]);
  await rest();
  assert.deepEqual(await load({ ...hello(), wasm: "elicitform.test.wasm" }, early), WASM);
  assert.equal(requests.length, 1);
});

test("a frame of another version gets the file that it names, whatever became of the early one", async () => {
  const requests = network(async () => new Response("no", { status: 404 }), whole);
  const named = hello();
  assert.deepEqual(await load(named, fetchEarly(FRAME)), WASM);
  assert.deepEqual(requests.map(({ url }) => url), [EARLY, `https://chat.example/frame/${named.wasm}`]);
});

test("what was asked for early and is missing is told, and not asked for twice", async () => {
  const requests = network(async () => new Response("no", { status: 404 }));
  assert.deepEqual(await load({ ...hello(), wasm: "elicitform.test.wasm" }, fetchEarly(FRAME)), { failed: "status 404" });
  assert.equal(requests.length, 1);
  // Resets the file for the next tests.
  network(whole);
  await load({ ...hello(), wasm: "elicitform.test.wasm" });
});

test("each piece is handed over as it comes, and nothing of it stays here", async () => {
  const download = pieces();
  network(download.response);
  const program = fetchEarly(FRAME);
  const [first, second] = [WASM.slice(0, 3), WASM.slice(3)];
  download.send(first);
  await rest();
  const got: unknown[] = [];
  assert.equal(programOf({ ...hello(), wasm: "elicitform.test.wasm" }, FRAME, program), program);
  program.passTo({ postMessage: (wasm, transfer) => void got.push(structuredClone(wasm, { transfer: transfer ?? [] })) });
  await rest();
  assert.deepEqual(got, [WASM.slice(0, 3)]);
  download.send(second);
  await rest();
  assert.deepEqual(got[1], WASM.slice(3));
  assert.deepEqual([first.buffer.byteLength, second.buffer.byteLength], [0, 0]);
  download.end();
  await rest();
  assert.deepEqual(got[2], new Uint8Array());
});

test("only a file beside the document is fetched", async () => {
  network();
  for (const wasm of ["https://evil.example/a.wasm", "../a.wasm", "a.wasm?b", "a.html", "", 5, undefined]) {
    assert.equal(await load({ wasm, bytes: 5 }), null);
  }
});

test("what the frame could make nothing of is forgotten, and fetched again past the browser's cache", async () => {
  const requests = network(async () => new Response("<!doctype html>"), whole, whole);
  const named = hello();
  const program = programOf(named, FRAME);
  await rest();
  program?.markUnusable();
  assert.deepEqual(await load(named), WASM);
  assert.deepEqual(requests.map(({ cache }) => cache), ["default", "reload"]);
});

test("a failure is told with its cause, and the next time it is fetched again", async (t) => {
  const causes: [what: string, failed: string, answer: () => Promise<Response>][] = [
    ["status", "status 404", async () => new Response("no", { status: 404 })],
    ["a download that breaks off", "truncated", async () => {
      const download = pieces();
      download.send(WASM.slice());
      setImmediate(download.fail);
      return download.response();
    }],
  ];
  for (const [what, failed, answer] of causes) {
    await t.test(what, async () => {
      const requests = network(answer, whole);
      const named = hello();
      assert.deepEqual(await load(named), { failed });
      assert.deepEqual(await load(named), WASM);
      assert.deepEqual(requests.map(({ cache }) => cache), ["default", "reload"]);
    });
  }
  await t.test("what this page may not fetch is left to the frame", async () => {
    network(() => Promise.reject(new TypeError("Failed to fetch")));
    assert.equal(await load(hello()), null);
  });
});

test("a download that stalls fails, one that is slow does not", async (t) => {
  await t.test("not a byte", async () => {
    network(() => new Promise(() => {}), whole);
    const named = hello();
    const loading = load(named);
    tick(15_000);
    assert.deepEqual(await loading, { failed: "stalled" });
    assert.deepEqual(await load(named), WASM);
  });
  await t.test("no further byte", async () => {
    const download = pieces();
    network(async () => {
      const response = await download.response();
      return response;
    });
    const loading = load(hello());
    download.send(WASM.slice(0, 5));
    await rest();
    tick(14_999);
    await rest();
    let done = false;
    void loading.then(() => (done = true));
    await rest();
    assert.equal(done, false);
    tick(1);
    // A browser fails a response whose request was aborted.
    download.fail();
    assert.deepEqual(await loading, { failed: "stalled" });
  });
  await t.test("one byte in ten seconds", async () => {
    const download = pieces();
    network(download.response);
    const loading = load(hello());
    for (const byte of WASM) {
      await rest();
      tick(10_000);
      download.send(Uint8Array.of(byte));
    }
    await rest();
    download.end();
    assert.deepEqual(await loading, WASM);
  });
});
