import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hashed, keyId, tokens } from "./token.js";

// The Go half reads the same cases.
const { secret, now, good, bad, keys, stores } = JSON.parse(readFileSync("relay/testdata/tokens.json", "utf8"));

test("tokens are made and read as in the other half", async () => {
  for (const { session, exp, token } of good) {
    assert.equal(await tokens(secret).make(session, exp), token);
    assert.deepEqual(await tokens(new TextEncoder().encode(secret)).read(token, now), { session, end: exp });
    assert.equal(await tokens(secret).read(token, exp), undefined, "at its end it is over");
  }
});

test("a token that was not made here, or is over, opens nothing", async () => {
  for (const { name, token } of bad) {
    assert.equal(await tokens(secret).read(token, now), undefined, name);
  }
});

test("every changed character of a token is noticed", async () => {
  const { token } = good[0];
  const reader = tokens(secret);
  for (let i = 0; i < token.length; i++) {
    // The last character of base64url may stand for the same bytes.
    const other = token.slice(0, i) + (token[i] === "A" ? "Q" : "A") + token.slice(i + 1);
    assert.equal(await reader.read(other, now), undefined, `character ${i}`);
  }
});

test("ids and names of sessions are those of the other half", async () => {
  for (const { session, key, id } of keys) {
    assert.equal(await keyId(session, key), id);
  }
  for (const { session, name } of stores) {
    assert.equal(await hashed(session), name);
  }
});

test("a secret that can be guessed and a session without a name are refused", async () => {
  assert.throws(() => tokens("short"), TypeError);
  await assert.rejects(tokens(secret).make("", now), TypeError);
  await assert.rejects(tokens(secret).make("x".repeat(1025), now), TypeError);
});
