import { download, type Wasm } from "../message/download.js";
import { own } from "../message/json.js";
import type { Port } from "./rpc.js";

// The build writes in what the file of this version is called.
declare const __ELICITFORM_WASM__: string;

// The frame has an opaque origin, for which browsers keep no HTTP cache from one
// load to the next. So the host page fetches the program for it. It keeps no byte
// of it: each piece is transferred as it comes, and what the next frame needs is in
// the browser's cache. These are the files of which somebody could make nothing:
// the next fetch passes the cache by.
const spoiled = new Set<string>();

/** The file names that a frame may ask for: without a path and a query. */
const FILE_NAME = /^[\w.-]+\.wasm$/;

/** The program on its way to one document. */
export type Program = ReturnType<typeof fetchProgram>;

/** Asks for the program that the document at this address most probably needs, before the document can name it. */
export function fetchEarly(frameUrl: string): Program {
  return fetchProgram(new URL(__ELICITFORM_WASM__, frameUrl).href);
}

/**
 * The program that a document has named in its hello. An older copy of the frame
 * names another file than the early one. It is undefined for a document that
 * cannot take the program from its host, and fetches it itself.
 */
export function programOf(hello: unknown, frameUrl: string, early?: Program): Program | undefined {
  const name = String(own(hello, "wasm"));
  if (!own(hello, "pieces") || !FILE_NAME.test(name)) {
    return undefined;
  }
  const { href } = new URL(name, frameUrl);
  return early?.url === href ? early : fetchProgram(href);
}

function fetchProgram(url: string) {
  let found!: (take: (part: Wasm) => void) => void;
  // What has come is not read before there is a frame for it: unpacking ten megabytes
  // would keep the frame from its start, and no network stands still meanwhile.
  const taker = new Promise<(part: Wasm) => void>((resolve) => (found = resolve));
  const end = async (last: Wasm): Promise<void> => (await taker)(last);
  void download(url, spoiled.delete(url) ? "reload" : "default", taker).then(
    () => end(new Uint8Array()),
    ({ message }: Error) => {
      spoiled.add(url);
      // The frame may be allowed to fetch what this page is not.
      return end(message === "unreachable" ? null : { failed: message });
    },
  );
  return {
    url,
    /** Hands over what has come, and then each part as it comes. Nothing of it stays here. */
    passTo: (port: Pick<Port, "postMessage">): void => found((part) => port.postMessage(part, part instanceof Uint8Array ? [part.buffer] : [])),
    /** The frame could not run it: it is fetched anew for the next one. */
    spoil: () => spoiled.add(url),
  };
}
