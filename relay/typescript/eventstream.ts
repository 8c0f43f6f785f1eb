import { type RelayCore, type StopSignal, TIMEOUT_MS } from "./core.js";
import { Sleeper } from "./sleeper.js";
import type { Device, Watcher } from "./watcher.js";

// Bytes that may wait for a device, and that it must read before the timeout.
const MAX_WAITING = 64 * 1024;
const MAX_PIECE = 16 * 1024;
const MAX_SMALL = 2 * 1024;

// A timer of more than 2^31 ms fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

const utf8 = new TextEncoder();

/** The body of a response to one device. It ends when the device goes away or does not read. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  hasEnded = false;
  #sink!: ReadableStreamDefaultController<Uint8Array>;
  readonly #room = new Sleeper();
  readonly #finish: () => void;

  /** Ends with the device, the relay or the lifetime, and then calls `ended` once. */
  constructor(device: AbortSignal, closing: StopSignal, lifetimeMs: number, ended: () => void) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#sink = controller;
        },
        pull: this.#room.wake,
        cancel: this.end,
      },
      { highWaterMark: MAX_WAITING, size: (chunk) => chunk!.byteLength },
    );
    const timer = lifetimeMs <= MAX_TIMER_MS ? setTimeout(this.end, lifetimeMs) : undefined;
    const unlisten = closing.listen(() => queueMicrotask(this.end));
    device.addEventListener("abort", this.end);
    this.#finish = () => {
      clearTimeout(timer);
      unlisten();
      device.removeEventListener("abort", this.end);
      ended();
    };
    if (device.aborted) {
      queueMicrotask(this.end);
    }
  }

  readonly end = (): void => {
    if (!this.hasEnded) {
      this.hasEnded = true;
      this.#finish();
      this.#room.wake();
      try {
        this.#sink.close();
      } catch {
      }
    }
  };

  /** Sends texts, and reports whether the stream continues. It ends if the device reads nothing in time. */
  async write(...texts: (string | Uint8Array)[]): Promise<boolean> {
    for (const piece of pieces(texts.map((text) => (typeof text === "string" ? utf8.encode(text) : text)))) {
      for (let room = -Infinity; !this.hasEnded && this.#sink.desiredSize! <= 0; ) {
        if (this.#sink.desiredSize! === room) {
          this.end();
          break;
        }
        room = this.#sink.desiredSize!;
        this.#room.listen();
        await this.#room.sleep(TIMEOUT_MS);
      }
      if (this.hasEnded) {
        break;
      }
      this.#sink.enqueue(piece);
    }
    return !this.hasEnded;
  }
}

// Joins small texts, and divides large ones without a copy, because all devices share them.
function* pieces(texts: Uint8Array[]): Generator<Uint8Array> {
  let small: number[] = [];
  for (const text of texts) {
    if (text.length <= MAX_SMALL && small.length + text.length <= MAX_PIECE) {
      small.push(...text);
      continue;
    }
    if (small.length > 0) {
      yield Uint8Array.from(small);
      small = [];
    }
    for (let at = 0; at < text.length; at += MAX_PIECE) {
      yield text.subarray(at, at + MAX_PIECE);
    }
  }
  if (small.length > 0) {
    yield Uint8Array.from(small);
  }
}

/** Returns the response with the open rounds as server-sent events and, with `follow`, with all later changes. */
export async function streamState(
  core: RelayCore, watcher: Watcher, device: Device, stream: EventStream, follow: boolean,
): Promise<Response> {
  if (follow) {
    watcher.listen();
  }
  await watcher.look();
  const run = async (): Promise<void> => {
    // WebKit shows nothing of a stream before 1 KiB has arrived.
    await stream.write(`:${" ".repeat(1024)}\n\n`);
    await sendChanges(watcher, device, stream);
    for (let lastBeat = core.now(); follow && !stream.hasEnded; ) {
      await device.changed.sleep(lastBeat + core.heartbeat - core.now());
      if (core.now() >= lastBeat + core.heartbeat) {
        lastBeat = core.now();
        await stream.write(":\n\n");
      }
      device.changed.listen();
      await sendChanges(watcher, device, stream);
    }
  };
  run()
    .catch((error: unknown) => core.report({ type: "failed", error }))
    .finally(stream.end);
  return new Response(stream.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Proxies must not store, compress or buffer the stream.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    },
  });
}

async function sendChanges(watcher: Watcher, device: Device, stream: EventStream): Promise<void> {
  let { message, content } = watcher.nextMessage(device);
  if (!message.full && content.length + message.gone.length + message.pages.length === 0) {
    return;
  }
  for await (const { batch, last } of watcher.texts.batches(content)) {
    const { v, now } = message;
    // Only the last event has the version, so that a device that connects again with it has all batches.
    const head = `${last ? `id: ${v}\n` : ""}event: state\ndata: `;
    const data = JSON.stringify({ ...message, ...(!last && { more: true }), open: [] }).slice(0, -2);
    if (!(await stream.write(head, data, ...batch, "]}\n\n"))) {
      return;
    }
    message = { v, now, full: false, gone: [], pages: [] };
  }
}
