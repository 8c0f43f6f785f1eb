// Tests that a settled request leaves no answers in memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { countKept } from "../session/test/garbage.js";
import { answer, server, start } from "./test/fake.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";

const request = { method: "elicitation/create", params: { message: "Where?", requestedSchema: { properties: { city: {} } } } };
const page = { method: "elicitation/create", params: { mode: "url", message: "", url: "https://a.example/" } };
const accepted = { action: "accept", content: { city: "Graz" } };

test("N24 a host keeps no answers, also while it waits for a page of the same round", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const settled = async (): Promise<WeakRef<object>> => {
    const single = host.elicit(request.params, { server, check: async () => [] });
    await rest();
    answer(port, 1, accepted);
    const result = await single;
    assert.ok("content" in result && result.content);
    return new WeakRef(result.content);
  };
  assert.equal(await countKept([await settled()]), 0);

  const inRound = async (): Promise<WeakRef<object>> => {
    const round = host.elicitAll({ a: request, b: page }, { server });
    await rest();
    port.sayJson({ id: 2, result: { responses: [{ key: "a", result: accepted }, { key: "b", result: { action: "accept" } }] } });
    const { a } = await round;
    assert.ok(a && "content" in a && a.content);
    return new WeakRef(a.content);
  };
  assert.equal(await countKept([await inRound()]), 0);
});

test("N24 a transport keeps no answers", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, host, { server });
  await transport.start();
  const answered = async (): Promise<WeakRef<object>> => {
    raw.receive({ id: 5, ...request });
    await rest();
    answer(port, 1, accepted);
    await rest();
    return new WeakRef(raw.sent.pop().result.content);
  };
  assert.equal(await countKept([await answered()]), 0);
  const updated = async (): Promise<WeakRef<object>> => {
    raw.receive({ method: "notifications/tasks", params: { taskId: "t", status: "input_required", inputRequests: { a: request } } });
    await rest();
    answer(port, 2, accepted);
    await rest();
    const { id, params } = raw.sent.pop();
    raw.receive({ id, result: { resultType: "complete" } });
    return new WeakRef(params.inputResponses.a.content);
  };
  assert.equal(await countKept([await updated()]), 0);
  await transport.close();
});
