import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkSession, hashText, keyId, TokenSigner } from "./token.js";

const { secret, now, good, bad, sessions, keys, stores } = JSON.parse(readFileSync("relay/testdata/tokens.json", "utf8"));

test("tokens are made and read as in the other half", async () => {
  for (const { session, exp, token } of good) {
    assert.equal(await new TokenSigner(secret).make(session, exp), token);
    assert.deepEqual(await new TokenSigner(new TextEncoder().encode(secret)).read(token, now), { session, end: exp });
    assert.equal(await new TokenSigner(secret).read(token, exp), undefined, "at its end it is over");
  }
});

test("a token that was not made here, or is over, opens nothing", async () => {
  for (const { name, token } of bad) {
    assert.equal(await new TokenSigner(secret).read(token, now), undefined, name);
  }
});

test("every changed character of a token is noticed", async () => {
  const { token } = good[1];
  const reader = new TokenSigner(secret);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  for (let i = 0; i < token.length; i++) {
    for (const character of alphabet.replace(token[i], "")) {
      const changed = token.slice(0, i) + character + token.slice(i + 1);
      assert.equal(await reader.read(changed, now), undefined, changed);
    }
  }
});

test("ids and names of sessions are those of the other half", async () => {
  for (const { session, key, id } of keys) {
    assert.equal(await keyId(session, key), id);
  }
  for (const { session, name } of stores) {
    assert.equal(await hashText(session), name);
  }
});

test("a secret that can be guessed and a session without a name are rejected", async () => {
  assert.throws(() => new TokenSigner("short"), TypeError);
  await assert.rejects(new TokenSigner(secret).make("", now), TypeError);
  await assert.rejects(new TokenSigner(secret).make("x".repeat(1025), now), TypeError);
});

test("a session's name is text that UTF-8 can write, without a byte order mark", async () => {
  for (const { name, session } of sessions.bad) {
    await assert.rejects(new TokenSigner(secret).make(session, now), TypeError, name);
    assert.throws(() => checkSession(session), TypeError, name);
  }
  // Go cannot read a lone surrogate from a JSON file.
  for (const session of ["\uD83D", "a\uDCACb", "\uDCAC\uD83D"]) {
    await assert.rejects(new TokenSigner(secret).make(session, now), TypeError);
  }
  const read = await Promise.all(sessions.good.map(async (session: string) => new TokenSigner(secret).read(await new TokenSigner(secret).make(session, now + 1), now)));
  assert.deepEqual(read.map((token) => token?.session), sessions.good);
});
