import { type Ending, PATIENCE } from "./context.js";

// How many bytes may wait for a device, and how many it has to take in its time.
const MOST_WAITING = 64 * 1024;
const MOST_PIECE = 16 * 1024;
const MOST_SMALL = 2 * 1024;

// A timer of more than 2^31 ms fires at once.
const LONGEST = 2 ** 31 - 1;

const utf8 = new TextEncoder();

/** What is sent to one device, as the body of a response. It is over when the device goes away or does not read. */
export class Line {
  readonly body: ReadableStream<Uint8Array>;
  over = false;
  readonly #patience: number;
  #sink!: ReadableStreamDefaultController<Uint8Array>;
  // Ends the wait for room: the device has read, or the line is over.
  #wake: (() => void) | undefined;
  readonly #forget: (() => void)[] = [];

  /** It ends with one of the signals, and after some milliseconds. `ended` is called once. */
  constructor(gone: AbortSignal, closing: Ending, milliseconds: number, ended: () => void, patience = PATIENCE) {
    this.#patience = patience;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#sink = controller;
        },
        pull: () => this.#wake?.(),
        cancel: this.end,
      },
      { highWaterMark: MOST_WAITING, size: (chunk) => chunk!.byteLength },
    );
    // A page whose user may see the session for longer connects again with a new token.
    const timer = milliseconds <= LONGEST ? setTimeout(this.end, milliseconds) : undefined;
    this.#forget.push(ended, () => clearTimeout(timer), () => gone.removeEventListener("abort", this.end), closing.listen(() => queueMicrotask(this.end)));
    gone.addEventListener("abort", this.end);
    if (gone.aborted) {
      queueMicrotask(this.end);
    }
  }

  readonly end = (): void => {
    if (!this.over) {
      this.over = true;
      this.#forget.forEach((forget) => forget());
      this.#wake?.();
      try {
        this.#sink.close();
      } catch {
        // The other side has cancelled it.
      }
    }
  };

  /** Sends texts, and says whether the device has room for more. One that does not read comes again, if it lives, and gets all of it. */
  async write(...texts: (string | Uint8Array)[]): Promise<boolean> {
    for (const piece of pieces(texts.map((text) => (typeof text === "string" ? utf8.encode(text) : text)))) {
      await this.#room();
      if (this.over) {
        break;
      }
      this.#sink.enqueue(piece);
    }
    return !this.over;
  }

  async #room(): Promise<void> {
    if (this.over || this.#sink.desiredSize! > 0) {
      return;
    }
    await new Promise<void>((resolve) => {
      let room = this.#sink.desiredSize!;
      const late = (): void => {
        if (this.#sink.desiredSize! > room) {
          // It has read something.
          room = this.#sink.desiredSize!;
          timer = setTimeout(late, this.#patience);
        } else {
          this.end();
        }
      };
      let timer = setTimeout(late, this.#patience);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

// What is large is handed on in parts and not copied, for it belongs to all devices; what is small, together.
function* pieces(texts: Uint8Array[]): Generator<Uint8Array> {
  let small: number[] = [];
  for (const text of texts) {
    if (text.length <= MOST_SMALL && small.length + text.length <= MOST_PIECE) {
      small.push(...text);
      continue;
    }
    if (small.length > 0) {
      yield Uint8Array.from(small);
      small = [];
    }
    for (let at = 0; at < text.length; at += MOST_PIECE) {
      yield text.subarray(at, at + MOST_PIECE);
    }
  }
  if (small.length > 0) {
    yield Uint8Array.from(small);
  }
}
