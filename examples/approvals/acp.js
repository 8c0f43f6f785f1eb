// A chat is the client of a coding agent, by the Agent Client Protocol. The agent here is one of the same SDK.

import assert from "node:assert/strict";
import { agent, client, methods } from "@agentclientprotocol/sdk";
import { acpApproval } from "elicitform/adapters";
import { fakeHost } from "elicitform/testing";

const host = fakeHost([{ action: "accept", scope: "once" }, { action: "decline" }]);

// A request for permission may leave out what the agent has sent before.
const calls = new Map();

const chat = client({ name: "chat" })
  .onNotification(methods.client.session.update, ({ params: { update } }) => {
    if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") {
      calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...update });
    }
  })
  .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
    const { approval, reply } = acpApproval(params, { server: { id: "code-agent" }, toolCall: (id) => calls.get(id) });
    assert.deepEqual(approval.tool, { name: "bash", title: "Run the tests", arguments: { command: "npm test" } });
    return reply(await host.approve(approval, { signal }));
  });

await agent({ name: "coder" }).connectWith(chat, async (ctx) => {
  const call = { toolCallId: "call-1", title: "Run the tests", name: "bash", rawInput: { command: "npm test" } };
  await ctx.notify(methods.client.session.update, { sessionId: "s", update: { sessionUpdate: "tool_call", ...call } });
  const ask = () => ctx.request(methods.client.session.requestPermission, {
    sessionId: "s",
    toolCall: { toolCallId: "call-1" },
    options: [{ optionId: "y", name: "Yes", kind: "allow_once" }, { optionId: "n", name: "No", kind: "reject_once" }],
  });
  assert.deepEqual((await ask()).outcome, { outcome: "selected", optionId: "y" });
  assert.deepEqual((await ask()).outcome, { outcome: "selected", optionId: "n" });
});
host.verify();
