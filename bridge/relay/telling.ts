import type { RelayContext } from "./context.js";
import { isEmpty, type StateMessage } from "./mirror.js";
import type { Line } from "./stream.js";
import type { Device, Watcher } from "./watching.js";

/** The response that tells a device what is open, as server-sent events, and where it follows, of all changes. */
export async function tell(context: RelayContext, watcher: Watcher, device: Device, line: Line, follow: boolean): Promise<Response> {
  if (follow) {
    watcher.listen();
  }
  await watcher.look();
  const run = async (): Promise<void> => {
    // WebKit shows nothing of a stream before 1 KiB has come.
    await line.write(`:${" ".repeat(1024)}\n\n`);
    await inform(watcher, device, line);
    for (let alive = context.now(); follow && !line.over; ) {
      await device.news.sleep(alive + context.heartbeat - context.now());
      if (context.now() >= alive + context.heartbeat) {
        alive = context.now();
        await line.write(":\n\n");
      }
      device.news.listen();
      await inform(watcher, device, line);
    }
  };
  run()
    .catch((error: unknown) => context.tell({ type: "failed", error }))
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

// Sends a device what it has to hear, as events.
async function inform(watcher: Watcher, device: Device, line: Line): Promise<void> {
  const telling = watcher.telling(device);
  if (isEmpty(telling)) {
    return;
  }
  let { message } = telling;
  for await (const { batch, last } of watcher.contents.each(telling.content)) {
    const { v, now } = message;
    // A page that comes again with this version has all of it.
    const name = `${last ? `id: ${v}\n` : ""}event: state\ndata: `;
    if (!(await line.write(name, head(last ? message : { ...message, more: true }), ...batch, "]}\n\n"))) {
      return;
    }
    message = { v, now, full: false, gone: [], pages: [] };
  }
}

// A message up to its first round.
function head(message: StateMessage): string {
  return JSON.stringify({ ...message, open: [] }).slice(0, -2);
}
