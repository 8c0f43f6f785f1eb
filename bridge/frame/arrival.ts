const MAGIC = "\0asm";

/** The bytes of the program while they arrive, for a compiler that works meanwhile. */
export class Arrival {
  readonly #bytes: number;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #head = "";
  #seen = 0;
  #over = false;
  #failure: string | undefined;
  /** What has arrived. It breaks off where the bytes are of no use. */
  readonly stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (this.#controller = controller) });

  /** The program has so many bytes; 0 where that is not known. */
  constructor(bytes: number) {
    this.#bytes = bytes;
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
    this.#seen += piece.length;
    this.#controller.enqueue(piece);
  }

  /** Nothing more will arrive. */
  end(): void {
    if (this.#seen < Math.max(this.#bytes, MAGIC.length)) {
      this.fail("truncated");
    } else if (!this.#over) {
      this.#over = true;
      this.#controller.close();
    }
  }

  /** Nothing more will arrive, for this reason. The first reason counts. */
  fail(reason: string): void {
    if (!this.#over) {
      this.#over = true;
      this.#failure = reason;
      this.#controller.error(new Error(reason));
    }
  }
}
