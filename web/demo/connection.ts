import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type ElicitOptions, type FormHost, interceptElicitations, type Server } from "../../bridge/host/index.js";

/** A server in the settings of the chat. */
export type KnownServer = {
  /** The chat's own name of the server. People trust the name, so the server cannot change it. */
  id: string;
  url: string;
  /** The revision of the server, unless the client finds it out by itself. */
  pin?: string;
};

/** The servers, each with another revision of the protocol. For an unknown revision, a chat uses `mode: "auto"`. */
export const SERVERS: KnownServer[] = [
  { id: "Travel", url: "mcp" },
  { id: "Studio", url: "mcp/studio", pin: "2026-07-28" },
  { id: "Hotel", url: "mcp/hotel" },
];

const LIMIT = "elicitform-demo/timeoutSeconds";

/** How long other calls may take. By default the SDK gives up after a minute, but a person may need longer. */
const CALL_TIMEOUT_MS = 24 * 60 * 60 * 1000;

// A form ends this much earlier than its call: the chat ignores an answer to a call that it has given up.
const MARGIN_MS = 1500;

/** The servers end sessions that are silent for some minutes. */
const PING_INTERVAL_MS = 3 * 60 * 1000;

/** Arguments of a tool, by their names. */
export type Arguments = { [name: string]: unknown };

/** A tool of a server. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** How long this chat waits for it. */
  limitMs: number | undefined;
  /** The schema of the arguments of a tool that acts outside the chat: the person has to allow the call. */
  asksLeave: object | undefined;
  /** No model chooses arguments here: these are the defaults of the schema. */
  arguments: Arguments;
};

/** A live connection to an MCP server. */
export type Connection = {
  facts: string;
  tools: Tool[];
  call(tool: Tool, args: Arguments, signal: AbortSignal): Promise<CallToolResult>;
  close(): void;
};

/** Connects to an MCP server and shows its requests with the form host. `place` chooses the place of a request. */
export async function connect(
  { id, url, pin }: KnownServer, host: FormHost, capable: boolean, place: () => Pick<ElicitOptions, "container">,
): Promise<Connection> {
  const server: Server = { id };
  const calls = new Set<{ deadline: number | undefined }>();
  const client = new Client(
    { name: "elicitform-demo-chat", title: "elicitform demo chat", version: "1.0.0" },
    { capabilities: capable ? { elicitation: { form: {}, url: {} } } : {}, ...(pin && { versionNegotiation: { mode: { pin } } }) },
  );
  const address = new URL(url, document.baseURI);
  // keepalive lets the request that ends the session outlive the page.
  const send: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: init?.method === "DELETE" });
  const transport = new StreamableHTTPClientTransport(address, { fetch: send });
  // The protocol does not say to which call a request belongs. With several running calls the chat shows no
  // deadline, because it could be the wrong one.
  const deadline = (): Date | number | undefined => (calls.size === 1 ? [...calls][0]?.deadline : undefined);
  const show = (): ElicitOptions => ({ server, review: "short", deadline: deadline(), ...place() });
  await client.connect(capable ? interceptElicitations(transport, host, show) : transport);

  const { name, title = name } = client.getServerVersion()!;
  Object.assign(server, { name, title });
  const { tools } = await client.listTools();
  const ignore = (): void => {};
  const pings = transport.sessionId === undefined ? undefined : setInterval(() => void client.ping().catch(ignore), PING_INTERVAL_MS);
  return {
    facts: `Calls itself “${server.title}”\n${address.host}${address.pathname}\nRevision ${client.getNegotiatedProtocolVersion()}`,
    tools: tools.map(({ name, title = name, description = "", annotations, inputSchema, _meta }) => ({
      name, title, description,
      limitMs: Math.max(0, Number(_meta?.[LIMIT])) * 1000 || undefined,
      asksLeave: annotations?.openWorldHint ? inputSchema : undefined,
      arguments: Object.fromEntries(
        Object.entries(inputSchema.properties ?? {}).map(([key, schema]) => [key, (schema as Arguments)["default"]]),
      ),
    })),
    async call({ name, limitMs }, args, signal) {
      const call = { deadline: limitMs && Date.now() + limitMs - MARGIN_MS };
      calls.add(call);
      return client.callTool({ name, arguments: args }, { signal, timeout: limitMs ?? CALL_TIMEOUT_MS }).finally(() => calls.delete(call));
    },
    close() {
      clearInterval(pings);
      // No code waits for this, and it fails if the server has ended.
      void transport.terminateSession().catch(ignore).then(() => client.close()).catch(ignore);
    },
  };
}
