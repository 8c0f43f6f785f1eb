import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { rest, tick, waitUntil } from "../message/test/clock.js";
import type { FormHostEvent } from "./types.js";
import { answer, shows, start } from "./test/fake.js";

const server = { id: "weather.example", name: "weather" };
const SECRET = "sesame";

async function audits(events: FormHostEvent[], count: number): Promise<FormHostEvent[]> {
  const found = (): FormHostEvent[] => events.filter((event) => event.type === "audit");
  await waitUntil(() => found().length >= count);
  return found();
}

test("N28 the record says who decided what about which schema, and never a value", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const schema = '{ "type":"object","properties":{"pin":{"type":"string"},"__proto__":{"type":"string"}} }';
  const result = host.elicit(`{"message":"Hello","requestedSchema":${schema}}`, { server });
  await rest();
  shows(port, 1);
  const shownAt = Date.now();
  tick(4000);
  const answers = [
    { property: "pin", state: "edited", value: SECRET },
    { property: "__proto__", state: "left-out" },
    { property: "b", state: "default" },
    { property: "c", state: SECRET },
    { property: { toString: SECRET }, state: "edited" },
    SECRET,
  ];
  port.sayJson({ method: "elicitform/audit", params: { requestId: 9, answers: [] } });
  port.sayJson({ method: "elicitform/audit", params: { requestId: 1, answers } });
  answer(port, 1, { action: "accept", content: { pin: SECRET } });
  await result;
  // JSON, as in a log, drops undefined members.
  const [event] = JSON.parse(JSON.stringify(await audits(events, 1)));
  assert.deepEqual(event, {
    type: "audit",
    record: {
      server: "weather.example",
      id: 1,
      schemaHash: createHash("sha256").update(schema).digest("hex"),
      action: "accept",
      answers: [
        { property: "pin", state: "edited" },
        { property: "__proto__", state: "left-out" },
        { property: "b", state: "default" },
      ],
      shownAt,
      settledAt: shownAt + 4000,
    },
  });
  assert.equal(JSON.stringify(events).includes(SECRET), false);
});

test("N28 declining and cancelling are on record without answers; pages and failures are not", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const form = { message: "Hello", requestedSchema: {} };
  const results = [
    host.elicit(form, { server }),
    host.elicit({ mode: "url", message: "", url: "https://login.example/" }, { server }),
    assert.rejects(host.elicit(form, { server })),
    host.elicit({ message: "Hello" }, { server }),
  ];
  await rest();
  port.sayJson({ method: "elicitform/audit", params: { requestId: 1, answers: [{ property: "a", state: "edited" }] } });
  answer(port, 1, "cancel");
  answer(port, 2, "accept");
  port.sayJson({ id: 3, error: {} });
  answer(port, 4, "decline");
  await Promise.all(results);
  const records = (await audits(events, 2)).map((event) => event.type === "audit" && event.record);
  assert.deepEqual(records.map((record) => record && [record.id, record.action, record.answers, typeof record.schemaHash]), [
    [1, "cancel", [], "string"],
    [4, "decline", [], "undefined"],
  ]);
});

test("N28 each form of a round has its record", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const create = (params: object): object => ({ method: "elicitation/create", params: { message: "", ...params } });
  const result = host.elicitAll(
    { a: create({}), b: create({ mode: "url", url: "https://login.example/" }), c: create({}) } as never,
    { server },
  );
  await rest();
  const answers = [{ key: "a", property: "x", state: "default" }, { key: "c", property: "y", state: "edited" }];
  port.sayJson({ method: "elicitform/audit", params: { requestId: 1, answers } });
  const responses = ["a", "b", "c"].map((key) => ({ key, result: { action: key === "c" ? "decline" : "accept" } }));
  port.sayJson({ id: 1, result: { responses } });
  await result;
  const records = (await audits(events, 2)).map((event) => event.type === "audit" && event.record);
  assert.deepEqual(records.map((record) => record && [record.key, record.action, record.answers]), [
    ["a", "accept", [{ key: "a", property: "x", state: "default" }]],
    ["c", "decline", []],
  ]);
});

test("N28 a page without crypto.subtle has the hash, too", async (t) => {
  t.mock.getter(globalThis, "crypto", () => ({}));
  const { host, frame, events } = start();
  const port = frame.open();
  const result = host.elicit({ message: "", requestedSchema: {} }, { server });
  await rest();
  answer(port, 1);
  await result;
  const [event] = await audits(events, 1);
  assert.equal(event?.type === "audit" && event.record.schemaHash, createHash("sha256").update("{}").digest("hex"));
});

test("N28 no event of any kind has a value in it", async () => {
  const { host, frame, events } = start({ findings: true, drafts: { getItem: () => null, setItem() {}, removeItem() {} } });
  const port = frame.open();
  const stop = new AbortController();
  const form = { message: "Hello", requestedSchema: { type: "object", properties: { pin: { type: "string", default: SECRET } } } };
  const results = [
    host.elicit(form, { server }),
    assert.rejects(host.elicit(form, { server, signal: stop.signal })),
    assert.rejects(host.elicit(form, { server })),
    assert.rejects(host.elicit(form, { server })),
    host.elicitAll({ a: { method: "elicitation/create", params: form } }, { server }),
  ];
  await rest();
  port.sayJson({ method: "elicitform/ready" });
  port.sayJson({ method: "elicitform/findings", params: { requestId: 1, findings: [{ code: "secret", property: "pin", value: SECRET }] } });
  port.sayJson({ method: "elicitform/draft", params: { requestId: 1, draft: { pin: SECRET } } });
  port.sayJson({ method: "ui/notifications/size-changed", params: { height: 5, value: SECRET } });
  answer(port, 1, { action: "accept", content: { pin: SECRET } });
  stop.abort(new Error(SECRET));
  await rest();
  port.sayJson({ id: 3, error: { message: SECRET, data: { "elicitform/code": SECRET, value: SECRET } } });
  answer(port, 4, { action: SECRET });
  port.sayJson({ id: 5, result: { responses: [{ key: "a", result: { action: "accept", content: { pin: SECRET } } }] } });
  port.sayJson({ method: "elicitform/closed" });
  port.sayJson({ method: "elicitform/failed", params: { reason: "crash" } });
  await Promise.all(results);
  await audits(events, 2);
  assert.deepEqual([...new Set(events.map((event) => event.type))].sort(), [
    "audit", "closed", "error", "findings", "load-failed", "queued", "ready", "resized", "settled", "shown", "withdrawn",
  ]);
  assert.equal(JSON.stringify(events).includes(SECRET), false);
});
