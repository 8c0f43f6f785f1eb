// Tests that every request settles exactly once, whichever events coincide.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, setTime, tick } from "../message/test/clock.js";
import { answer, type FakePort, ids, params, server, type Setup, shows, start } from "./test/fake.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";

/** The events that can end a request. */
const endings: { [what: string]: (setup: Setup & { port: FakePort; stop: AbortController }) => void } = {
  accept: ({ port }) => answer(port, 1, "accept"),
  decline: ({ port }) => answer(port, 1, "decline"),
  failure: ({ port }) => port.sayJson({ id: 1, error: { code: -32603 } }),
  nonsense: ({ port }) => port.sayJson({ id: 1, result: 5 }),
  withdrawal: ({ stop }) => stop.abort(),
  deadline: ({ port }) => port.sayJson({ id: 1, error: { data: { "elicitform/code": "expired" } } }),
  dispose: ({ host }) => host.dispose(),
  removal: ({ frame, container }) => {
    container.isConnected = false;
    frame.takeOut();
  },
};

test("P19 D4 of two endings at once, in any order, the first one counts and is told once", async (t) => {
  for (const [first, end] of Object.entries(endings)) {
    for (const [second, endAgain] of Object.entries(endings)) {
      await t.test(`${first}, then ${second}`, async () => {
        const setup = start();
        const port = setup.frame.open();
        const stop = new AbortController();
        let settled = 0;
        const result = setup.host.elicit(params, { server, signal: stop.signal }).then(
          ({ action }) => (settled++, action as string),
          (error) => (settled++, String(error.code)),
        );
        await rest();
        end({ ...setup, port, stop });
        const ends = setup.events.filter(({ type }) => ["settled", "error", "withdrawn", "expired"].includes(type));
        endAgain({ ...setup, port, stop });
        await rest();
        const expected: { [what: string]: string } = {
          accept: "accept", decline: "decline", failure: "internal", nonsense: "internal", deadline: "expired", dispose: "disposed", removal: "disposed",
          withdrawal: String(DOMException.ABORT_ERR),
        };
        assert.equal(await result, expected[first]);
        assert.equal(settled, 1);
        assert.equal(ends.length, 1);
        assert.deepEqual(setup.events.filter(({ type }) => ["settled", "error", "withdrawn", "expired"].includes(type)), ends);
      });
    }
  }
});

test("D4 fifty queued requests settle in order, once each", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const stops = Array.from({ length: 50 }, () => new AbortController());
  const outcomes = stops.map(({ signal }) => host.elicit(params, { server, signal }).then(({ action }) => action, (error) => String(error.name)));
  await rest();
  // Every third request is withdrawn in the queue, every tenth is answered twice.
  stops.forEach((stop, i) => i % 3 === 2 && stop.abort());
  for (let id = 1; id <= 50; id++) {
    answer(port, id, "accept");
    if (id % 10 === 0) {
      answer(port, id, "cancel");
    }
  }
  assert.deepEqual(await Promise.all(outcomes), stops.map((_, i) => (i % 3 === 2 ? "AbortError" : "accept")));
  assert.deepEqual(ids(port), stops.map((_, i) => i + 1).filter((id) => id % 3 !== 0));
  assert.equal(events.filter(({ type }) => type === "settled").length, 34);
  assert.equal(events.filter(({ type }) => type === "withdrawn").length, 16);
});

test("a server that floods the queue gets errors, and another one is still heard", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const first = host.elicit(params, { server });
  await rest();
  const flood = Array.from({ length: 150 }, () => host.elicit(params, { server }).then(({ action }) => action, ({ reason }) => String(reason)));
  const second = host.elicit(params, { server: { id: "other.example" } });
  await rest();
  for (let id = 1; id <= 101; id++) {
    answer(port, id);
  }
  answer(port, ids(port).at(-1)!);
  await first;
  const outcomes = await Promise.all(flood);
  assert.equal(outcomes.filter((outcome) => outcome === "decline").length, 100);
  assert.equal(outcomes.filter((outcome) => outcome === "too-many-requests").length, 50);
  assert.deepEqual(await second, { action: "decline" });
});

test("D4 an answer and a deadline in the same moment give one outcome", async (t) => {
  for (const [what, late] of [["just in time", 0], ["just too late", 1]] as const) {
    await t.test(what, async () => {
      const { host, frame } = start();
      const port = frame.open();
      const result = host.elicit(params, { server, deadline: Date.now() + 1000 }).then(({ action }) => action, ({ code }) => String(code));
      await rest();
      setTime(Date.now() + 999 + late);
      answer(port, 1, "accept");
      tick(2000);
      answer(port, 1, "decline");
      assert.equal(await result, late ? "expired" : "accept");
    });
  }
});

test("D4 a server that is gone leaves nothing open, however many requests it had", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, host, { server });
  await transport.start();
  for (let id = 0; id < 50; id++) {
    raw.receive({ id, method: "elicitation/create", params });
  }
  const second = host.elicit(params, { server: { id: "other.example" } });
  await rest();
  raw.onclose?.();
  await rest();
  assert.equal(events.filter(({ type }) => type === "withdrawn").length, 50);
  assert.deepEqual(ids(port), [1, 51]);
  answer(port, 51);
  assert.deepEqual(await second, { action: "decline" });
  assert.deepEqual(raw.sent, []);
});

test("an event listener that disposes of the host does no harm", async () => {
  const setup: Setup = start({
    onEvent: ({ type }) => {
      if (type === "shown") {
        setup.host.dispose();
      }
    },
  });
  const port = setup.frame.open();
  const results = [setup.host.elicit(params, { server }), setup.host.elicit(params, { server })];
  await rest();
  shows(port, 1);
  for (const result of results) {
    await assert.rejects(result, { code: "disposed" });
  }
});
