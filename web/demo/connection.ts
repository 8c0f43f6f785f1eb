import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { elicitationHandler, type FormHost, type Server } from "../../bridge/host/index.js";

/** A person may take long over a form; the SDK gives up after a minute by default. */
const PATIENCE = 24 * 60 * 60 * 1000;

/** A tool as the page offers it. */
export type Tool = { name: string; title: string; description: string };

/** What a tool answered. */
export type Answer = { text: string; isError: boolean };

/** A live connection to the demo's MCP server. */
export type Connection = {
  /** The trusted id, and what the server says about itself. */
  server: Server;
  tools: Tool[];
  call(name: string): Promise<Answer>;
};

/** Connects to the MCP server at the address and shows what it asks with the form host. */
export async function connect(url: URL, host: FormHost): Promise<Connection> {
  const client = new Client(
    { name: "elicitform-demo-chat", title: "elicitform demo chat", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {} } },
      // The SDK's default compiles schemas with `new Function`, which this
      // page's policy forbids.
      jsonSchemaValidator: { getValidator: refuseToValidate },
    },
  );

  // The id is the address that this page connected to: the server has no say
  // in it. What it calls itself is known only after the connection stands.
  const server: Server = { id: url.host };
  client.setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server }));

  // The cast is for exactOptionalPropertyTypes, which the SDK is not written for.
  await client.connect(new StreamableHTTPClientTransport(url) as Transport);
  const info = client.getServerVersion();
  server.name = info?.name;
  server.title = info?.title;

  const { tools } = await client.listTools();
  return {
    server,
    tools: tools.map(({ name, title, description }) => ({ name, title: title ?? name, description: description ?? "" })),
    async call(name) {
      const result = await client.callTool({ name }, undefined, { timeout: PATIENCE });
      return { text: textOf(result.content), isError: result.isError === true };
    },
  };
}

// The demo's tools declare no output schema. One that did would need a
// validator that works without code generation.
function refuseToValidate(): never {
  throw new Error("this page cannot check structured tool results");
}

function textOf(content: unknown): string {
  const parts: string[] = [];
  for (const part of Array.isArray(content) ? content : []) {
    if (part?.type === "text" && typeof part.text === "string") {
      parts.push(part.text);
    }
  }
  return parts.join("\n");
}
