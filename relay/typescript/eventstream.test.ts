import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { rest, tick } from "../../bridge/message/test/clock.js";
import { StopSignal } from "./core.js";
import { EventStream } from "./eventstream.js";
import { nodeListener } from "./relay-node.js";

const TIMEOUT_MS = 10_000;

function open(ended = (): void => {}): EventStream {
  return new EventStream(new AbortController().signal, new StopSignal(), Infinity, ended);
}

test("a device that does not read is let go after ten seconds, and keeps little of what is sent", async () => {
  let ended = 0;
  const stuck = open(() => ended++);
  const large = new Uint8Array(4 * 1024 * 1024).fill(32);
  const sent = stuck.write(large);
  await rest();
  tick(TIMEOUT_MS - 1);
  await rest();
  assert.equal(ended, 0);
  tick(1);
  assert.equal(await sent, false);
  assert.equal(ended, 1);
  let bytes = 0;
  for await (const chunk of stuck.body as unknown as AsyncIterable<Uint8Array>) {
    assert.equal(chunk.buffer, large.buffer, "it belongs to all devices, and is not copied");
    bytes += chunk.byteLength;
  }
  assert.ok(bytes <= 128 * 1024, `${bytes} bytes have waited for it`);
});

test("a device that reads slowly gets all of it", async () => {
  const slow = open(() => assert.fail("it is let go"));
  const sent = slow.write("begin", new Uint8Array(512 * 1024).fill(32), "end");
  const reader = slow.body.getReader();
  let bytes = 0;
  while (bytes < 512 * 1024 + 8) {
    await rest();
    tick(TIMEOUT_MS - 1000);
    bytes += (await reader.read()).value!.byteLength;
  }
  assert.equal(await sent, true);
});

test("Node's own server closes the connection of a device that does not read", async () => {
  const waiting = new Uint8Array(64 * 1024 * 1024);
  let cancelled = (): void => {};
  const over = new Promise<void>((resolve) => (cancelled = resolve));
  const body = (): ReadableStream<Uint8Array> => new ReadableStream({ pull: (sink) => sink.enqueue(waiting), cancel: () => cancelled() }, { highWaterMark: 0 });
  const server = createServer(nodeListener(async () => new Response(body()))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  socket.pause();
  socket.on("error", () => {});
  const [[connection]] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
  // The buffers of the system fill first.
  for (let bytes = -1, rounds = 0; bytes !== connection.bytesWritten || rounds < 20; rounds++) {
    bytes = connection.bytesWritten;
    await rest();
  }
  assert.equal(connection.destroyed, false);
  tick(TIMEOUT_MS);
  await over;
  assert.equal(connection.destroyed, true);
  socket.destroy();
  server.close();
});
