import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenRequest } from "./request.js";

const create = (params: unknown): OpenRequest => new OpenRequest(1, "elicitation/create", params);
const round = (params: unknown): OpenRequest => new OpenRequest(1, "elicitform/round", params);

test("N30 reads what is shown before the program runs", () => {
  const request = create({
    message: "Hello",
    _meta: {
      "elicitform/server": { id: "weather.example" },
      "elicitform/queue": { position: 2, total: 3 },
      "elicitform/deadline": 1_900_000_000_000,
      "elicitform/focus": true,
    },
  });
  const { server, message, place, deadline, focus } = request;
  assert.deepEqual({ server, message, place, deadline, focus }, {
    server: "weather.example", message: "Hello", place: { position: 2, total: 3 }, deadline: 1_900_000_000_000, focus: true,
  });
});

test("what is missing or of another type is not shown", () => {
  for (const params of [undefined, null, [], "x", {}, { message: 1, _meta: [] }, {
    _meta: { "elicitform/server": "x", "elicitform/queue": 2, "elicitform/deadline": "soon", "elicitform/focus": "yes" },
  }]) {
    for (const request of [create(params), round(params)]) {
      const { server, message, place, deadline, focus } = request;
      assert.deepEqual({ server, message, place, deadline, focus }, {
        server: "", message: "", place: undefined, deadline: undefined, focus: false,
      });
    }
  }
});

test("P18 the place is only said where there are several, and only when it can be", () => {
  const cases: [unknown, unknown][] = [
    [{ position: 1, total: 1 }, undefined], [{ position: 3, total: 2 }, undefined], [{ position: 0, total: 2 }, undefined],
    [{ position: 1.5, total: 2 }, undefined], [{ position: "1", total: 2 }, undefined], [{ position: 1, total: 2 }, { position: 1, total: 2 }],
  ];
  for (const [queue, want] of cases) {
    assert.deepEqual(create({ _meta: { "elicitform/queue": queue } }).place, want, JSON.stringify(queue));
  }
});

test("P18 a round begins with its first part and says how many there are", () => {
  const requests = [{ key: "10", params: { message: "First" } }, { key: "9", params: { mode: "url", message: "Second" } }];
  const both = round({ requests, _meta: { "elicitform/queue": { position: 2, total: 4 } } });
  assert.equal(both.message, "First");
  assert.deepEqual(both.place, { position: 1, total: 2 });
  assert.equal(round({ requests: requests.slice(1) }).message, "Second");
  const requestedSchema = { type: "object" };
  assert.equal(create({ requestedSchema }).schema, requestedSchema);
  assert.equal(round({ requests: [{ key: "10", params: { requestedSchema } }, requests[1]] }).schema, requestedSchema);
  assert.equal(round({ requests: [] }).schema, undefined);
  assert.equal(round({ requests: requests.slice(1) }).place, undefined);
});

test("P10 a decision is the result of its method and nothing else", () => {
  assert.equal(create({}).answer("cancel"), '{"jsonrpc":"2.0","id":1,"result":{"action":"cancel"}}');
  assert.equal(
    round({ requests: [{ key: "a" }, "b", { key: 1 }, { key: "c" }] }).answer("decline"),
    '{"jsonrpc":"2.0","id":1,"result":{"responses":[{"key":"a","result":{"action":"decline"}},{"key":"c","result":{"action":"decline"}}]}}',
  );
});
