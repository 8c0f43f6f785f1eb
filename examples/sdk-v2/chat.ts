import { type CallToolRequest, Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createFormHost, interceptElicitations } from "elicitform";

const forms = createFormHost({ container: document.querySelector<HTMLElement>("#form")! });

export async function connect(address: URL, capabilities: ClientOptions["capabilities"] = {}): Promise<Client> {
  const client = new Client(
    { name: "my-chat", version: "1.0.0" },
    { capabilities: { ...capabilities, elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: "auto" } },
  );
  const transport = new StreamableHTTPClientTransport(address);
  await client.connect(interceptElicitations(transport, forms, { server: { id: address.host }, review: "short" }));
  return client;
}

export const callTool = (client: Client, tool: CallToolRequest["params"]) => client.callTool(tool, { timeout: 3_600_000 });
