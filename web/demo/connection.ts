import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type ElicitOptions, type FormHost, interceptElicitations, type Server } from "../../bridge/host/index.js";

/** A server that the chat is set up with. */
export type KnownServer = {
  /** The chat's own name of the server. People trust it, so the server cannot change it. */
  id: string;
  url: string;
  /** The revision that the server speaks, where the client does not find it out by itself. */
  pin?: string;
};

/** The servers, each with another revision of the protocol. A chat that does not know the revision asks with `mode: "auto"`. */
export const SERVERS: KnownServer[] = [
  { id: "Travel", url: "mcp" },
  { id: "Studio", url: "mcp/studio", pin: "2026-07-28" },
  { id: "Hotel", url: "mcp/hotel" },
];

/** The member of _meta by which a tool of the demo's servers says how many seconds the chat should wait for it. */
const LIMIT = "elicitform-demo/timeoutSeconds";

/** How long other calls may take, in milliseconds. By default the SDK gives up after a minute, but a person may need longer. */
const PATIENCE = 24 * 60 * 60 * 1000;

// How much earlier than the call its form ends, in milliseconds. The tool needs
// time to answer, because the chat ignores the answer to a call that it has given up.
const MARGIN = 1500;

/** How often the chat pings a server, in milliseconds. The servers end sessions that are silent for some minutes. */
const PULSE = 3 * 60 * 1000;

/** A tool of a server, and for how long this chat waits for it, in milliseconds. */
export type Tool = { name: string; title: string; description: string; limit: number | undefined };

/** A live connection to an MCP server. */
export type Connection = {
  /** What the server calls itself, and the revision of the protocol that chat and server use. */
  facts: string;
  tools: Tool[];
  call(tool: Tool, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends the connection, and the session on the server. */
  close(): void;
};

/** Connects to the MCP server and shows what it asks with the form host. place decides where a request is shown. */
export async function connect(
  { id, url, pin }: KnownServer, host: FormHost, capable: boolean, place: () => Pick<ElicitOptions, "container">,
): Promise<Connection> {
  const server: Server = { id };
  // When the forms of each running call expire.
  const calls = new Set<{ deadline: number | undefined }>();
  const client = new Client(
    { name: "elicitform-demo-chat", title: "elicitform demo chat", version: "1.0.0" },
    { capabilities: capable ? { elicitation: { form: {}, url: {} } } : {}, ...(pin && { versionNegotiation: { mode: { pin } } }) },
  );
  const address = new URL(url, document.baseURI);
  // The request that ends the session outlives the page.
  const send: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: init?.method === "DELETE" });
  const transport = new StreamableHTTPClientTransport(address, { fetch: send });
  // The protocol does not say to which call a request belongs. When several calls are
  // running, the chat shows no deadline, because it could be the wrong one.
  const deadline = (): Date | number | undefined => (calls.size === 1 ? [...calls][0]?.deadline : undefined);
  const show = (): ElicitOptions => ({ server, review: "short", deadline: deadline(), ...place() });
  await client.connect(capable ? interceptElicitations(transport, host, show) : transport);

  const { name, title = name } = client.getServerVersion()!;
  Object.assign(server, { name, title });
  const { tools } = await client.listTools();
  const ignore = (): void => {};
  // A failure shows in the next call.
  const pulse = transport.sessionId === undefined ? undefined : setInterval(() => void client.ping().catch(ignore), PULSE);
  return {
    facts: `Calls itself “${server.title}”\n${address.host}${address.pathname}\nRevision ${client.getNegotiatedProtocolVersion()}`,
    tools: tools.map(({ name, title = name, description = "", _meta }) => {
      return { name, title, description, limit: Math.max(0, Number(_meta?.[LIMIT])) * 1000 || undefined };
    }),
    async call({ name, limit }, signal) {
      const call = { deadline: limit && Date.now() + limit - MARGIN };
      calls.add(call);
      return client.callTool({ name }, { signal, timeout: limit ?? PATIENCE }).finally(() => calls.delete(call));
    },
    close() {
      clearInterval(pulse);
      // Nothing waits for this, and it may fail: the server may be gone.
      void transport.terminateSession().catch(ignore).then(() => client.close()).catch(ignore);
    },
  };
}
