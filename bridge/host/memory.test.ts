// What somebody has answered is not kept once the request is settled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { disposeAll, start, turn } from "./fake.js";
import { FakeTransport } from "./faketransport.js";
import { interceptElicitations } from "./intercept.js";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const server = { id: "weather.example" };
const asked = { method: "elicitation/create", params: { message: "Where?", requestedSchema: { properties: { city: {} } } } };
const page = { method: "elicitation/create", params: { mode: "url", message: "", url: "https://a.example/" } };
const accepted = { action: "accept", content: { city: "Graz" } };

/** Reports whether an object is still there after some time to forget it. */
async function kept(object: WeakRef<object>): Promise<boolean> {
  // Who looks at it keeps it: it is looked at once, at the end.
  for (let i = 0; i < 10; i++) {
    await turn();
    collect();
  }
  return object.deref() !== undefined;
}

test("N24 a host keeps no answers, also while it waits for a page of the same round", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const settled = async (): Promise<WeakRef<object>> => {
    const single = host.elicit(asked.params, { server, check: async () => [] });
    await turn();
    port.sayJson({ id: 1, result: accepted });
    const result = await single;
    assert.ok("content" in result && result.content);
    return new WeakRef(result.content);
  };
  assert.equal(await kept(await settled()), false);

  const inRound = async (): Promise<WeakRef<object>> => {
    const round = host.elicitAll({ a: asked, b: page }, { server });
    await turn();
    port.sayJson({ id: 2, result: { responses: [{ key: "a", result: accepted }, { key: "b", result: { action: "accept" } }] } });
    const { a } = await round;
    assert.ok(a && "content" in a && a.content);
    return new WeakRef(a.content);
  };
  assert.equal(await kept(await inRound()), false);
  disposeAll();
});

test("N24 a transport keeps no answers", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, host, { server });
  await transport.start();
  const answered = async (): Promise<WeakRef<object>> => {
    raw.receive({ id: 5, ...asked });
    await turn();
    port.sayJson({ id: 1, result: accepted });
    await turn();
    return new WeakRef(raw.sent.pop().result.content);
  };
  assert.equal(await kept(await answered()), false);
  disposeAll();
  await transport.close();
});
