import type { Wasm } from "../message/download.js";
import { own } from "../message/json.js";
import type { Arrival, ProgramFile } from "./arrival.js";

/** The members of the class Go in Go's own wasm_exec.js that are used here. */
interface GoRuntime {
  importObject: WebAssembly.Imports;
  /** Set when the program has ended. */
  exited?: boolean;
  /** Lets the program go on, for an event or a timer. */
  _resume(): void;
  /** The program's timers that are running. */
  _scheduledTimeouts: Map<number, unknown>;
  /** Resolves when the program ends, for whatever reason. */
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare global {
  // The class comes from a classic script; undefined when that script failed to load.
  var Go: (new () => GoRuntime) | undefined;
}

/** Reads the description of the wasm file from the document. */
export function programFile(page: Document): ProgramFile {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="elicitform-wasm"]');
  return { wasm: meta?.content ?? "", bytes: Number(meta?.dataset["bytes"]) || 0, digest: meta?.dataset["digest"] ?? "" };
}

/** Reports whether a message carries a part of the program, in memory that only the frame has, or says that the host has none. */
export function isWasm(data: unknown): data is Wasm {
  return data === null || (data instanceof Uint8Array && data.buffer instanceof ArrayBuffer) || typeof own(data, "failed") === "string";
}

/**
 * Compiles the program while it arrives, and returns a function that starts it. An instance is made only after all bytes
 * were verified, because that runs the start function. It rejects with a short code as the message.
 */
export async function loadProgram(arrival: Arrival): Promise<() => Promise<void>> {
  if (typeof WebAssembly !== "object") {
    throw new Error("no-webassembly");
  }
  // wasm_exec.js is deferred, because the shell does not need it. When the document is complete it has run, or failed to load.
  if (typeof Go !== "function" && document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  if (typeof Go !== "function") {
    // A failure of the download is the better explanation.
    throw new Error(arrival.failure ?? "no-runtime");
  }
  const module = await compile(arrival);
  await arrival.verified;
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  return () => runToTheEnd(go, instance);
}

async function compile(arrival: Arrival): Promise<WebAssembly.Module> {
  const response = new Response(arrival.stream, { headers: { "Content-Type": "application/wasm" } });
  try {
    return WebAssembly.compileStreaming
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const csp = /content security|\bCSP\b/i.test(String(error));
    throw new Error(arrival.failure ?? (csp ? "csp" : "not-compiled"), { cause: error });
  }
}

/**
 * Resolves when the program ends, and rejects when an exception leaves the program, such as the browser's own when memory
 * or stack run out: the program would stand still then, and nobody would learn it. After that its timers and listeners do nothing.
 */
function runToTheEnd(go: GoRuntime, instance: WebAssembly.Instance): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const resume = go._resume;
    go._resume = () => {
      if (hasFailed || go.exited) {
        // A timer of a program that does not run would fire again and again.
        go._scheduledTimeouts.clear();
      } else {
        try {
          resume.call(go);
        } catch (error) {
          fail(error);
        }
      }
    };
    const fail = (error: unknown): void => {
      hasFailed = true;
      reject(error);
    };
    go.run(instance).then(resolve, fail);
  });
}

// The cause of a failure and the remedy for a developer, by the code of the failure.
const CAUSES: { [reason: string]: string } = {
  "not-wasm": "the server answers with another file, such as a page of its own. Copy the frame's files anew, all of them.",
  truncated: "only a part of it arrived. Copy the file anew, or look at what stands between server and browser.",
  stalled: "for 15 seconds no more of it arrived.",
  blocked: "the browser may not read it. Its server has to send “Access-Control-Allow-Origin: *”, as the frame has an opaque origin.",
  unreachable: "its server cannot be reached, or a Content-Security-Policy does not list it in connect-src.",
  offline: "there is no network.",
  csp: "a Content-Security-Policy forbids WebAssembly. The frame's needs 'wasm-unsafe-eval' in script-src.",
  changed: "it is another file than the one that this document names by its digest. Copy the frame's files anew, all of them.",
  "not-compiled": "the browser cannot compile it. Copy the frame's files anew, all of them.",
  "no-webassembly": "this browser has no WebAssembly, or it is switched off.",
  "no-runtime": "wasm_exec.js has not run. Are the files beside index.html complete?",
};

/** Tells a developer why the program could not be loaded. */
export function describeFailure(reason: string, file: ProgramFile, base: string): string {
  const cause = /^file:/.test(base)
    ? "browsers load nothing from file://. Serve the frame's files by http."
    : Object.hasOwn(CAUSES, reason) ? CAUSES[reason] : `the server answers with ${reason}. Copy the frame's files anew, all of them.`;
  return `the form's program ${new URL(file.wasm, base).href} could not be loaded: ${cause}`;
}
