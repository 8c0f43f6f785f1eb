import { download, type Wasm } from "../message/download.js";
import { own } from "../message/json.js";

// The frame has an opaque origin, for which browsers keep no HTTP cache across
// loads, so that the host page fetches the wasm for it: once a page, however
// many frames there are. What has failed is kept as undefined, and not taken
// from the browser's cache again.
const fetched = new Map<string, Promise<ArrayBuffer> | undefined>();

/** The form of a file name that a frame may ask for; it has no path and no query. */
const FILE_NAME = /^[\w.-]+\.wasm$/;

/** Where the wasm file is that the frame has named in its hello; undefined where that is no name. */
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
    // What this page may not fetch the frame perhaps may. One of an older
    // version, which names no length, can but try.
    return own(hello, "bytes") !== undefined && failed !== "unreachable" ? { failed } : null;
  }
}

/** The frame could make nothing of the bytes that it got. */
export function forgetWasm(url: string): void {
  fetched.set(url, undefined);
}
