// That the handler fits the official SDK is for the compiler to check.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "./fake.js";
import { elicitationHandler } from "./handler.js";

test("elicitationHandler is a request handler of the official client", () => {
  const { host } = start();
  const client = new Client({ name: "chat", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server: { id: "weather.example" } }));
  assert.ok(client);
  host.dispose();
});
