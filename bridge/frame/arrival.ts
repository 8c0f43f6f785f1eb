import { download, type Wasm } from "../message/download.js";

const MAGIC = "\0asm";

/** What the document says of the wasm file. */
export interface ProgramFile {
  /** Its name, beside the document. */
  wasm: string;
  /** Its length; 0 where the document does not say. */
  bytes: number;
  /** Its SHA-256 in hexadecimal digits; "" where the document does not say. */
  sha256: string;
}

/**
 * Whether the bytes of a program can be told from those of any other: browsers have the
 * means for that only where a page comes by https or from this machine.
 */
export function isVerifiable({ bytes, sha256 }: ProgramFile): boolean {
  return bytes > 0 && sha256 !== "" && (crypto.subtle as SubtleCrypto | undefined) !== undefined;
}

/**
 * The program on its way, for a compiler that works meanwhile. Where the host has nothing it is fetched from here; also
 * where nobody could tell whether what the host has is the program.
 */
export class Arrival {
  readonly #bytes: number;
  readonly #sha256: string;
  readonly #name: string;
  readonly #base: string;
  #fetching = false;
  // All bytes so far, where they have to be verified. Compiler and digest both read this
  // copy, which nobody else can change.
  #whole: Uint8Array<ArrayBuffer> | undefined;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #head = "";
  #seen = 0;
  #over = false;
  #failure: string | undefined;
  #ended!: (outcome?: Promise<void>) => void;
  /** What has arrived. It breaks off where the bytes are of no use. */
  readonly stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (this.#controller = controller) });
  /** Resolves when everything has arrived and has the digest, and rejects when it has not. */
  readonly verified = new Promise<void>((resolve) => (this.#ended = resolve));

  /** The file lies beside the address base. */
  constructor(file: ProgramFile, base: string) {
    this.#bytes = file.bytes;
    this.#sha256 = isVerifiable(file) ? file.sha256 : "";
    this.#name = file.wasm;
    this.#base = base;
    // Nobody may wait for it: the stream breaks off too.
    this.verified.catch(() => {});
  }

  /** Why the bytes are of no use, as a short code. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Takes what the host hands over. */
  take(wasm: Wasm): void {
    if (this.#fetching) {
      return;
    }
    if (wasm === null || !this.#sha256) {
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
    const url = new URL(this.#name, this.#base).href;
    try {
      await download(url, "default", (piece) => this.#piece(piece));
      this.#end();
    } catch (error) {
      const { message } = error as Error;
      this.#fail(message === "unreachable" ? await unanswered(url) : message);
    }
  }

  #piece(piece: Uint8Array): void {
    if (this.#over) {
      return;
    }
    this.#head += String.fromCharCode(...piece.subarray(0, MAGIC.length - this.#head.length));
    if (!MAGIC.startsWith(this.#head)) {
      this.#fail("not-wasm");
      return;
    }
    if (this.#sha256 && this.#seen + piece.length > this.#bytes) {
      this.#fail("changed");
      return;
    }
    this.#controller.enqueue(this.#sha256 ? this.#copied(piece) : piece);
    this.#seen += piece.length;
  }

  #end(): void {
    if (this.#seen < Math.max(this.#bytes, MAGIC.length)) {
      this.#fail("truncated");
    } else if (!this.#over) {
      this.#over = true;
      this.#controller.close();
      this.#ended(this.#compare());
    }
  }

  // Nothing more will arrive, for this reason. The first reason counts.
  #fail(reason: string): void {
    if (!this.#over) {
      this.#over = true;
      this.#failure = reason;
      this.#whole = undefined;
      this.#controller.error(new Error(reason));
      this.#ended(Promise.reject(new Error(reason)));
    }
  }

  #copied(piece: Uint8Array): Uint8Array {
    this.#whole ??= new Uint8Array(this.#bytes);
    this.#whole.set(piece, this.#seen);
    return this.#whole.subarray(this.#seen, this.#seen + piece.length);
  }

  async #compare(): Promise<void> {
    const whole = this.#whole;
    this.#whole = undefined;
    if (whole && (await sha256(whole)) !== this.#sha256) {
      this.#failure = "changed";
      throw new Error("changed");
    }
  }
}

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A browser does not say why there is no response. A request in the mode
// "no-cors", whose response nobody can read, tells two causes apart: it succeeds
// when the server answers but does not share the file with this origin.
async function unanswered(url: string): Promise<string> {
  if (!navigator.onLine) {
    return "offline";
  }
  return fetch(url, { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) }).then(
    () => "blocked",
    () => "unreachable",
  );
}
