import { download, spoiled, type Wasm } from "../message/download.js";
import { own } from "../message/json.js";

// The build writes in what the file of this version is called.
declare const __ELICITFORM_WASM__: string;

// The frame has an opaque origin, for which browsers keep no HTTP cache from one load to the next. So
// the host page fetches the program, and transfers each piece as soon as there is a frame.

// How long the frame may start before the program is unpacked, in milliseconds.
const HEAD_START = 150;

/** The file names that a frame may ask for: without a path and a query. */
export const FILE_NAME = /^[\w.-]+\.wasm$/;

/** The program on its way to one document. */
export type Program = ReturnType<typeof fetchProgram>;

/** Asks for the program that the document at this address most probably needs, before the document can name it. */
export function fetchEarly(frameUrl: string): Program {
  return fetchProgram(__ELICITFORM_WASM__, frameUrl);
}

/** The program that a document names in its hello: in an older copy of the frame another one than the early one; undefined for none. */
export function programOf(hello: unknown, frameUrl: string, early?: Program): Program | undefined {
  const name = `${own(hello, "wasm")}`;
  if (!FILE_NAME.test(name)) {
    return undefined;
  }
  return early?.name === name ? early : fetchProgram(name, frameUrl);
}

function fetchProgram(name: string, frameUrl: string) {
  const url = new URL(name, frameUrl).href;
  let found!: (take: (part: Wasm) => void) => void;
  const taker = new Promise<(part: Wasm) => void>((resolve) => (found = resolve));
  // Parts that arrive before there is a frame wait for it.
  const pass = (part: Wasm): Promise<void> => taker.then((take) => take(part));
  // Unpacking all at once would keep the frame from its start. What comes slowly has to be read.
  const begun = Promise.race([taker, new Promise((resolve) => setTimeout(resolve, HEAD_START))]);
  void download(url, pass, begun).then(
    () => pass(new Uint8Array()),
    // The frame may be allowed to fetch what this page is not.
    ({ message }: Error) => pass(message === "unreachable" ? null : { failed: message }),
  );
  return {
    name,
    /** Hands over all parts that have arrived, and then each part as it arrives. No part stays in this page. */
    passTo: (port: { postMessage(message: unknown, transfer?: Transferable[]): void }): void =>
      found((part) => port.postMessage(part, part instanceof Uint8Array ? [part.buffer] : [])),
    /** The frame could not run it: it is fetched anew for the next one. */
    markUnusable: () => spoiled.add(url),
  };
}
