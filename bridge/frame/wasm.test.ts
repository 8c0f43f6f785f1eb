import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, mock, test } from "node:test";
import { rest } from "../message/test/clock.js";
import type { Wasm } from "../message/download.js";
import { Arrival, BLOCK, isVerifiable, type ProgramFile } from "./arrival.js";
import { describeFailure, isWasm, loadProgram, programFile } from "./wasm.js";

const WASM = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
/** The digest of a program, as the build makes it. */
function digestOf(program: Uint8Array): string {
  const all = createHash("sha256");
  for (let at = 0; at < program.length; at += BLOCK) {
    all.update(createHash("sha256").update(program.subarray(at, at + BLOCK)).digest());
  }
  return all.digest("hex");
}
const file = { wasm: "a.wasm", bytes: WASM.length, digest: digestOf(WASM) };
const BASE = "https://chat.example/frame/index.html";

let ran = 0;
const imports: WebAssembly.Imports = {};
class FakeGo {
  importObject = imports;
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
const answering = <T>(content: Uint8Array<ArrayBuffer>, make: () => T): T => {
  answers(async () => new Response(content));
  return make();
};
/** Loads a program from a host that hands over these pieces. */
const load = (named: ProgramFile, ...handed: Wasm[]): ReturnType<typeof loadProgram> => {
  const arrival = new Arrival(named, BASE);
  const loading = loadProgram(arrival);
  handed.forEach((wasm) => arrival.take(wasm));
  return loading;
};
const bytesOf = (text: Uint8Array | string): Uint8Array<ArrayBuffer> => new Uint8Array(typeof text === "string" ? new TextEncoder().encode(text) : text);
const END = (): Uint8Array<ArrayBuffer> => new Uint8Array();
const whole = (bytes: Uint8Array | string): Uint8Array<ArrayBuffer>[] => [bytesOf(bytes), END()];

test("runs a program from the host, and one that the frame has fetched", async () => {
  await (await load(file, ...Array.from(WASM, (byte) => Uint8Array.of(byte)), END()))();
  await (await load(file, ...whole(WASM)))();
  for (const type of ["application/wasm", "application/octet-stream"]) {
    answers(async () => new Response(WASM, { headers: { "Content-Type": type } }));
    await (await load(file, null))();
  }
  assert.equal(ran, 4);
});

test("compiles while the bytes arrive, and waits for the last one", async () => {
  const compile = mock.method(WebAssembly, "compileStreaming");
  const arrival = new Arrival(file, BASE);
  const take = (wasm: Wasm): void => arrival.take(wasm);
  take(WASM.slice(0, 5));
  let loaded = false;
  const loading = loadProgram(arrival).then(() => (loaded = true));
  await rest();
  assert.deepEqual([compile.mock.callCount(), loaded], [1, false]);
  take(WASM.slice(5));
  // A whole compilation takes less time than this program has had.
  await WebAssembly.compile(WASM);
  await rest();
  assert.equal(loaded, false);
  take(END());
  await loading;
  // Pieces after the end change nothing.
  take(WASM.slice(5));
  take({ failed: "stalled" });
  assert.equal(arrival.failure, undefined);
});

test("a browser that cannot compile while it loads gets all bytes at once", async () => {
  const { compileStreaming } = WebAssembly;
  Reflect.deleteProperty(WebAssembly, "compileStreaming");
  try {
    await load(file, WASM.slice(0, 5), WASM.slice(5), END());
    await assert.rejects(load(file, WASM.slice(0, 5), END()), { message: "truncated" });
  } finally {
    WebAssembly.compileStreaming = compileStreaming;
  }
});

test("loading waits for Go's runtime while the document loads", async () => {
  const page = new EventTarget();
  const before = globalThis.document;
  for (const readyState of ["loading", "interactive"]) {
    Object.assign(globalThis, { Go: undefined, addEventListener: page.addEventListener.bind(page), document: { baseURI: BASE, readyState } });
    try {
      const loading = load(file, WASM.slice(), END());
      await rest();
      Object.assign(globalThis, { Go: FakeGo });
      page.dispatchEvent(new Event("load"));
      await loading;
    } finally {
      Object.assign(globalThis, { Go: FakeGo, document: before });
      Reflect.deleteProperty(globalThis, "addEventListener");
    }
  }
});

/** A program of three blocks: its last section means nothing. */
const LONG = new Uint8Array(2 * BLOCK + 100);
const SECTION = LONG.length - WASM.length - 5;
LONG.set([...WASM, 0, (SECTION & 127) | 128, ((SECTION >> 7) & 127) | 128, ((SECTION >> 14) & 127) | 128, SECTION >> 21]);
const long = { ...file, bytes: LONG.length, digest: digestOf(LONG) };

test("each byte is copied once, into a block, however large the pieces are", async () => {
  for (const size of [997, BLOCK - 1, BLOCK, BLOCK + 1, LONG.length]) {
    const pieces = Array.from({ length: Math.ceil(LONG.length / size) }, (_, i) => LONG.slice(i * size, (i + 1) * size));
    const arrival = new Arrival(long, BASE);
    const copies = mock.method(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, "set");
    for (const wasm of [...pieces, END()]) {
      arrival.take(wasm);
    }
    const copied = copies.mock.calls.reduce((sum, { arguments: [from] }) => sum + from.length, 0);
    copies.mock.restore();
    assert.equal(copied, LONG.length, `pieces of ${size}`);
    const reader = arrival.stream.getReader();
    for (const piece of pieces) {
      assert.equal((await reader.read()).value, piece, "the compiler gets the pieces themselves");
    }
    await arrival.verified;
  }
  await load(long, ...whole(LONG));
});

// Another program, whose start function calls back as soon as there is an instance.
const { wasm: HOSTILE, called } = hostile();

test("another program is compiled and never becomes an instance, however it comes", async (t) => {
  const named = { ...file, bytes: HOSTILE.length };
  const pieces = Array.from(HOSTILE, (byte) => Uint8Array.of(byte));
  await t.test("as long as the program", async () => {
    await assert.rejects(load(named, ...whole(HOSTILE)), { message: "changed" });
    await assert.rejects(load(named, ...pieces, END()), { message: "changed" });
  });
  await t.test("longer, after the program itself", async () => {
    await assert.rejects(load(file, ...whole(HOSTILE)), { message: "changed" });
    await assert.rejects(load(file, bytesOf(WASM), ...whole(HOSTILE)), { message: "changed" });
  });
  await t.test("from the own address", async () => {
    await assert.rejects(answering(HOSTILE, () => load(named, null)), { message: "changed" });
  });
  await t.test("where a browser cannot compile while it loads", async () => {
    const { compileStreaming } = WebAssembly;
    Reflect.deleteProperty(WebAssembly, "compileStreaming");
    await assert.rejects(load(named, ...whole(HOSTILE)), { message: "changed" }).finally(() => (WebAssembly.compileStreaming = compileStreaming));
  });
  await t.test("with one other byte in one of its blocks", async () => {
    for (const at of [16, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK, LONG.length - 1]) {
      const changed = LONG.slice();
      changed[at]! ^= 1;
      await assert.rejects(load(long, ...whole(changed)), { message: "changed" }, `byte ${at}`);
    }
  });
  assert.equal(called(), 0);
  // As the named program the same bytes do run, so the test would notice a call.
  await load({ ...named, digest: digestOf(HOSTILE) }, ...whole(HOSTILE));
  assert.equal(called(), 1);
});

test("where nothing can be verified the frame fetches its own file once, and takes none", async () => {
  const subtle = Object.getOwnPropertyDescriptor(Crypto.prototype, "subtle")!;
  const fetches: string[] = [];
  const cases: [string, ProgramFile, boolean][] = [
    ["no crypto.subtle", file, false],
    ["no digest in the document", { ...file, digest: "" }, true],
    ["no length in the document", { ...file, bytes: 0 }, true],
  ];
  for (const [what, named, able] of cases) {
    for (const handed of [[null], [bytesOf(HOSTILE), END()], [null, bytesOf(HOSTILE), null, END()], [{ failed: "stalled" }]] as Wasm[][]) {
      fetches.length = 0;
      mock.method(globalThis, "fetch", async (url: string) => (fetches.push(url), new Response(WASM)));
      Object.defineProperty(Crypto.prototype, "subtle", { ...subtle, get: able ? subtle.get! : () => undefined });
      try {
        assert.equal(isVerifiable(named), false, what);
        await (await load(named, ...handed))();
        assert.deepEqual(fetches, ["https://chat.example/frame/a.wasm"], what);
      } finally {
        Object.defineProperty(Crypto.prototype, "subtle", subtle);
      }
    }
  }
  assert.equal(called(), 1);
});

test("names the reason why the program cannot run", async (t) => {
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
    await assert.rejects(answering(half, () => load({ ...file, bytes: 0 }, null)), { message: "not-compiled" });
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

test("the message for a developer has the address and the remedy", () => {
  const text = describeFailure("blocked", file, BASE);
  assert.match(text, /https:\/\/chat\.example\/frame\/a\.wasm/);
  assert.match(text, /Access-Control-Allow-Origin/);
  assert.match(describeFailure("status 404", file, BASE), /answers with status 404/);
  assert.match(describeFailure("unreachable", file, "file:///srv/frame/boot.js"), /a\.wasm could not be loaded: browsers load nothing from file:/);
  assert.match(describeFailure("constructor", file, BASE), /answers with constructor/);
});

test("takes nothing else for the program", () => {
  assert.deepEqual([null, new Uint8Array(), { failed: "stalled" }].map(isWasm), [true, true, true]);
  assert.equal(isWasm(new Uint8Array(new SharedArrayBuffer(8))), false, "the parent could change it after the digest");
  assert.deepEqual([undefined, "", {}, { failed: 5 }, Object.create({ failed: "stalled" }), []].map(isWasm), Array(6).fill(false));
});

test("a document that does not name the length is no worse for it", () => {
  const page = (meta: object | null): Document => ({ querySelector: () => meta }) as unknown as Document;
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: { bytes: "8", digest: file.digest } })), file);
  assert.deepEqual(programFile(page({ content: "a.wasm", dataset: {} })), { wasm: "a.wasm", bytes: 0, digest: "" });
  assert.deepEqual(programFile(page(null)), { wasm: "", bytes: 0, digest: "" });
});

/** Makes a module whose start function calls an import of FakeGo, and a counter of these calls. */
function hostile(): { wasm: Uint8Array<ArrayBuffer>; called(): number } {
  let calls = 0;
  Object.assign(imports, { e: { e: () => void calls++ } });
  const wasm = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0,
    1, 4, 1, 0x60, 0, 0, // One type: () => ().
    2, 7, 1, 1, 0x65, 1, 0x65, 0, 0, // The import e.e is a function of it.
    8, 1, 0, // It is the start function.
  );
  return { wasm, called: () => calls };
}
