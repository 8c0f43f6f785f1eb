import { download, spoiled, type Wasm } from "../message/download.js";
import { own } from "../message/json.js";

// The build inserts the file name of this version.
declare const __ELICITFORM_WASM__: string;

// Browsers do not cache downloads of the frame, because its origin is opaque. So the host page fetches the program, and
// transfers each piece as soon as there is a frame.

// The frame starts for this long before the browser unpacks the program, in milliseconds.
const HEAD_START = 150;

/** The file names that a frame may ask for: without a path and a query. */
export const FILE_NAME = /^[\w.-]+\.wasm$/;

/** The program on its way to one document. */
export type Program = ReturnType<typeof fetchProgram>;

/** Fetches the program that the document at this address probably needs, before the document can name it. */
export function fetchEarly(frameUrl: string): Program {
  return fetchProgram(__ELICITFORM_WASM__, frameUrl);
}

/** Returns the program that a document names in its hello, if any. An older copy of the frame names another program than `early`. */
export function programOf(hello: unknown, frameUrl: string, early?: Program): Program | undefined {
  const name = `${own(hello, "wasm")}`;
  if (!FILE_NAME.test(name)) {
    return undefined;
  }
  return early?.name === name ? early : fetchProgram(name, frameUrl);
}

function fetchProgram(name: string, frameUrl: string) {
  const url = new URL(name, frameUrl).href;
  let setTaker!: (take: (part: Wasm) => void) => void;
  const taker = new Promise<(part: Wasm) => void>((resolve) => (setTaker = resolve));
  // A part that arrives before the frame waits for it.
  const pass = (part: Wasm): Promise<void> => taker.then((take) => take(part));
  // Unpacking everything at once would delay the start of the frame. A slow download has to be read after HEAD_START.
  const mayUnpack = Promise.race([taker, new Promise((resolve) => setTimeout(resolve, HEAD_START))]);
  void download(url, pass, mayUnpack).then(
    () => pass(new Uint8Array()),
    // The frame may be allowed to fetch the file if this page is not.
    ({ message }: Error) => pass(message === "unreachable" ? null : { failed: message }),
  );
  return {
    name,
    /** Transfers all parts that have arrived, and each later part as it arrives. No part stays in this page. */
    passTo: (port: { postMessage(message: unknown, transfer?: Transferable[]): void }): void =>
      setTaker((part) => port.postMessage(part, part instanceof Uint8Array ? [part.buffer] : [])),
    /** The frame could not run the program: the next frame gets a new download. */
    markUnusable: () => spoiled.add(url),
  };
}
