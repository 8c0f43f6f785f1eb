import { type Ending, PATIENCE, type RelayCore } from "./core.js";
import { Sleeper } from "./sleeper.js";
import type { Device, Watcher } from "./watching.js";

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
  #sink!: ReadableStreamDefaultController<Uint8Array>;
  // Wakes when the device has read, and when the line is over.
  readonly #room = new Sleeper();
  readonly #ended: () => void;

  /** It ends with one of the signals, and after some milliseconds. `ended` is called once. */
  constructor(gone: AbortSignal, closing: Ending, milliseconds: number, ended: () => void) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#sink = controller;
        },
        pull: this.#room.wake,
        cancel: this.end,
      },
      { highWaterMark: MOST_WAITING, size: (chunk) => chunk!.byteLength },
    );
    // A device whose user may see the session for longer connects again with a new token.
    const timer = milliseconds <= LONGEST ? setTimeout(this.end, milliseconds) : undefined;
    const unlisten = closing.listen(() => queueMicrotask(this.end));
    gone.addEventListener("abort", this.end);
    this.#ended = () => {
      clearTimeout(timer);
      unlisten();
      gone.removeEventListener("abort", this.end);
      ended();
    };
    if (gone.aborted) {
      queueMicrotask(this.end);
    }
  }

  readonly end = (): void => {
    if (!this.over) {
      this.over = true;
      this.#ended();
      this.#room.wake();
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
      for (let room = -Infinity; !this.over && this.#sink.desiredSize! <= 0; ) {
        if (this.#sink.desiredSize! === room) {
          // It has read nothing in its time.
          this.end();
          break;
        }
        room = this.#sink.desiredSize!;
        this.#room.listen();
        await this.#room.sleep(PATIENCE);
      }
      if (this.over) {
        break;
      }
      this.#sink.enqueue(piece);
    }
    return !this.over;
  }
}

// Joins small texts into one piece, and divides large ones, which belong to all devices, without copying them.
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

/** The response that tells a device what is open, as server-sent events, and where it follows, of all changes. */
export async function tell(core: RelayCore, watcher: Watcher, device: Device, line: Line, follow: boolean): Promise<Response> {
  if (follow) {
    watcher.listen();
  }
  await watcher.look();
  const run = async (): Promise<void> => {
    // WebKit shows nothing of a stream before 1 KiB has come.
    await line.write(`:${" ".repeat(1024)}\n\n`);
    await inform(watcher, device, line);
    for (let alive = core.now(); follow && !line.over; ) {
      await device.news.sleep(alive + core.heartbeat - core.now());
      if (core.now() >= alive + core.heartbeat) {
        alive = core.now();
        await line.write(":\n\n");
      }
      device.news.listen();
      await inform(watcher, device, line);
    }
  };
  run()
    .catch((error: unknown) => core.tell({ type: "failed", error }))
    .finally(line.end);
  return new Response(line.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // No proxy may keep, compress or collect it.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    },
  });
}

// Sends a device its next messages as events.
async function inform(watcher: Watcher, device: Device, line: Line): Promise<void> {
  let { message, content } = watcher.telling(device);
  if (!message.full && content.length + message.gone.length + message.pages.length === 0) {
    return;
  }
  for await (const { batch, last } of watcher.contents.each(content)) {
    const { v, now } = message;
    // A device that comes again with this version has all of it.
    const name = `${last ? `id: ${v}\n` : ""}event: state\ndata: `;
    const head = JSON.stringify({ ...message, ...(!last && { more: true }), open: [] }).slice(0, -2);
    if (!(await line.write(name, head, ...batch, "]}\n\n"))) {
      return;
    }
    message = { v, now, full: false, gone: [], pages: [] };
  }
}
