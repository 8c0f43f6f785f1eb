import type { Closing } from "./context.js";
import type { Device, StateMessage } from "./watching.js";

// How many bytes may wait for a device that does not read.
const MOST_WAITING = 1024 * 1024;

// A timer of more than 2^31 ms fires at once.
const LONGEST = 2 ** 31 - 1;

const utf8 = new TextEncoder();

/** A stream of server-sent events to one device, for some milliseconds at most. `ended` is called once, whoever ends it. */
export function stream(gone: AbortSignal, closing: Closing, milliseconds: number, ended: () => void): { device: Device & { end(): void }; response: Response } {
  let over = false;
  let sink: ReadableStreamDefaultController<Uint8Array>;

  const end = (): void => {
    if (!over) {
      over = true;
      gone.removeEventListener("abort", end);
      unlisten();
      clearTimeout(timer);
      ended();
      try {
        sink.close();
      } catch {
        // The other side has cancelled it.
      }
    }
  };
  const write = (text: string): void => {
    if (over) {
      return;
    }
    if (sink.desiredSize! <= 0) {
      // It does not read what is sent. If it lives, it will come again and get all of it.
      end();
      return;
    }
    sink.enqueue(utf8.encode(text));
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = controller;
      },
      cancel: end,
    },
    { highWaterMark: MOST_WAITING, size: (chunk) => chunk!.byteLength },
  );
  gone.addEventListener("abort", end);
  const unlisten = closing.listen(() => queueMicrotask(end));
  // Whoever may see the session for longer comes again with another token.
  const timer = milliseconds <= LONGEST ? setTimeout(end, milliseconds) : undefined;
  // WebKit shows nothing of a stream before 1 KiB has come.
  write(`:${" ".repeat(1024)}\n\n`);
  if (gone.aborted) {
    queueMicrotask(end);
  }

  return {
    device: {
      v: 0,
      known: undefined,
      send: (message: StateMessage) => write(`id: ${message.v}\nevent: state\ndata: ${JSON.stringify(message)}\n\n`),
      alive: () => write(":\n\n"),
      end,
    },
    response: new Response(body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        // Nobody on the way may keep, compress or collect it.
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
      },
    }),
  };
}
