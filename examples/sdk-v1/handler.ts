import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CallToolRequest, type ClientCapabilities, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createFormHost, elicitationHandler } from "elicitform";

const forms = createFormHost({ container: document.querySelector<HTMLElement>("#form")! });

export async function connect(address: URL, capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client(
    { name: "my-chat", version: "1.0.0" },
    { capabilities: { ...capabilities, elicitation: { form: {}, url: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, elicitationHandler(forms, { server: { id: address.host } }));
  await client.connect(new StreamableHTTPClientTransport(address));
  return client;
}

export const callTool = (client: Client, tool: CallToolRequest["params"]) => client.callTool(tool, undefined, { timeout: 3_600_000 });
