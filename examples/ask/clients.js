// The official client in three kinds: what it declares decides how the person is asked.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { restaurant } from "./server.js";

const declared = { Forms: { elicitation: { form: {} } }, Pages: { elicitation: { url: {} } }, Nothing: {} };

export async function call(kind, show, signal) {
  const client = new Client({ name: "chat", version: "1.0.0" }, { capabilities: declared[kind] });
  if (declared[kind].elicitation) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => params.mode === "url" ? show(params.url) : filledIn);
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await restaurant(kind).connect(far);
  await client.connect(near);
  const { content } = await client.callTool({ name: "book" }, undefined, { signal, timeout: 3_600_000 }).finally(() => client.close());
  return content[0].text;
}

// A chat with forms shows its own one. This one has an answer ready.
const filledIn = { action: "accept", content: { name: "Cy", guests: 4 } };
