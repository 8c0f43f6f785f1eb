// Loading and running the program.

/** What Go's own wasm_exec.js defines. */
interface GoRuntime {
  importObject: WebAssembly.Imports;
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
  return () => go.run(instance);
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
