import assert from "node:assert/strict";
import { test } from "node:test";
import { type CalledOff, Inbox, INITIALIZE_ID } from "./inbox.js";
import type { Decision } from "./request.js";

interface Log {
  inbox: Inbox;
  sent: any[];
  contexts: unknown[];
  changes: (CalledOff | undefined)[];
  initialized: number;
}

function start(): Log {
  const log: Log = { inbox: undefined as never, sent: [], contexts: [], changes: [], initialized: 0 };
  log.inbox = new Inbox({
    send: (text) => log.sent.push(JSON.parse(text)),
    initialized: () => log.initialized++,
    context: (context) => log.contexts.push(context),
    changed: (calledOff) => log.changes.push(calledOff),
  });
  return log;
}

const text = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });
const create = (id: string | number): string => text({ id, method: "elicitation/create", params: { message: `m${id}` } });
const round = (id: number, ...keys: string[]): string =>
  text({ id, method: "elicitform/round", params: { requests: keys.map((key) => ({ key, params: { message: key } })) } });
const cancelled = (requestId: string | number, reason?: string): string =>
  text({ method: "notifications/cancelled", params: { requestId, reason } });
const received = (requestId: string | number): string => text({ method: "elicitform/received", params: { requestId } });
const decide = (log: Log, action: Decision): void => {
  assert.ok(log.inbox.current);
  log.inbox.decide(log.inbox.current, action);
};
const initialize = text({ id: INITIALIZE_ID, result: { hostContext: { locale: "de" } } });
const changed = text({ method: "ui/notifications/host-context-changed", params: { theme: "dark" } });
const internal = (id: string | number): unknown => ({
  jsonrpc: "2.0", id, error: { code: -32603, message: "The form stopped working", data: { "elicitform/code": "internal" } },
});

test("the program gets what still matters, ui/initialize first", () => {
  const log = start();
  for (const message of [create(1), initialize, create("a"), changed, create(2), cancelled(2)]) {
    log.inbox.receive(message);
  }
  decide(log, "decline");
  assert.deepEqual(log.inbox.attach(() => {}), [initialize, create("a"), changed]);
  assert.equal(log.initialized, 1);
  assert.deepEqual(log.contexts, [{ locale: "de" }, { theme: "dark" }]);
});

test("later texts go to the program, changes of context to the document too", () => {
  const log = start();
  const received: string[] = [];
  log.inbox.attach((message) => received.push(message));
  for (const message of [create(1), cancelled(1), cancelled(9), changed, "not json"]) {
    log.inbox.receive(message);
  }
  assert.deepEqual(received, [create(1), cancelled(1), cancelled(9), changed, "not json"]);
  assert.deepEqual(log.contexts, [{ theme: "dark" }]);
});

test("N30 a decision in the shell is sent once and closes the request", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.receive(create(2));
  assert.equal(log.inbox.current?.id, "1");
  const first = log.inbox.current!;
  log.inbox.decide(first, "cancel");
  log.inbox.decide(first, "decline");
  assert.deepEqual(log.sent, [{ jsonrpc: "2.0", id: 1, result: { action: "cancel" } }]);
  assert.equal(log.inbox.current?.id, "2");
});

test("B34 a request that the shell has answered gets the same answer again", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.receive(create(1));
  decide(log, "decline");
  log.inbox.receive(create(1));
  assert.equal(log.sent.length, 2);
  assert.deepEqual(log.sent[0], log.sent[1]);
  assert.deepEqual(log.inbox.attach(() => {}), []);
});

test("1 and \"1\" are different requests", () => {
  const log = start();
  log.inbox.receive(create("1"));
  log.inbox.receive(create(1));
  decide(log, "decline");
  assert.deepEqual(log.sent, [{ jsonrpc: "2.0", id: "1", result: { action: "decline" } }]);
  assert.equal(log.inbox.current?.id, "1");
});

test("a decision in the shell does nothing once the program has taken over", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.attach(() => {});
  decide(log, "decline");
  assert.deepEqual(log.sent, []);
});

test("B33 a request withdrawn before the program runs is forgotten", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.receive(cancelled(1));
  log.inbox.receive(cancelled(1));
  assert.deepEqual(log.changes, [undefined, "withdrawn"]);
  assert.deepEqual(log.inbox.attach(() => {}), []);
});

test("a request whose deadline has passed is told apart from one that was withdrawn", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.receive(cancelled(1, "expired"));
  assert.deepEqual(log.changes, [undefined, "expired"]);
  assert.equal(log.inbox.current, undefined);
});

test("P18 a decision in the shell answers every part of a round, in its order", () => {
  const log = start();
  log.inbox.receive(round(1, "10", "9", "__proto__"));
  decide(log, "decline");
  const result = { action: "decline" };
  const responses = [{ key: "10", result }, { key: "9", result }, { key: "__proto__", result }];
  assert.deepEqual(log.sent, [{ jsonrpc: "2.0", id: 1, result: { responses } }]);
  log.inbox.receive(round(1, "10", "9", "__proto__"));
  assert.deepEqual(log.sent[1], log.sent[0]);
});

test("a round is kept for the program, and answered with an error when that crashes", () => {
  const log = start();
  log.inbox.receive(round(1, "a"));
  assert.deepEqual(log.inbox.attach(() => {}), [round(1, "a")]);
  log.inbox.crash();
  assert.deepEqual(log.sent, [internal(1)]);
});

test("the program is told of receipts, but not for what the shell has answered", () => {
  const log = start();
  log.inbox.receive(create(1));
  decide(log, "decline");
  log.inbox.receive(received(1));
  const told: string[] = log.inbox.attach((message) => told.push(message));
  assert.deepEqual(told, []);
  log.inbox.receive(received(2));
  assert.deepEqual(told, [received(2)]);
});

// Params of a server, with what the host adds to them.
const asking = (id: number, params: object, ours: object = {}): string =>
  text({ id, method: "elicitation/create", params: { ...params, _meta: { progressToken: 7, ...ours } } });
const inUse = (id: number): unknown => ({
  jsonrpc: "2.0", id, error: { code: -32602, message: "The id is in use", data: { "elicitform/code": "invalid-request", "elicitform/reason": "id-in-use" } },
});

test("B34 an id that is used again for something else is not answered with the old result", () => {
  const log = start();
  log.inbox.receive(asking(1, { message: "Subscribe?" }));
  decide(log, "decline");
  log.inbox.receive(asking(1, { message: "Unsubscribe?" }));
  assert.equal(log.sent.length, 1);
  assert.equal(log.inbox.current?.message, "Unsubscribe?");
  decide(log, "cancel");
  assert.deepEqual(log.sent[1], { jsonrpc: "2.0", id: 1, result: { action: "cancel" } });
});

test("B34 the decision of the shell is repeated only until it is confirmed, or for a while", (t) => {
  const clock = t.mock.method(performance, "now", () => 0);
  for (const settle of [(log: Log) => log.inbox.receive(received(1)), () => clock.mock.mockImplementation(() => 30_000)]) {
    clock.mock.mockImplementation(() => 0);
    const log = start();
    log.inbox.receive(create(1));
    decide(log, "decline");
    log.inbox.receive(create(1));
    assert.equal(log.sent.length, 2);
    settle(log);
    log.inbox.receive(create(1));
    assert.equal(log.sent.length, 2);
    assert.equal(log.inbox.current?.message, "m1");
  }
});

test("B34 an open request that is sent again stays, and another one under its id is refused", () => {
  for (const attached of [false, true]) {
    const log = start();
    const told: string[] = [];
    const first = asking(1, { message: "Subscribe?", "10": 1.0 }, { "elicitform/queue": { position: 1, total: 2 } });
    const again = asking(1, { message: "Subscribe?", "10": 1.0 }, { "elicitform/draft": { fields: [] } });
    const others = [
      asking(1, { message: "Pay?" }),
      asking(1, { message: "Subscribe?", "10": 1.0 }, { progressToken: 8 }),
      first.replace('"10":1', '"10":1.0'),
      first.replace("elicitation/create", "elicitform/round"),
    ];
    log.inbox.receive(first);
    if (attached) {
      log.inbox.attach((message) => told.push(message));
    }
    log.inbox.receive(again);
    assert.deepEqual(log.sent, []);
    for (const other of others) {
      log.inbox.receive(other);
      log.inbox.refuse(other);
    }
    assert.deepEqual(log.sent, others.flatMap(() => [inUse(1), internal(1)]));
    assert.equal(log.inbox.current?.message, "Subscribe?");
    assert.deepEqual(told, attached ? [again] : []);
    // The shared id names the one that is open.
    log.inbox.receive(cancelled(1));
    log.inbox.receive(others[0]!);
    assert.equal(log.inbox.current?.message, "Pay?");
  }
});

test("B36 a crash answers what the program had been handed, and nothing twice", () => {
  const log = start();
  log.inbox.receive(create(1));
  log.inbox.attach(() => {});
  for (const id of [2, 3, 4, 5]) {
    log.inbox.receive(create(id));
  }
  log.inbox.receive(cancelled(3));
  log.inbox.receive(cancelled(4, "expired"));
  log.inbox.post(text({ id: 2, result: { action: "decline" } }));
  log.inbox.post(text({ id: 1, method: "ui/open-link", params: {} })); // a request of its own, not an answer
  log.sent.length = 0;
  assert.equal(log.inbox.crash(), true);
  assert.deepEqual(log.sent, [internal(1), internal(5)]);
  log.inbox.receive(create(6));
  assert.deepEqual(log.sent.at(-1), internal(6));
});

test("a crash with nothing open answers nothing", () => {
  const log = start();
  log.inbox.attach(() => {});
  assert.equal(log.inbox.crash(), false);
  assert.deepEqual(log.sent, []);
});

test("B45 a flood before the program runs is bounded", () => {
  const log = start();
  for (let i = 0; i < 5000; i++) {
    log.inbox.receive(create(i));
  }
  assert.deepEqual(log.sent.map(({ id }) => id), Array.from({ length: 4000 }, (_, i) => 1000 + i));
  assert.equal(log.inbox.attach(() => {}).length, 1000);
});

test("B5 what is not JSON-RPC is left to the program", () => {
  const log = start();
  for (const message of ["", "null", "[]", "{", '{"method":{}}', '{"id":{}}']) {
    log.inbox.receive(message);
  }
  assert.deepEqual(log.sent, []);
  assert.equal(log.inbox.attach(() => {}).length, 6);
});

test("a ping and a teardown are answered before the program runs and after it crashed", () => {
  const log = start();
  const told: string[] = [];
  const ping = text({ id: 8, method: "ping" });
  log.inbox.receive(ping);
  log.inbox.receive(text({ id: 9, method: "ui/resource-teardown", params: {} }));
  log.inbox.attach((message) => told.push(message));
  log.inbox.receive(ping);
  log.inbox.crash();
  log.inbox.receive(text({ id: 10, method: "ui/resource-teardown", params: {} }));
  assert.deepEqual(told, [ping]);
  assert.deepEqual(log.sent, [8, 9, 10].map((id) => ({ jsonrpc: "2.0", id, result: {} })));
});

test("B45 a request in a flood is answered with an error, and only that", () => {
  const log = start();
  log.inbox.receive(create(1));
  for (const message of [create(2), round(3, "a"), create(1), changed, cancelled(1), "nonsense"]) {
    log.inbox.refuse(message);
  }
  assert.deepEqual(log.sent, [internal(2), internal(3)]);
});

test("when the program gives up, the request that it showed is decided here, once", () => {
  const log = start();
  const received: string[] = [];
  log.inbox.attach((message) => received.push(message));
  log.inbox.receive(create(1));
  log.inbox.receive(create(2));
  const shown = log.inbox.detach();
  assert.equal(shown?.id, "1");
  assert.deepEqual(log.sent, [internal(2)]);
  decide(log, "decline");
  log.inbox.decide(shown!, "cancel");
  log.inbox.receive(create(1));
  log.inbox.receive(create(3));
  const declined = { jsonrpc: "2.0", id: 1, result: { action: "decline" } };
  assert.deepEqual(log.sent, [internal(2), declined, declined, internal(3)]);
  assert.deepEqual(received, [create(1), create(2)]);
});

test("a request that is taken back after the program gave up is closed", () => {
  const log = start();
  log.inbox.attach(() => {});
  log.inbox.receive(create(1));
  log.inbox.detach();
  log.inbox.receive(cancelled(1, "expired"));
  assert.equal(log.changes.at(-1), "expired");
  assert.equal(log.inbox.current, undefined);
  assert.deepEqual(log.sent, []);
});

test("a program that gives up with nothing open leaves nothing to decide", () => {
  const log = start();
  log.inbox.attach(() => {});
  assert.equal(log.inbox.detach(), undefined);
  assert.deepEqual(log.sent, []);
});

test("E12 B36 answers that the host refuses are open again, and a crash answers them once", () => {
  const refused = (requestId: number): string => text({ method: "elicitform/refused", params: { requestId, problems: [] } });
  const answers = (log: Log): void => log.inbox.post(text({ id: 1, result: { action: "accept", content: {} } }));
  const ends: [what: string, end: (log: Log) => void, errors: number][] = [
    ["refused, then a crash", (log) => (log.inbox.receive(refused(1)), log.inbox.crash()), 1],
    ["a crash, then refused", (log) => (log.inbox.crash(), log.inbox.receive(refused(1))), 1],
    ["sent again and refused, then a crash", (log) => (answers(log), log.inbox.receive(refused(1)), log.inbox.crash()), 1],
    ["refused twice, then a crash", (log) => (log.inbox.receive(refused(1)), log.inbox.receive(refused(1)), log.inbox.crash()), 1],
    ["another one refused, then a crash", (log) => (log.inbox.receive(refused(2)), log.inbox.crash()), 0],
    ["confirmed, then refused by mistake", (log) => (log.inbox.receive(received(1)), log.inbox.receive(refused(1)), log.inbox.crash()), 0],
  ];
  for (const [what, end, errors] of ends) {
    const log = start();
    const told: string[] = [];
    log.inbox.attach((message) => told.push(message));
    log.inbox.receive(create(1));
    answers(log);
    log.sent.length = 0;
    end(log);
    assert.deepEqual(log.sent.filter(({ error }) => error), Array.from({ length: errors }, () => internal(1)), what);
  }
});
