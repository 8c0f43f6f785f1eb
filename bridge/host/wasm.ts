// The frame has an opaque origin, for which browsers keep no HTTP cache across
// loads, so that the host page fetches the wasm for it: once a page, however
// many frames there are.

const fetched = new Map<string, Promise<ArrayBuffer>>();

/** The form of a file name that a frame may ask for; it has no path and no query. */
const FILE_NAME = /^[\w.-]+\.wasm$/;

/** The address of the wasm file that the frame named, or undefined for a name that is not one. */
export function wasmUrl(name: unknown, frameUrl: string): string | undefined {
  return typeof name === "string" && FILE_NAME.test(name) ? new URL(name, frameUrl).href : undefined;
}

/** A copy of the bytes that the caller may transfer. It fetches again after a failure. */
export async function wasmBytes(url: string): Promise<ArrayBuffer> {
  let bytes = fetched.get(url);
  if (!bytes) {
    bytes = fetchBytes(url);
    fetched.set(url, bytes);
    bytes.catch(() => fetched.delete(url));
  }
  return (await bytes).slice(0);
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`fetching ${url}: status ${response.status}`);
  }
  return response.arrayBuffer();
}
