import { download, type Wasm } from "../message/download.js";
import { hex } from "./hex.js";

const MAGIC = "\0asm";
/** The bytes that are hashed together: the digest of the program is the SHA-256 of its blocks' SHA-256s. web/build/site.go makes it. */
export const BLOCK = 256 * 1024;
const DIGEST_BYTES = 32;

/** The wasm file, as the document describes it. */
export interface ProgramFile {
  /** Its name, beside the document. */
  wasm: string;
  /** Its length; 0 if unknown. */
  bytes: number;
  /** Its digest in hexadecimal digits: the SHA-256 of the SHA-256s of its blocks; "" if unknown. */
  digest: string;
}

/** Reports whether the bytes of a program can be verified: browsers make digests only for pages that come by https or from this machine. */
export function isVerifiable({ bytes, digest }: ProgramFile): boolean {
  return bytes > 0 && digest !== "" && (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/**
 * Feeds the compiler with the bytes of the program while the host sends them. The frame fetches the file itself if the host cannot send
 * it, or if the browser cannot verify bytes.
 */
export class Arrival {
  readonly #file: ProgramFile;
  readonly #base: string;
  #fetching = false;
  readonly #digests: BlockDigests | undefined;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #head = "";
  #arrived = 0;
  #over = false;
  /** Why the bytes cannot be used, as a short code. */
  failure: string | undefined;
  /** The bytes that have arrived. The stream fails if they cannot be used. */
  readonly stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (this.#controller = controller) });
  /** Once the stream has ended: resolves when its bytes have the digest, and rejects otherwise. */
  verified: Promise<void> | undefined;

  /** The file lies beside the address `base`. */
  constructor(file: ProgramFile, base: string) {
    this.#file = file;
    this.#base = base;
    this.#digests = isVerifiable(file) ? new BlockDigests() : undefined;
  }

  /** Takes a piece of the file, or news about it, from the host. */
  take(wasm: Wasm): void {
    if (this.#fetching) {
      return;
    }
    if (wasm === null || !this.#digests) {
      this.#fetching = true;
      void this.#fetch();
    } else if ("failed" in wasm) {
      this.#fail(wasm.failed);
    } else if (wasm.length === 0) {
      this.#end();
    } else {
      this.#piece(wasm);
    }
  }

  async #fetch(): Promise<void> {
    const url = new URL(this.#file.wasm, this.#base).href;
    try {
      await download(url, (piece) => this.#piece(piece));
      this.#end();
    } catch (error) {
      const { message } = error as Error;
      this.#fail(message === "unreachable" ? await diagnose(url) : message);
    }
  }

  #piece(piece: Uint8Array): void {
    if (this.#over) {
      return;
    }
    const end = this.#arrived + piece.length;
    this.#head += String.fromCharCode(...piece.subarray(0, MAGIC.length - this.#head.length));
    if (!MAGIC.startsWith(this.#head)) {
      this.#fail("not-wasm");
    } else if (this.#digests && end > this.#file.bytes) {
      this.#fail("changed");
    } else {
      this.#digests?.add(piece);
      this.#controller.enqueue(piece);
    }
    this.#arrived = end;
  }

  #end(): void {
    if (this.#arrived < Math.max(this.#file.bytes, MAGIC.length)) {
      this.#fail("truncated");
    } else if (!this.#over) {
      this.#over = true;
      this.#controller.close();
      this.verified = this.#digests?.verify(this.#file.digest);
      // The compiler may fail before anybody waits for the digest.
      this.verified?.catch(() => {});
    }
  }

  // Ends the stream. The first reason counts.
  #fail(reason: string): void {
    if (!this.#over) {
      this.#over = true;
      this.failure = reason;
      this.#controller.error(new Error(reason));
    }
  }
}

/** The digests of the blocks that have arrived. The browser makes them in threads of its own, while the next block is on its way. */
class BlockDigests {
  // Only one block is copied at a time: the browser copies what it hashes.
  readonly #block = new Uint8Array(BLOCK);
  #filled = 0;
  readonly #digests: Promise<ArrayBuffer>[] = [];

  add(piece: Uint8Array): void {
    for (let rest = piece; rest.length > 0;) {
      const part = rest.subarray(0, BLOCK - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === BLOCK) {
        this.#end();
      }
    }
  }

  /** Resolves when the digest of all blocks is this one, and rejects otherwise. Nothing is added afterwards. */
  async verify(digest: string): Promise<void> {
    if (this.#filled > 0) {
      this.#end();
    }
    const digests = new Uint8Array(DIGEST_BYTES * this.#digests.length);
    for (const [i, one] of (await Promise.all(this.#digests)).entries()) {
      digests.set(new Uint8Array(one), i * DIGEST_BYTES);
    }
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", digests));
    if (hex(found) !== digest) {
      throw new Error("changed");
    }
  }

  #end(): void {
    this.#digests.push(crypto.subtle.digest("SHA-256", this.#block.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

// Finds out why a request failed: the browser does not say. A request in the mode "no-cors", whose response is
// opaque, succeeds when the server answers but does not share the file with this origin.
async function diagnose(url: string): Promise<string> {
  if (!navigator.onLine) {
    return "offline";
  }
  return fetch(url, { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) }).then(
    () => "blocked",
    () => "unreachable",
  );
}
