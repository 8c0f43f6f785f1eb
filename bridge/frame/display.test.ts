import assert from "node:assert/strict";
import { test } from "node:test";
import { parseObject } from "../message/json.js";
import { type CalledOff, Display, INITIALIZE_ID } from "./display.js";
import type { Decision } from "./openround.js";

interface Log {
  display: Display;
  sent: any[];
  contexts: unknown[];
  changes: (CalledOff | undefined)[];
  initialized: number;
}

function start(): Log {
  const log: Log = { display: undefined as never, sent: [], contexts: [], changes: [], initialized: 0 };
  log.display = new Display({
    send: (text) => log.sent.push(JSON.parse(text)),
    onInitialized: () => log.initialized++,
    onContext: (context) => log.contexts.push(context),
    onChange: (calledOff) => log.changes.push(calledOff),
    onClose() {},
  });
  return log;
}

const text = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });
const create = (id: string | number, message = `m${id}`): string =>
  text({ id, method: "elicitform/ask", params: { notes: {}, requests: [{ params: JSON.stringify({ message }) }] } });
const round = (id: number, ...keys: string[]): string =>
  text({ id, method: "elicitform/ask", params: { notes: {}, requests: keys.map((key) => ({ key, params: JSON.stringify({ message: key }) })) } });
const decided = (id: string | number, action: Decision): object => ({ jsonrpc: "2.0", id, result: { responses: [{ result: { action } }] } });
const cancelled = (requestId: string | number, reason?: string): string =>
  text({ method: "notifications/cancelled", params: { requestId, reason } });
const received = (requestId: string | number): string => text({ method: "elicitform/received", params: { requestId } });
const completed = (requestId: string | number): string =>
  text({ method: "elicitform/completed", params: { requestId, elicitationId: "e" } });
/** The host sends a text. */
const send = (log: Log, text: string): void => log.display.receive(parseObject(text)!, text);
const decide = (log: Log, action: Decision): void => {
  assert.ok(log.display.current);
  log.display.decide(log.display.current, action);
};
const initialize = text({ id: INITIALIZE_ID, result: { hostContext: { locale: "de" } } });
const changed = text({ method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
/** The same change for the program: the look concerns only the document. */
const forProgram = text({ method: "ui/notifications/host-context-changed", params: {} });
const internal = (id: string | number): unknown => ({
  jsonrpc: "2.0", id, error: { code: -32603, message: "The form stopped working", data: { "elicitform/code": "internal" } },
});

test("the program gets what still matters, ui/initialize first", () => {
  const log = start();
  for (const message of [create(1), initialize, completed(1), changed]) {
    send(log, message);
  }
  decide(log, "decline");
  for (const message of [create("a"), completed("a"), cancelled(9)]) {
    send(log, message);
  }
  assert.deepEqual(log.display.attach(() => {}), [initialize, forProgram, create("a"), completed("a")]);
  assert.equal(log.initialized, 1);
  assert.deepEqual(log.contexts, [{ locale: "de" }, { theme: "dark" }]);
});

test("P18 another place goes to the shell and to the program, which gets the last one when it takes over", () => {
  const log = start();
  const queue = (requestId: number, total: number): string => text({ method: "elicitform/queue", params: { requestId, queue: { position: 1, total } } });
  for (const message of [create(1), queue(1, 2), queue(1, 3), queue(9, 4)]) {
    send(log, message);
  }
  assert.deepEqual(log.display.current?.place, { position: 1, total: 3 });
  const delivered: string[] = [];
  const waiting = log.display.attach((message) => delivered.push(message));
  assert.deepEqual(waiting.slice(0, 1), [create(1)]);
  assert.deepEqual(waiting.slice(1), [queue(1, 3)]);
  send(log, queue(1, 2));
  assert.deepEqual(delivered, [queue(1, 2)]);
  // If the program gives up, the shell goes on with the latest place in the queue.
  assert.deepEqual(log.display.detach()?.place, { position: 1, total: 2 });
});

test("later texts go to the program, changes of context to the document too", () => {
  const log = start();
  const delivered: string[] = [];
  log.display.attach((message) => delivered.push(message));
  const later = [create(1), cancelled(1), cancelled(9), changed, text({ method: "elicitform/wait", params: {} })];
  later.forEach((message) => send(log, message));
  assert.deepEqual(delivered, later.map((message) => (message === changed ? forProgram : message)));
  assert.deepEqual(log.contexts, [{ theme: "dark" }]);
});

test("while the program is held, texts wait for it, in order, except those of ended requests", () => {
  const log = start();
  const delivered: string[] = [];
  send(log, initialize);
  log.display.attach((message) => delivered.push(message));
  const first = log.display.hold();
  const over = [create(1), completed(1)];
  const later = [cancelled(1), forProgram, create(2), completed(2)];
  [...over, ...later].forEach((message) => send(log, message));
  // Only the latest hold releases the messages.
  const last = log.display.hold();
  first();
  assert.deepEqual(delivered, []);
  assert.equal(log.display.current?.message, "m2");
  last();
  send(log, cancelled(2));
  assert.deepEqual(delivered, [...later, cancelled(2)]);
  first();
  last();
  assert.equal(delivered.length, later.length + 1);
});

test("a program that ends while it is held gets nothing more", () => {
  const log = start();
  log.display.attach(() => assert.fail("it has ended"));
  const release = log.display.hold();
  send(log, create(1));
  assert.ok(log.display.crash());
  release();
  assert.deepEqual(log.sent, [internal(1)]);
});

test("N30 a decision in the shell is sent once and closes the request", () => {
  const log = start();
  send(log, create(1));
  const first = log.display.current!;
  log.display.decide(first, "cancel");
  log.display.decide(first, "decline");
  assert.deepEqual(log.sent, [decided(1, "cancel")]);
  send(log, create(2));
  log.display.decide(first, "decline");
  assert.equal(log.sent.length, 1);
  assert.equal(log.display.current?.id, 2);
});

test("a request beside the open one is answered with an error, but not under the id of the open one", () => {
  for (const hasProgram of [false, true]) {
    const log = start();
    const delivered: string[] = [];
    send(log, create(1));
    if (hasProgram) {
      log.display.attach((message) => delivered.push(message));
    }
    for (const message of [create(2), create(1), create("1"), round(3, "a")]) {
      send(log, message);
    }
    assert.deepEqual(log.sent, [internal(2), internal("1"), internal(3)]);
    assert.equal(log.display.current?.message, "m1");
    assert.deepEqual(delivered, []);
    // After that the ids are free.
    send(log, cancelled(1));
    send(log, create(2));
    assert.equal(log.display.current?.message, "m2");
  }
});

test("1 and \"1\" are different requests", () => {
  const log = start();
  send(log, create("1"));
  send(log, cancelled(1));
  decide(log, "decline");
  assert.deepEqual(log.sent, [decided("1", "decline")]);
});

test("a decision in the shell does nothing once the program has taken over", () => {
  const log = start();
  send(log, create(1));
  log.display.attach(() => {});
  decide(log, "decline");
  assert.deepEqual(log.sent, []);
});

test("B33 a request withdrawn before the program runs is forgotten", () => {
  const log = start();
  send(log, create(1));
  send(log, cancelled(1));
  send(log, cancelled(1));
  assert.deepEqual(log.changes, [undefined, "withdrawn"]);
  assert.deepEqual(log.display.attach(() => {}), []);
});

test("a request whose deadline has passed, or that was answered elsewhere, ends differently from a withdrawn one", () => {
  for (const reason of ["expired", "elsewhere"] as const) {
    const log = start();
    send(log, create(1));
    send(log, cancelled(1, reason));
    assert.deepEqual(log.changes, [undefined, reason]);
    assert.equal(log.display.current, undefined);
  }
});

test("P18 a decision in the shell answers every part of a round, in its order", () => {
  const log = start();
  send(log, round(1, "10", "9", "__proto__"));
  decide(log, "decline");
  const result = { action: "decline" };
  const responses = [{ key: "10", result }, { key: "9", result }, { key: "__proto__", result }];
  assert.deepEqual(log.sent, [{ jsonrpc: "2.0", id: 1, result: { responses } }]);
});

test("a round waits for the program, and is answered with an error when that crashes", () => {
  const log = start();
  send(log, round(1, "a"));
  assert.deepEqual(log.display.attach(() => {}), [round(1, "a")]);
  log.display.crash();
  assert.deepEqual(log.sent, [internal(1)]);
});

test("the program gets confirmations, but not of the shell's answers", () => {
  const log = start();
  send(log, create(1));
  decide(log, "decline");
  send(log, received(1));
  const delivered: string[] = log.display.attach((message) => delivered.push(message));
  assert.deepEqual(delivered, []);
  send(log, received(2));
  assert.deepEqual(delivered, [received(2)]);
});

test("B34 an id that is used again after its answer is another request", () => {
  const log = start();
  send(log, create(1));
  decide(log, "decline");
  send(log, create(1, "Unsubscribe?"));
  assert.equal(log.sent.length, 1);
  assert.equal(log.display.current?.message, "Unsubscribe?");
  decide(log, "cancel");
  assert.deepEqual(log.sent[1], decided(1, "cancel"));
});

test("B36 a crash answers the open request of the program, and none twice", () => {
  const log = start();
  log.display.attach(() => {});
  send(log, create(1));
  log.display.post(text({ id: 1, result: { action: "decline" } }));
  send(log, create(2));
  send(log, cancelled(2));
  send(log, create(3));
  log.display.post(text({ id: 3, method: "ui/open-link", params: {} })); // a request of its own, not an answer
  log.sent.length = 0;
  assert.equal(log.display.crash(), true);
  assert.equal(log.display.crash(), false);
  assert.deepEqual(log.sent, [internal(3)]);
  send(log, create(4));
  assert.deepEqual(log.sent.at(-1), internal(4));
});

test("a crash with nothing open answers nothing", () => {
  const log = start();
  log.display.attach(() => {});
  assert.equal(log.display.crash(), false);
  assert.deepEqual(log.sent, []);
});

test("B45 a flood before the program runs is bounded, and no request is lost in it", () => {
  const log = start();
  for (let i = 0; i < 5000; i++) {
    send(log, changed);
  }
  send(log, create(1));
  assert.deepEqual(log.sent, [internal(1)]);
  assert.equal(log.display.attach(() => {}).length, 1000);
});

test("B5 unknown messages go to the program", () => {
  const log = start();
  for (const message of ["{}", '{"method":{}}', '{"id":{}}', '{"id":null,"method":"elicitform/ask"}', '{"id":7,"method":"unknown"}']) {
    send(log, message);
  }
  assert.deepEqual(log.sent, []);
  assert.equal(log.display.attach(() => {}).length, 5);
});

test("a ping and a teardown are answered at any time", () => {
  const log = start();
  const delivered: string[] = [];
  const ping = text({ id: "p", method: "ping" });
  const teardown = text({ id: 7, method: "ui/resource-teardown", params: {} });
  send(log, ping);
  log.display.attach((message) => delivered.push(message));
  send(log, teardown);
  log.display.crash();
  send(log, ping);
  assert.deepEqual(delivered, []);
  assert.deepEqual(log.sent.map(({ id, result }) => [id, result]), [["p", {}], [7, {}], ["p", {}]]);
});

test("when the program gives up, the request that it showed is decided here, once", () => {
  const log = start();
  const delivered: string[] = [];
  log.display.attach((message) => delivered.push(message));
  send(log, create(1));
  const shown = log.display.detach();
  assert.equal(shown?.id, 1);
  assert.deepEqual(log.sent, []);
  decide(log, "decline");
  log.display.decide(shown!, "cancel");
  send(log, create(3));
  assert.deepEqual(log.sent, [decided(1, "decline"), internal(3)]);
  assert.deepEqual(delivered, [create(1)]);
});

test("a request that is taken back after the program gave up is closed", () => {
  const log = start();
  log.display.attach(() => {});
  send(log, create(1));
  log.display.detach();
  send(log, cancelled(1, "expired"));
  assert.equal(log.changes.at(-1), "expired");
  assert.equal(log.display.current, undefined);
  assert.deepEqual(log.sent, []);
});

test("a program that gives up with nothing open leaves nothing to decide", () => {
  const log = start();
  log.display.attach(() => {});
  assert.equal(log.display.detach(), undefined);
  assert.deepEqual(log.sent, []);
});

test("E12 B36 answers that the host refuses are open again, and a crash answers them once", () => {
  const refused = (requestId: number): string => text({ method: "elicitform/refused", params: { requestId, problems: [] } });
  const answers = (log: Log): void => log.display.post(text({ id: 1, result: { action: "accept", content: {} } }));
  const ends: [what: string, end: (log: Log) => void, errors: number][] = [
    ["refused, then a crash", (log) => (send(log, refused(1)), log.display.crash()), 1],
    ["a crash, then refused", (log) => (log.display.crash(), send(log, refused(1))), 1],
    ["sent again and refused, then a crash", (log) => (answers(log), send(log, refused(1)), log.display.crash()), 1],
    ["refused twice, then a crash", (log) => (send(log, refused(1)), send(log, refused(1)), log.display.crash()), 1],
    ["another one refused, then a crash", (log) => (send(log, refused(2)), log.display.crash()), 0],
    ["confirmed, then refused by mistake", (log) => (send(log, received(1)), send(log, refused(1)), log.display.crash()), 0],
  ];
  for (const [what, end, errors] of ends) {
    const log = start();
    const delivered: string[] = [];
    log.display.attach((message) => delivered.push(message));
    send(log, create(1));
    answers(log);
    log.sent.length = 0;
    end(log);
    assert.deepEqual(log.sent.filter(({ error }) => error), Array.from({ length: errors }, () => internal(1)), what);
  }
});
