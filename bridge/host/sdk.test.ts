// That the handler fits the official SDK is for the compiler to check.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ElicitationError, type ElicitationErrorCode } from "./errors.js";
import { start } from "./fake.js";
import { elicitationHandler } from "./handler.js";
import type { FormHost } from "./types.js";

test("elicitationHandler is a request handler of the official client", () => {
  const { host } = start();
  const client = new Client({ name: "chat", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server: { id: "weather.example" } }));
  assert.ok(client);
  host.dispose();
});

test("a request that nobody decided is an error with the number that the SDK sends on", async () => {
  const refusing = (code: ElicitationErrorCode): FormHost => ({
    ready: Promise.resolve(),
    elicit: () => Promise.reject(new ElicitationError(code)),
    setContext() {},
    dispose() {},
  });
  for (const [code, number] of [["unsupported-mode", -32602], ["invalid-request", -32602], ["load-failed", -32603]] as const) {
    const handle = elicitationHandler(refusing(code), { server: { id: "weather.example" } });
    await assert.rejects(handle({ params: {} }), (error: any) => error.code === number && error.cause.code === code);
  }
});
