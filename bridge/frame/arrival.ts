import { download, type Wasm } from "../message/download.js";

const MAGIC = "\0asm";

/** The wasm file, as the document describes it. */
export interface ProgramFile {
  /** Its name, beside the document. */
  wasm: string;
  /** Its length; 0 if unknown. */
  bytes: number;
  /** Its SHA-256 in hexadecimal digits; "" if unknown. */
  sha256: string;
}

/** Reports whether the bytes of a program can be verified: browsers make digests only for pages that come by https or from this machine. */
export function isVerifiable({ bytes, sha256 }: ProgramFile): boolean {
  return bytes > 0 && sha256 !== "" && (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/**
 * Passes the bytes of the program to the compiler as they arrive. If the host has no program, or the
 * frame cannot verify its bytes, the frame fetches the file itself.
 */
export class Arrival {
  readonly #file: ProgramFile;
  readonly #base: string;
  readonly #verifies: boolean;
  #fetching = false;
  // All bytes so far, if they have to be verified: compiler and digest both read this copy, which only the frame can change.
  #whole: Uint8Array<ArrayBuffer> | undefined;
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
    this.#verifies = isVerifiable(file);
  }

  /** Takes a piece of the file, or news about it, from the host. */
  take(wasm: Wasm): void {
    if (this.#fetching) {
      return;
    }
    if (wasm === null || !this.#verifies) {
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
    } else if (!this.#verifies) {
      this.#controller.enqueue(piece);
    } else if (end > this.#file.bytes) {
      this.#fail("changed");
    } else {
      this.#whole ??= new Uint8Array(this.#file.bytes);
      this.#whole.set(piece, this.#arrived);
      this.#controller.enqueue(this.#whole.subarray(this.#arrived, end));
    }
    this.#arrived = end;
  }

  #end(): void {
    if (this.#arrived < Math.max(this.#file.bytes, MAGIC.length)) {
      this.#fail("truncated");
    } else if (!this.#over) {
      this.#over = true;
      this.#controller.close();
      this.verified = verify(this.#whole, this.#file.sha256);
      this.#whole = undefined;
      // The compiler may fail before anybody waits for the digest.
      this.verified.catch(() => {});
    }
  }

  // Ends the stream. The first reason counts.
  #fail(reason: string): void {
    if (!this.#over) {
      this.#over = true;
      this.failure = reason;
      this.#whole = undefined;
      this.#controller.error(new Error(reason));
    }
  }
}

async function verify(whole: Uint8Array<ArrayBuffer> | undefined, sha256: string): Promise<void> {
  const digest = whole && new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  if (digest && Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) {
    throw new Error("changed");
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
