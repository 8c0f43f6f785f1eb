const MAGIC = "\0asm";

/** The bytes of the program while they arrive, for a compiler that works meanwhile. */
export class Arrival {
  readonly #bytes: number;
  readonly #sha256: string;
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

  /**
   * The program has so many bytes; 0 where that is not known. With a digest, a SHA-256
   * in hexadecimal digits, its bytes are compared with that.
   */
  constructor(bytes: number, sha256 = "") {
    this.#bytes = bytes;
    this.#sha256 = sha256;
    // Nobody may wait for it: the stream breaks off too.
    this.verified.catch(() => {});
  }

  /** Why the bytes are of no use, as a short code. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** A piece has arrived. */
  take(piece: Uint8Array): void {
    if (this.#over) {
      return;
    }
    this.#head += String.fromCharCode(...piece.subarray(0, MAGIC.length - this.#head.length));
    if (!MAGIC.startsWith(this.#head)) {
      this.fail("not-wasm");
      return;
    }
    if (this.#sha256 && this.#seen + piece.length > this.#bytes) {
      this.fail("changed");
      return;
    }
    this.#controller.enqueue(this.#sha256 ? this.#copied(piece) : piece);
    this.#seen += piece.length;
  }

  /** Nothing more will arrive. */
  end(): void {
    if (this.#seen < Math.max(this.#bytes, MAGIC.length)) {
      this.fail("truncated");
    } else if (!this.#over) {
      this.#over = true;
      this.#controller.close();
      this.#ended(this.#compare());
    }
  }

  /** Nothing more will arrive, for this reason. The first reason counts. */
  fail(reason: string): void {
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
