import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenRound } from "./openround.js";

const open = (params: unknown): OpenRound => new OpenRound(1, params);
const request = (params: unknown, key?: string): object => ({ key, params: JSON.stringify(params) });

test("N30 reads what is shown before the program runs", () => {
  const { server, message, place, deadline, focus } = open({
    notes: { server: { id: "weather.example" }, queue: { position: 2, total: 3 }, deadline: 1_900_000_000_000, focus: true },
    requests: [request({ message: "Hello", _meta: { "elicitform/server": { id: "bank" } }, notes: { server: { id: "bank" } } })],
  });
  assert.deepEqual({ server, message, place, deadline, focus }, {
    server: "weather.example", message: "Hello", place: { position: 2, total: 3 }, deadline: 1_900_000_000_000, focus: true,
  });
});

test("missing members and members of another type are not shown, and the name of the server is", () => {
  const nothing = { message: "", place: undefined, deadline: undefined, focus: false };
  for (const params of [undefined, null, [], "x", {}, { notes: [], requests: "x" }, { requests: [request({ message: 1 })] }, {
    notes: { server: "x", queue: 2, deadline: "soon", focus: "yes" },
  }]) {
    const { server, message, place, deadline, focus } = open(params);
    assert.deepEqual({ server, message, place, deadline, focus }, { server: "", ...nothing });
  }
  for (const written of [{ params: '{"message":' }, { params: "[]" }, { params: { message: "m" } }, { rejected: "too-large" }, null]) {
    const { server, message, place, deadline, focus } = open({ notes: { server: { id: "weather.example" } }, requests: [written] });
    assert.deepEqual({ server, message, place, deadline, focus }, { server: "weather.example", ...nothing });
  }
});

test("P18 the place is shown only for several requests, and only if it is valid", () => {
  const cases: [unknown, unknown][] = [
    [{ position: 1, total: 1 }, undefined], [{ position: 3, total: 2 }, undefined], [{ position: 0, total: 2 }, undefined],
    [{ position: 1.5, total: 2 }, undefined], [{ position: "1", total: 2 }, undefined], [{ position: 1, total: 2 }, { position: 1, total: 2 }],
  ];
  for (const [queue, want] of cases) {
    assert.deepEqual(open({ notes: { queue }, requests: [request({})] }).place, want, JSON.stringify(queue));
  }
});

test("P18 a round begins with its first request and shows how many there are", () => {
  const requests = [request({ message: "First" }, "10"), request({ mode: "url", message: "Second" }, "9")];
  const both = open({ requests, notes: { queue: { position: 2, total: 4 } } });
  assert.equal(both.message, "First");
  assert.deepEqual(both.place, { position: 1, total: 2 });
  assert.equal(open({ requests: requests.slice(1) }).message, "Second");
  const requestedSchema = { type: "object" };
  assert.deepEqual(open({ requests: [request({ requestedSchema })] }).schema, requestedSchema);
  assert.deepEqual(open({ requests: [request({ requestedSchema }, "10"), requests[1]] }).schema, requestedSchema);
  assert.equal(open({ requests: [] }).schema, undefined);
  assert.equal(open({ requests: requests.slice(1) }).place, undefined);
});

test("P10 a decision is the result of each request and nothing else", () => {
  assert.equal(open({ requests: [request({})] }).answer("cancel"), '{"jsonrpc":"2.0","id":1,"result":{"responses":[{"result":{"action":"cancel"}}]}}');
  assert.equal(
    open({ requests: [{ key: "a" }, { key: "c", rejected: "too-large" }] }).answer("decline"),
    '{"jsonrpc":"2.0","id":1,"result":{"responses":[{"key":"a","result":{"action":"decline"}},{"key":"c","result":{"action":"decline"}}]}}',
  );
});

test("Decline of an approval, before the program runs, presses the button that declines this call", () => {
  const choices = ["once", "reject", "reject_always"].map((kind) => ({ kind }));
  const resultOf = (notes: object, action: "decline" | "cancel"): unknown =>
    JSON.parse(open({ notes, requests: [request({ choices })] }).answer(action)).result.responses[0].result;
  assert.deepEqual(resultOf({ approval: true }, "decline"), { action: "decline", choice: 1 });
  assert.deepEqual(resultOf({ approval: true }, "cancel"), { action: "cancel" });
  // The server writes the params, and only the host writes the notes.
  assert.deepEqual(resultOf({}, "decline"), { action: "decline" });
});
