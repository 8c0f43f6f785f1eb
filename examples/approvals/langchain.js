// An agent of LangChain pauses before it sends a mail. The model is LangChain's own test double.

import assert from "node:assert/strict";
import { Command, MemorySaver } from "@langchain/langgraph";
import { AIMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool, ToolMessage } from "langchain";
import { z } from "zod";
import { langchainApprovals, langchainResume } from "elicitform/adapters";
import { fakeHost } from "elicitform/testing";

const once = { action: "accept", scope: "once" };
const host = fakeHost([{ ...once, arguments: { to: "bo@example.com" } }, { ...once }]);

const schema = z.object({ to: z.string() });
const argsSchema = z.toJSONSchema(schema);
const sendMail = tool(({ to }) => `sent to ${to}`, { name: "send_mail", description: "Sends a mail", schema });
const call = (id, to) => ({ name: "send_mail", args: { to }, id });
const agent = createAgent({
  model: fakeModel().respondWithTools([call("c1", "ada@example.com"), call("c2", "cy@example.com")]).respond(new AIMessage("Done")),
  tools: [sendMail],
  checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { send_mail: { allowedDecisions: ["approve", "edit", "reject"], argsSchema } } })],
});

const thread = { configurable: { thread_id: "t" } };
const { __interrupt__: [interrupt] } = await agent.invoke({ messages: [{ role: "user", content: "Write to them" }] }, thread);
const { approvals, resume } = langchainApprovals(interrupt.value, { server: { id: "mail-agent" } });
const results = [];
for (const { approval } of approvals) {
  results.push(await host.approve(approval));
}
const { messages } = await agent.invoke(new Command({ resume: langchainResume(interrupt.id, resume(results)) }), thread);
assert.deepEqual(messages.filter(ToolMessage.isInstance).map(({ text }) => text), ["sent to bo@example.com", "sent to cy@example.com"]);
host.verify();
