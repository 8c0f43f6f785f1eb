// Loading and running the program.

import { download } from "../message/download.js";
import { own } from "../message/json.js";
import type { Wasm } from "../message/download.js";

/** What Go's own wasm_exec.js defines. */
interface GoRuntime {
  importObject: WebAssembly.Imports;
  /** Set when the program has ended. */
  exited?: boolean;
  /** Runs the program for an event or a timer; what runs it first is the method of its prototype. */
  _resume(): void;
  /** The timers of the program that are set. */
  _scheduledTimeouts: Map<number, unknown>;
  /** Resolves when the program ends, for whatever reason. */
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare global {
  // A class of a classic script, which is not there when the script failed to load.
  var Go: (new () => GoRuntime) | undefined;
}

const MAGIC = "\0asm";

/** The wasm file, as the document names it. */
export interface ProgramFile {
  /** Its name, beside the document. */
  wasm: string;
  /** Its length; 0 where the document does not say. */
  bytes: number;
}

/** Reads what the document says of its wasm file. */
export function programFile(page: Document): ProgramFile {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="elicitform-wasm"]');
  return { wasm: meta?.content ?? "", bytes: Number(meta?.dataset["bytes"]) || 0 };
}

/** Reports whether the host has sent the wasm, or that it has none. */
export function isWasm(data: unknown): data is Wasm {
  return data === null || data instanceof ArrayBuffer || typeof own(data, "failed") === "string";
}

/**
 * Instantiates the program from the bytes that the host sent, or from the file
 * itself when it sent none, and returns what starts it. It fails with a short
 * code as the message.
 */
export async function loadProgram(wasm: Wasm, { wasm: file, bytes }: ProgramFile): Promise<() => Promise<void>> {
  if (wasm !== null && !(wasm instanceof ArrayBuffer)) {
    throw new Error(wasm.failed);
  }
  if (typeof WebAssembly !== "object") {
    throw new Error("no-webassembly");
  }
  if (typeof Go !== "function") {
    throw new Error("no-runtime");
  }
  const go = new Go();
  const { instance } = await (wasm ? compiled(wasm, bytes, go) : fetched(new URL(file, document.baseURI).href, bytes, go));
  return () => runToTheEnd(go, () => go.run(instance));
}

/**
 * Resolves when the program ends, and rejects when it falls: when an exception
 * passes through it, as the browser's own do for want of memory or stack. It
 * would stand still then, and nobody would know. Timers and listeners that it
 * leaves behind do nothing.
 */
function runToTheEnd(go: GoRuntime, run: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let gone = false;
    const resume = go._resume;
    go._resume = () => {
      if (gone || go.exited) {
        // A timer resumes the program until it has taken the timer out.
        go._scheduledTimeouts.clear();
        return;
      }
      try {
        resume.call(go);
      } catch (error) {
        fell(error);
      }
    };
    const fell = (error: unknown): void => {
      gone = true;
      reject(error);
    };
    run().then(resolve, fell);
  });
}

async function fetched(url: string, bytes: number, go: GoRuntime): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  try {
    return await download(url, "default", (response) => streamed(response, bytes, go));
  } catch (error) {
    const { message, cause } = error as Error;
    const code = message === "not-compiled" ? (cause as Error).message : message;
    throw new Error(code === "unreachable" ? await unanswered(url) : code, { cause });
  }
}

// A browser does not say why it has no response. Where nobody asks to read it,
// one that the server does not share can be told from one that is not there.
async function unanswered(url: string): Promise<string> {
  if (!navigator.onLine) {
    return "offline";
  }
  return fetch(url, { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) }).then(
    () => "blocked",
    () => "unreachable",
  );
}

async function streamed(response: Response, bytes: number, go: GoRuntime): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  // A server that does not know application/wasm must not be the end of it.
  if (response.headers.get("Content-Type") !== "application/wasm" || !WebAssembly.instantiateStreaming) {
    return compiled(await response.arrayBuffer(), bytes, go);
  }
  const copy = response.clone();
  try {
    return await WebAssembly.instantiateStreaming(response, go.importObject);
  } catch {
    return compiled(await copy.arrayBuffer(), bytes, go);
  }
}

async function compiled(wasm: ArrayBuffer, bytes: number, go: GoRuntime): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const head = String.fromCharCode(...new Uint8Array(wasm).subarray(0, MAGIC.length));
  if (!MAGIC.startsWith(head)) {
    throw new Error("not-wasm");
  }
  if (wasm.byteLength < Math.max(bytes, MAGIC.length)) {
    throw new Error("truncated");
  }
  try {
    return await WebAssembly.instantiate(wasm, go.importObject);
  } catch (error) {
    throw new Error(/content security|\bCSP\b/i.test(String(error)) ? "csp" : "not-compiled", { cause: error });
  }
}

// What a developer can do about it.
const CAUSES: { [reason: string]: string } = {
  "not-wasm": "the server answers with another file, such as a page of its own. Copy the frame's files anew, all of them.",
  truncated: "only a part of it arrived. Copy the file anew, or look at what stands between server and browser.",
  stalled: "for 15 seconds no more of it arrived.",
  blocked: "the browser may not read it. Its server has to send “Access-Control-Allow-Origin: *”, as the frame has an opaque origin.",
  unreachable: "its server cannot be reached, or a Content-Security-Policy does not list it in connect-src.",
  offline: "there is no network.",
  csp: "a Content-Security-Policy forbids WebAssembly. The frame's needs 'wasm-unsafe-eval' in script-src.",
  "not-compiled": "the browser cannot compile it. Copy the frame's files anew, all of them.",
  "no-webassembly": "this browser has no WebAssembly, or it is switched off.",
  "no-runtime": "wasm_exec.js has not run. Are the files beside index.html complete?",
};

/** Says to a developer why the program could not be loaded. */
export function describeFailure(reason: string, file: ProgramFile, base: string): string {
  const cause = Object.hasOwn(CAUSES, reason) ? CAUSES[reason] : `the server answers with ${reason}. Copy the frame's files anew, all of them.`;
  return `the form's program ${new URL(file.wasm, base).href} could not be loaded: ${cause}`;
}
