// A device with messages in several parts, which do not repeat the rounds that it has.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Device } from "./test/fake.js";
import { network, open } from "./test/setup.js";

const round = (id: string, fp = "f"): object => ({ id, fp, server: { id: "a" }, requests: [{ params: JSON.stringify({ message: id }) }] });
const message = (v: number, open: object[], more: object = {}): object => ({ v, now: Date.now(), full: false, gone: [], pages: [], ...more, open });

/** Serves one stream for each connection. A message waits for the next connection, if there is none. */
function serve(): { send(message: object): void; end(): void; known: (string | null)[] } {
  const known: (string | null)[] = [];
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const waiting: string[] = [];
  network.line = async (request) => {
    known.push(request.headers.get("last-event-id"));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        sink = controller;
        waiting.splice(0).forEach((text) => controller.enqueue(new TextEncoder().encode(text)));
      },
      cancel() {
        sink = undefined;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return {
    known,
    send(message) {
      const text = `event: state\ndata: ${JSON.stringify(message)}\n\n`;
      if (sink) {
        sink.enqueue(new TextEncoder().encode(text));
      } else {
        waiting.push(text);
      }
    },
    end() {
      const ended = sink;
      sink = undefined;
      ended?.close();
    },
  };
}

const texts = (phone: Device): string[] => phone.forms.open.map(({ text }) => (JSON.parse(text) as { message: string }).message);

test("what comes first is shown before the rest is there, and what is not named is over at the end", async () => {
  const relay = serve();
  relay.send(message(3, [round("first"), round("second")], { full: true }));
  const phone = open({ token: "t" });
  await phone.forms.waitForRound(1);
  relay.end();
  // The first of several parts: the second round may follow.
  relay.send(message(9, [round("third")], { full: true, more: true, kept: [{ id: "first", fp: "f" }] }));
  await phone.forms.waitForRound(2);
  assert.deepEqual(texts(phone), ["first", "second", "third"]);
  relay.send(message(9, [round("fourth")], { more: true }));
  await phone.forms.waitForRound(3);
  assert.deepEqual(texts(phone), ["first", "second", "third", "fourth"]);
  // The stream breaks, so that the device does not have all of version 9.
  relay.end();
  relay.send(message(10, [round("third"), round("fifth")], { full: true, kept: [{ id: "first", fp: "f" }] }));
  await phone.forms.waitForRound(4);
  assert.deepEqual(texts(phone), ["first", "third", "fifth"]);
  assert.deepEqual(relay.known, [null, "3", "3"]);
});

test("a device that lacks what the relay thinks it has asks for everything", async () => {
  const relay = serve();
  relay.send(message(3, [round("first")], { full: true }));
  const phone = open({ token: "t" });
  await phone.forms.waitForRound();
  for (const [n, kept] of [{ id: "another", fp: "f" }, { id: "first", fp: "g" }].entries()) {
    relay.end();
    relay.send(message(9, [], { full: true, kept: [kept] }));
    await phone.waitFor("error", () => phone.events.filter(({ type }) => type === "error").length > n);
    relay.send(message(9, [round("first"), round(`${n}`)], { full: true }));
    await phone.forms.waitForRound(n + 1);
    assert.deepEqual(texts(phone).slice(0, 1), ["first"], "what it has shown stays");
  }
  assert.deepEqual(relay.known, [null, "3", null, "9", null]);
});

test("a form that failed is shown again by a new connection, though its round does not come again", async () => {
  const relay = serve();
  relay.send(message(3, [round("first")], { full: true }));
  const phone = open({ token: "t" });
  (await phone.forms.waitForRound()).fail("load-failed", "x");
  await phone.waitFor("error");
  relay.end();
  relay.send(message(3, [], { full: true, kept: [{ id: "first", fp: "f" }] }));
  await phone.forms.waitForRound(1);
  assert.deepEqual(texts(phone), ["first"]);
});
