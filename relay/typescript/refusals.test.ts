import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../../bridge/message/test/clock.js";
import { createRelay } from "./relay-server.js";

const form = '{"message":"Where?","requestedSchema":{"type":"object","properties":{"city":{"type":"string"}}}}';

test("answers that are refused have a rate for each token, and hold up no other device", async () => {
  const relay = createRelay({ secret: "a secret that nobody else knows" });
  const { id, fp } = await relay.park(form, { server: { id: "weather.example" }, session: "chat" });
  const send = async (authorization: string, city: unknown): Promise<Response> => relay.handle(new Request("https://chat.example/relay", {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify({ id, fp, nonce: "nonce-of-a-test", responses: [{ result: { action: "accept", content: { city } } }] }),
  }));
  const status = async (authorization: string, city: unknown): Promise<number> => (await send(authorization, city)).status;
  const token = await relay.token("chat");
  const otherToken = `Bearer ${await relay.token("chat", { lifetime: 1e6 })}`;
  const statuses: number[] = [];
  for (let i = 0; i < 100; i++) {
    statuses.push(await status(`${["Bearer", "bearer ", "BEARER"][i % 3]} ${token}${" ".repeat(i % 2)}`, i));
  }
  assert.deepEqual(statuses, statuses.map((_, i) => (i < 30 ? 422 : 429)));
  const late = await send(`Bearer ${token}`, "Graz");
  assert.deepEqual([late.status, late.headers.get("retry-after")], [429, "2"]);
  assert.equal(await status(otherToken, 1), 422);
  await pass(4000);
  assert.deepEqual([await status(`Bearer ${token}`, 1), await status(`Bearer ${token}`, 1), await status(`Bearer ${token}`, 1)], [422, 422, 429]);
  await pass(2000);
  assert.equal(await status(`Bearer ${token}`, "Graz"), 200);
  await relay.close();
});
