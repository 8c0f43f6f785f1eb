import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import { relay } from "../relay.js";

export async function POST(request) {
  const { session, name } = await request.json();
  const client = new Client({ name: "next-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  const transport = new StreamableHTTPClientTransport(new URL(process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp"));
  await client.connect(interceptElicitations(transport, relay.host(session), { server: { id: "restaurant.example" }, review: "short" }));
  const result = client.callTool({ name }, { signal: request.signal, timeout: 3_600_000 });
  return result.then(Response.json, ({ message }) => new Response(message, { status: 502 })).finally(() => client.close());
}
