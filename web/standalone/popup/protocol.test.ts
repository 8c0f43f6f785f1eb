import assert from "node:assert/strict";
import { test } from "node:test";
import { ElicitationError } from "../../../bridge/host/index.js";
import { errorMessage, readMessage, receiver } from "./protocol.js";

test("N29 takes an exact origin that is encrypted or on this machine, and nothing else", () => {
  for (const origin of ["https://chat.example", "https://chat.example:8443", "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:8080"]) {
    assert.equal(receiver(`?origin=${encodeURIComponent(origin)}`), origin);
    assert.equal(receiver(`?x=1&origin=${origin}`), origin);
  }
  for (const wrong of [
    "", "?origin=", "?origin=*", "?origin=null", "?origin=chat.example", "?origin=https://chat.example/", "?origin=https://chat.example/path",
    "?origin=https://CHAT.example", "?origin=https://chat.example:443", "?origin=http://chat.example", "?origin=http://localhost.evil.example",
    "?origin=https://a@chat.example", "?origin=data:text/html,x", "?origin=blob:https://chat.example/1", "?origin=javascript:1", "?origin= https://chat.example",
    "?origin=https://a.example&origin=https://b.example", "?ORIGIN=https://chat.example",
  ]) {
    assert.equal(receiver(wrong), undefined, wrong);
  }
});

test("N29 reads requests of the opener, whose server name is only a claim", () => {
  const params = { message: "m" };
  assert.deepEqual(
    readMessage({ type: "elicitform/request", id: 7, params, server: { id: "bank.example", name: "n", title: 5 }, context: { theme: "dark", locale: "de", timeZone: 1, styles: {} } }),
    { type: "elicitform/request", id: 7, params, claims: { name: "n", title: undefined }, context: { theme: "dark", locale: "de" } },
  );
  assert.deepEqual(readMessage({ type: "elicitform/withdraw", id: "a" }), { type: "elicitform/withdraw", id: "a" });
  for (const data of [
    undefined, null, "elicitform/request", 7, [], {}, { type: "elicitform/request" }, { type: "elicitform/request", id: {} }, { type: "elicitform/request", id: NaN },
    { type: "elicitform/request", id: null }, { type: "elicitform/result", id: 1 }, { elicitform: "hello", id: 1 },
  ]) {
    assert.equal(readMessage(data), undefined);
  }
});

test("tells an error with its code for the server", () => {
  assert.deepEqual(errorMessage("a", new ElicitationError("invalid-request", { reason: "not-json" })), {
    type: "elicitform/error",
    id: "a",
    error: { code: "invalid-request", rpcCode: -32602, message: "elicitation: invalid-request: not-json", reason: "not-json" },
  });
});
