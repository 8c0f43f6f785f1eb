import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { pass, settle } from "../../bridge/message/test/clock.js";
import { keepAlive } from "../../bridge/host/alive.js";
import { interceptElicitations } from "../../bridge/host/intercept.js";
import { Network, Device } from "./test/fake.js";
import { createRelay } from "./relay-server.js";

test("D1 a call is kept alive while its form is open on another device", async (t) => {
  const info = { name: "chat", version: "1" };
  const relay = createRelay({ secret: "a secret that nobody else knows" });
  const network = new Network();
  network.relay = relay;
  t.after(() => network.restore());
  t.after(() => relay.close());
  const mcp = new McpServer(info);
  mcp.registerTool("ask", {}, async () => {
    const { action } = await mcp.server.elicitInput({ message: "?", requestedSchema: { type: "object", properties: {} } });
    return { content: [{ type: "text", text: action }] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcp.connect(far);
  const client = new Client(info, { capabilities: { elicitation: {} } });
  await client.connect(interceptElicitations(near, relay.host("chat"), { server: { id: "weather.example" } }));
  t.after(() => client.close());

  const result = client.callTool({ name: "ask" }, undefined, keepAlive({ timeout: 9000 }));
  result.catch(() => {});
  const phone = new Device({ token: await relay.token("chat") });
  t.after(() => phone.connection.close());
  await phone.forms.waitForRound();
  await pass(19_000);
  phone.forms.open[0]!.settle({ action: "decline" });
  assert.deepEqual((await settle(result)).content, [{ type: "text", text: "decline" }]);
});
