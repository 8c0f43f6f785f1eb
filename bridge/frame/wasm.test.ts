import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import type { Wasm } from "../message/download.js";
import { arriving, describeFailure, isWasm, loadProgram, type ProgramFile, programFile } from "./wasm.js";

const WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const file = { wasm: "a.wasm", bytes: WASM.length };
const BASE = "https://chat.example/frame/index.html";

let ran = 0;
class FakeGo {
  importObject = {};
  _scheduledTimeouts = new Map();
  _resume(): void {}
  async run(): Promise<void> {
    ran++;
  }
}
Object.assign(globalThis, { Go: FakeGo, document: { baseURI: BASE, readyState: "complete" } });
Object.defineProperty(globalThis, "navigator", { configurable: true, value: { onLine: true } });

afterEach(() => mock.restoreAll());

const answers = (make: (init: RequestInit) => Promise<Response>): void => {
  mock.method(globalThis, "fetch", (_url: string, init: RequestInit) => make(init));
};
/** Loads the program of a host that hands over these. */
const load = (named: ProgramFile, ...handed: Wasm[]): ReturnType<typeof loadProgram> => {
  const { arrival, take } = arriving(named);
  const loading = loadProgram(arrival);
  handed.forEach(take);
  return loading;
};
const bytesOf = (text: Uint8Array | string): Uint8Array<ArrayBuffer> => new Uint8Array(typeof text === "string" ? new TextEncoder().encode(text) : text);
const END = (): Uint8Array<ArrayBuffer> => new Uint8Array();
const whole = (bytes: Uint8Array | string): Uint8Array<ArrayBuffer>[] => [bytesOf(bytes), END()];

test("runs what the host sent, and what it fetched itself", async () => {
  await (await load(file, ...Array.from(WASM, (byte) => Uint8Array.of(byte)), END()))();
  await (await load(file, ...whole(WASM)))();
  for (const type of ["application/wasm", "application/octet-stream"]) {
    answers(async () => new Response(WASM, { headers: { "Content-Type": type } }));
    await (await load(file, null))();
  }
  assert.equal(ran, 4);
});

test("compiles while the bytes arrive, and waits for the last one", async () => {
  const compile = mock.method(WebAssembly, "instantiateStreaming");
  const { arrival, take } = arriving(file);
  take(WASM.slice(0, 5));
  let loaded = false;
  const loading = loadProgram(arrival).then(() => (loaded = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([compile.mock.callCount(), loaded], [1, false]);
  take(WASM.slice(5));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(loaded, false);
  take(END());
  await loading;
  // What comes after the end changes nothing.
  take(WASM.slice(5));
  take({ failed: "stalled" });
  assert.equal(arrival.failure, undefined);
});

test("a browser that cannot compile while it loads gets all bytes at once", async () => {
  const { instantiateStreaming } = WebAssembly;
  Reflect.deleteProperty(WebAssembly, "instantiateStreaming");
  try {
    await load(file, WASM.slice(0, 5), WASM.slice(5), END());
    await assert.rejects(load(file, WASM.slice(0, 5), END()), { message: "truncated" });
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
});

test("Go's runtime is waited for while the document loads", async () => {
  const page = new EventTarget();
  const before = globalThis.document;
  for (const readyState of ["loading", "interactive"]) {
    Object.assign(globalThis, { Go: undefined, addEventListener: page.addEventListener.bind(page), document: { baseURI: BASE, readyState } });
    try {
      const loading = load(file, WASM.slice(), END());
      await new Promise((resolve) => setTimeout(resolve, 5));
      Object.assign(globalThis, { Go: FakeGo });
      page.dispatchEvent(new Event("load"));
      await loading;
    } finally {
      Object.assign(globalThis, { Go: FakeGo, document: before });
      Reflect.deleteProperty(globalThis, "addEventListener");
    }
  }
});

test("names why there is nothing to run", async (t) => {
  const html = "<!doctype html><title>My app</title>";
  const half = WASM.slice(0, 5);
  const broken = Uint8Array.of(...WASM.slice(0, 4), 9, 9, 9, 9);
  for (const [what, content, reason] of [
    ["a page", html, "not-wasm"],
    ["half of it", half, "truncated"],
    ["next to nothing", WASM.slice(0, 2), "truncated"],
    ["nothing", "", "truncated"],
    ["something else that is wasm", broken, "not-compiled"],
  ] as const) {
    await t.test(what, async () => {
      await assert.rejects(load(file, ...whole(content)), { message: reason });
      await assert.rejects(load(file, ...Array.from(bytesOf(content), (byte) => Uint8Array.of(byte)), END()), { message: reason });
      for (const type of ["application/wasm", "text/html"]) {
        answers(async () => new Response(content, { headers: { "Content-Type": type } }));
        await assert.rejects(load(file, null), { message: reason }, type);
      }
    });
  }
  await t.test("half of it, in a document that does not say how long it is", async () => {
    await assert.rejects(load({ ...file, bytes: 0 }, ...whole(half)), { message: "not-compiled" });
  });
  await t.test("the host could not fetch it", async () => {
    await assert.rejects(load(file, { failed: "stalled" }), { message: "stalled" });
    await assert.rejects(load(file, WASM.slice(0, 5), { failed: "stalled" }), { message: "stalled" });
  });
  await t.test("status", async () => {
    answers(async () => new Response(html, { status: 404 }));
    await assert.rejects(load(file, null), { message: "status 404" });
  });
  await t.test("another origin's file that is not shared", async () => {
    answers(async ({ mode }) => (mode === "no-cors" ? new Response() : Promise.reject(new TypeError("Failed to fetch"))));
    await assert.rejects(load(file, null), { message: "blocked" });
  });
  await t.test("no server", async () => {
    answers(() => Promise.reject(new TypeError("Failed to fetch")));
    await assert.rejects(load(file, null), { message: "unreachable" });
  });
  await t.test("no network", async () => {
    answers(() => Promise.reject(new TypeError("Failed to fetch")));
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: { onLine: false } });
    await assert.rejects(load(file, null), { message: "offline" });
  });
  await t.test("no wasm_exec.js", async () => {
    globalThis.Go = undefined;
    await assert.rejects(load(file, ...whole(WASM)), { message: "no-runtime" });
    globalThis.Go = FakeGo;
  });
});

test("a developer is told the address and what to do", () => {
  const text = describeFailure("blocked", file, BASE);
  assert.match(text, /https:\/\/chat\.example\/frame\/a\.wasm/);
  assert.match(text, /Access-Control-Allow-Origin/);
  assert.match(describeFailure("status 404", file, BASE), /answers with status 404/);
  assert.match(describeFailure("constructor", file, BASE), /answers with constructor/);
});

test("takes nothing else for the program", () => {
  assert.deepEqual([null, new Uint8Array(), { failed: "stalled" }].map(isWasm), [true, true, true]);
  assert.deepEqual([undefined, "", {}, { failed: 5 }, Object.create({ failed: "stalled" }), []].map(isWasm), Array(6).fill(false));
});

test("a document that does not name the length is no worse for it", () => {
  const page = (meta: object | null): Document => ({ querySelector: () => meta }) as unknown as Document;
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: { bytes: "8" } })), file);
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: {} })), { wasm: "a.wasm", bytes: 0 });
  assert.deepEqual(programFile(page(null)), { wasm: "", bytes: 0 });
});
