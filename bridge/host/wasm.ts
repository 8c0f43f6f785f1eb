// The frame has an opaque origin, for which browsers keep no HTTP cache across
// loads, so that the host page fetches the wasm for it: once a page, however
// many frames there are.

const fetched = new Map<string, Promise<ArrayBuffer>>();

/** The form of a file name that a frame may ask for; it has no path and no query. */
const FILE_NAME = /^[\w.-]+\.wasm$/;

/**
 * A copy of the wasm file that the frame named, which the caller may transfer;
 * null when there is none. It fetches again after a failure.
 */
export async function wasmBytes(name: unknown, frameUrl: string): Promise<ArrayBuffer | null> {
  if (typeof name !== "string" || !FILE_NAME.test(name)) {
    return null;
  }
  const url = new URL(name, frameUrl).href;
  const bytes = fetched.get(url) ?? fetchBytes(url);
  fetched.set(url, bytes);
  try {
    return (await bytes).slice(0);
  } catch {
    fetched.delete(url);
    return null;
  }
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  return response.arrayBuffer();
}
