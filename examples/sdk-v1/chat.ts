import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolRequest, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { createFormHost, interceptElicitations } from "elicitform";

const forms = createFormHost({ container: document.querySelector<HTMLElement>("#form")! });

export async function connect(address: URL, capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client(
    { name: "my-chat", version: "1.0.0" },
    { capabilities: { ...capabilities, elicitation: { form: {}, url: {} } } },
  );
  const transport = new StreamableHTTPClientTransport(address);
  await client.connect(interceptElicitations(transport, forms, { server: { id: address.host }, review: "short" }));
  return client;
}

export const callTool = (client: Client, tool: CallToolRequest["params"]) => client.callTool(tool, undefined, { timeout: 3_600_000 });
