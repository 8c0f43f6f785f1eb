import { download, type Wasm } from "../message/download.js";
import { own } from "../message/json.js";

// The frame has an opaque origin, for which browsers keep no HTTP cache from one
// load to the next. So the host page fetches the program for it, once for all
// frames of the page. A fetch that has failed is kept as undefined: the next one
// passes the browser's cache by.
const fetched = new Map<string, Promise<ArrayBuffer> | undefined>();

/** The file names that a frame may ask for: without a path and a query. */
const FILE_NAME = /^[\w.-]+\.wasm$/;

/** The address of the wasm file that the frame has named in its hello; undefined when it has named none. */
export function wasmUrl(hello: unknown, frameUrl: string): string | undefined {
  const name = own(hello, "wasm");
  return typeof name === "string" && FILE_NAME.test(name) ? new URL(name, frameUrl).href : undefined;
}

/** A copy of the wasm file, which the caller may transfer. It fetches again after a failure. */
export async function wasmFor(url: string | undefined, hello: unknown): Promise<Wasm> {
  if (!url) {
    return null;
  }
  const loading = fetched.get(url) ?? download(url, fetched.has(url) ? "reload" : "default", (response) => response.arrayBuffer());
  fetched.set(url, loading);
  try {
    return (await loading).slice(0);
  } catch (error) {
    if (fetched.get(url) === loading) {
      forgetWasm(url);
    }
    const failed = (error as Error).message;
    // The frame may be allowed to fetch what this page is not. A frame of an older
    // version, whose hello names no length, always tries by itself.
    return own(hello, "bytes") !== undefined && failed !== "unreachable" ? { failed } : null;
  }
}

/** The frame could not run the bytes that it got: they are fetched again for the next one. */
export function forgetWasm(url: string): void {
  fetched.set(url, undefined);
}
