import { createMCPClient } from "@ai-sdk/mcp";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { generateText, stepCountIs } from "ai";
import { interceptElicitations } from "elicitform";
import { createRelay } from "elicitform/relay";
import { model } from "./model.js";
import { secret } from "./secret.js";

export const relay = createRelay({ secret });

export async function chat({ session, prompt, signal }) {
  const http = new StreamableHTTPClientTransport(new URL(process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp"));
  const transport = interceptElicitations(http, relay.host(session), { server: { id: "restaurant.example" }, review: "short" });
  const mcp = await createMCPClient({ transport, capabilities: { elicitation: { form: {}, url: {} } } });
  try {
    return (await generateText({ model, prompt, tools: await mcp.tools(), stopWhen: stepCountIs(3), abortSignal: signal })).text;
  } finally {
    await mcp.close();
  }
}
