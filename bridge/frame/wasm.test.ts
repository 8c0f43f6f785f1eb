import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { describeFailure, isWasm, loadProgram, programFile } from "./wasm.js";

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
Object.assign(globalThis, { Go: FakeGo, document: { baseURI: BASE } });
Object.defineProperty(globalThis, "navigator", { configurable: true, value: { onLine: true } });

afterEach(() => mock.restoreAll());

const answers = (make: (init: RequestInit) => Promise<Response>): void => {
  mock.method(globalThis, "fetch", (_url: string, init: RequestInit) => make(init));
};
const buffer = (bytes: Uint8Array | string): ArrayBuffer => new Uint8Array(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes).buffer;

test("runs what the host sent, and what it fetched itself", async () => {
  await (await loadProgram(buffer(WASM), file))();
  for (const type of ["application/wasm", "application/octet-stream"]) {
    answers(async () => new Response(WASM, { headers: { "Content-Type": type } }));
    await (await loadProgram(null, file))();
  }
  assert.equal(ran, 3);
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
      await assert.rejects(loadProgram(buffer(content), file), { message: reason });
      for (const type of ["application/wasm", "text/html"]) {
        answers(async () => new Response(content, { headers: { "Content-Type": type } }));
        await assert.rejects(loadProgram(null, file), { message: reason }, type);
      }
    });
  }
  await t.test("half of it, in a document of an older version", async () => {
    await assert.rejects(loadProgram(buffer(half), { ...file, bytes: 0 }), { message: "not-compiled" });
  });
  await t.test("the host could not fetch it", async () => {
    await assert.rejects(loadProgram({ failed: "stalled" }, file), { message: "stalled" });
  });
  await t.test("status", async () => {
    answers(async () => new Response(html, { status: 404 }));
    await assert.rejects(loadProgram(null, file), { message: "status 404" });
  });
  await t.test("another origin's file that is not shared", async () => {
    answers(async ({ mode }) => (mode === "no-cors" ? new Response() : Promise.reject(new TypeError("Failed to fetch"))));
    await assert.rejects(loadProgram(null, file), { message: "blocked" });
  });
  await t.test("no server", async () => {
    answers(() => Promise.reject(new TypeError("Failed to fetch")));
    await assert.rejects(loadProgram(null, file), { message: "unreachable" });
  });
  await t.test("no network", async () => {
    answers(() => Promise.reject(new TypeError("Failed to fetch")));
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: { onLine: false } });
    await assert.rejects(loadProgram(null, file), { message: "offline" });
  });
  await t.test("no wasm_exec.js", async () => {
    globalThis.Go = undefined;
    await assert.rejects(loadProgram(buffer(WASM), file), { message: "no-runtime" });
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
  assert.deepEqual([null, new ArrayBuffer(1), { failed: "stalled" }].map(isWasm), [true, true, true]);
  assert.deepEqual([undefined, "", {}, { failed: 5 }, Object.create({ failed: "stalled" }), []].map(isWasm), Array(6).fill(false));
});

test("a document that does not name the length is no worse for it", () => {
  const page = (meta: object | null): Document => ({ querySelector: () => meta }) as unknown as Document;
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: { bytes: "8" } })), file);
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: {} })), { wasm: "a.wasm", bytes: 0 });
  assert.deepEqual(programFile(page(null)), { wasm: "", bytes: 0 });
});
