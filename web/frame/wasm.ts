// Loading and running the program.

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

/**
 * Instantiates the program from the bytes that the host sent, or from the file
 * itself when it sent none, and returns what starts it.
 */
export async function loadProgram(bytes: ArrayBuffer | null, file: string): Promise<() => Promise<void>> {
  if (typeof WebAssembly !== "object" || typeof Go !== "function") {
    throw new Error("no WebAssembly runtime");
  }
  const go = new Go();
  const { instance } = await (bytes ? WebAssembly.instantiate(bytes, go.importObject) : fetchProgram(file, go));
  return () => Promise.race([go.run(instance), fallen(go)]);
}

/**
 * Rejects when the program falls: when an exception passes through it, as the
 * browser's own do for want of memory or stack. It would stand still then, and
 * nobody would know. Timers and listeners that it leaves behind do nothing.
 */
function fallen(go: GoRuntime): Promise<never> {
  return new Promise((_, reject) => {
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
        gone = true;
        reject(error);
      }
    };
  });
}

async function fetchProgram(file: string, go: GoRuntime): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const response = await fetch(file);
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  // A server that does not know application/wasm must not be the end of it.
  if (response.headers.get("Content-Type") === "application/wasm" && WebAssembly.instantiateStreaming) {
    return WebAssembly.instantiateStreaming(response, go.importObject);
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
}
