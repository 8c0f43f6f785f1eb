import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CallSealer } from "./calls.js";

const { secret, nonce, cases, bad } = JSON.parse(readFileSync("relay/testdata/calls.json", "utf8"));
const makeNonce = (): Uint8Array => Uint8Array.from(Buffer.from(nonce, "base64"));

test("calls are kept and read as in the other half", async () => {
  for (const { name, session, id, fp, method, params, requestState, answer, sealed, resumed } of cases) {
    const round = { id, fp };
    for (const key of [secret, new TextEncoder().encode(secret)]) {
      const text = await new CallSealer(key, makeNonce).seal({ method, params: params || undefined, requestState }, session, round);
      assert.equal(text, sealed, name);
    }
    const call = await new CallSealer(secret).resume(sealed, session, round, answer);
    assert.deepEqual(call, { method, params: JSON.parse(resumed), text: resumed }, name);
    const next = await new CallSealer(secret).seal({ method, params: params || undefined, requestState }, session, round);
    assert.notEqual(next, sealed, `${name}: a nonce is used once`);
    assert.deepEqual(await new CallSealer(secret).resume(next, session, round, answer), call, name);
  }
});

test("a call of another round, session or secret, and what is none, cannot be read", async () => {
  const [{ session, id, fp, answer, sealed }] = cases;
  const reader = new CallSealer(secret);
  const read = (text: string, s = session, round = { id, fp }, r = reader): Promise<unknown> => r.resume(text, s, round, answer);
  assert.ok(await read(sealed));
  assert.equal(await read(sealed, `${session}x`), undefined);
  assert.equal(await read(sealed, session, { id: `${id}x`, fp }), undefined);
  assert.equal(await read(sealed, session, { id, fp: `${fp}x` }), undefined);
  assert.equal(await read(sealed, session, { id, fp }, new CallSealer(`${secret}x`)), undefined);
  for (const { name, sealed } of bad) {
    assert.equal(await read(sealed), undefined, name);
  }
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice(0, i) + String.fromCharCode(sealed.charCodeAt(i) ^ 1) + sealed.slice(i + 1);
    assert.equal(await read(changed), undefined, `changed at ${i}`);
  }
});

test("what is no call, or too large, is not kept", async () => {
  const seal = (call: object): Promise<string> => new CallSealer(secret).seal(call as any, "s", { id: "aaaaaaaa", fp: "ffffffff" });
  const method = "tools/call";
  for (const call of [{}, { method: "" }, { method: 5 }, { method, params: [] }, { method, params: "{" }, { method, params: "[]" }, { method, params: 5 }, { method, requestState: 5 }, { method, requestState: null }]) {
    await assert.rejects(seal(call), { code: "invalid-request", reason: "malformed-call" }, JSON.stringify(call));
  }
  const large = "s".repeat(65536);
  for (const call of [{ method, requestState: large }, { method, params: { a: large } }, { method, params: `{"a":"${large.repeat(5)}"}` }, { method, params: `{"a":"${"é".repeat(33000)}"}` }]) {
    await assert.rejects(seal(call), { code: "invalid-request", reason: "too-large" });
  }
  assert.ok((await seal({ method, requestState: "s".repeat(65000) })).length > 65000);
  assert.throws(() => new CallSealer("short"), TypeError);
});
