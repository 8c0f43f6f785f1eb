import type { RelayContext } from "./context.js";
import { isEmpty, type StateMessage } from "./mirror.js";
import type { Line } from "./stream.js";
import type { Device, Watcher } from "./watching.js";

/** The response that tells a device what is open. */
export async function state(context: RelayContext, watcher: Watcher, device: Device, line: Line): Promise<Response> {
  await watcher.look();
  const { message, content, look } = watcher.telling(device);
  const batches = watcher.contents.each(content, look);
  // Where the store does not answer, the response says so.
  const first = await batches.next();
  const send = async (): Promise<void> => {
    let separated = false;
    await line.write(head(message));
    for (let next = first; !next.done && !line.over; next = await batches.next()) {
      const { batch, last } = next.value;
      await line.write(separated && batch.length > 0 ? "," : "", ...batch, last ? "]}" : "");
      separated ||= batch.length > 0;
    }
    line.end();
  };
  send().catch((error: unknown) => {
    context.tell({ type: "failed", error });
    line.fail(error);
  });
  return new Response(line.body, {
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}

/** The response that tells a device what is open, and of all changes, as server-sent events. */
export async function follow(context: RelayContext, watcher: Watcher, device: Device, line: Line): Promise<Response> {
  watcher.listen();
  await watcher.look();
  const run = async (): Promise<void> => {
    // WebKit shows nothing of a stream before 1 KiB has come.
    await line.write(`:${" ".repeat(1024)}\n\n`);
    for (let alive = context.now(); !line.over; ) {
      device.news.listen();
      await inform(watcher, device, line);
      await device.news.sleep(alive + context.heartbeat - context.now());
      if (context.now() >= alive + context.heartbeat) {
        alive = context.now();
        await line.write(":\n\n");
      }
    }
  };
  run().catch((error: unknown) => {
    context.tell({ type: "failed", error });
    line.end();
  });
  return new Response(line.body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Nobody on the way may keep, compress or collect it.
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
  for await (const { batch, last } of watcher.contents.each(telling.content, telling.look)) {
    const { v, now } = message;
    // Who comes again with this version has all of it.
    const name = `${last ? `id: ${v}\n` : ""}event: state\ndata: `;
    if (!(await line.write(name, head(last ? message : { ...message, more: true }), ...batch, "]}\n\n"))) {
      return;
    }
    message = { v, now, full: false, gone: [], pages: [] };
  }
}

// A message up to its first question.
function head(message: StateMessage): string {
  return JSON.stringify({ ...message, open: [] }).slice(0, -2);
}
