import { createMCPClient } from "@ai-sdk/mcp";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { generateText, stepCountIs } from "ai";
import { interceptElicitations } from "elicitform/client";
import { createRelay } from "elicitform/relay";
import { model } from "./model.js";

export const relay = createRelay({ secret: process.env.RELAY_SECRET ?? "a secret for development" });

export async function chat({ session, prompt, signal }) {
  const transport = new StreamableHTTPClientTransport(new URL(process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp"));
  const mcp = await createMCPClient({
    transport: interceptElicitations(transport, relay.host(session), { server: { id: "restaurant.example" } }),
    capabilities: { elicitation: { form: {}, url: {} } },
  });
  try {
    return (await generateText({ model, prompt, tools: await mcp.tools(), stopWhen: stepCountIs(3), abortSignal: signal })).text;
  } finally {
    await mcp.close();
  }
}
