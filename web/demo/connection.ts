import {
  type CallToolResult, Client, type JSONRPCMessage, StreamableHTTPClientTransport, type Tool, type VersionNegotiationOptions,
} from "@modelcontextprotocol/client";
import { type ElicitOptions, type FormHost, interceptElicitations, type InterceptOptions, type Server } from "../../bridge/host/index.js";

/** A server that the chat is set up with. */
export type KnownServer = {
  /** The chat's own name of the server. People trust it, so the server cannot change it. */
  id: string;
  url: URL;
  versionNegotiation?: VersionNegotiationOptions;
  /**
   * The server sends messages only in the streams of calls. A stream of its own
   * would use up one of the few connections that browsers allow to one host.
   */
  onlyInCalls?: true;
};

const address = (path: string): URL => new URL(path, document.baseURI);

/**
 * The servers, each with another revision of the protocol. A chat that does not
 * know the revision of a server asks with `mode: "auto"` and remembers the answer;
 * servers with revisions before 2026-07-28 refuse that question.
 */
export const SERVERS: KnownServer[] = [
  { id: "Travel", url: address("mcp") },
  { id: "Studio", url: address("mcp/studio"), versionNegotiation: { mode: { pin: "2026-07-28" } } },
  { id: "Hotel", url: address("mcp/hotel"), onlyInCalls: true },
];

/** How long a call may take, in milliseconds. By default the SDK gives up after a minute, but a person may need longer for a form. */
const PATIENCE = 24 * 60 * 60 * 1000;

// How much earlier than the call its form ends, in milliseconds. The tool needs
// time to answer, because the chat ignores the answer to a call that it has given up.
const MARGIN = 1500;

/** How often the chat pings a server, in milliseconds. The servers end sessions that are silent for some minutes. */
const PULSE = 3 * 60 * 1000;

/** The member of _meta by which a tool of the demo's servers says how long the chat should wait for it. */
const TIMEOUT = "elicitform-demo/timeoutSeconds";

/** A live connection to an MCP server. */
export type Connection = {
  /** The chat's own name of the server, and what the server calls itself. */
  server: Server;
  /** The revision of the protocol that chat and server use. */
  revision: string;
  tools: Tool[];
  call(tool: Tool, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends the connection, and the session on the server. */
  close(): void;
};

/** Connects to the MCP server and shows what it asks with the form host. place decides where a request is shown. */
export async function connect(
  { id, url, versionNegotiation, onlyInCalls }: KnownServer, host: FormHost, capable: boolean, place: () => Pick<ElicitOptions, "container">,
): Promise<Connection> {
  const server: Server = { id };
  // When the forms of each running call expire.
  const calls = new Set<{ deadline: number | undefined }>();
  const client = new Client(
    { name: "elicitform-demo-chat", title: "elicitform demo chat", version: "1.0.0" },
    { capabilities: capable ? { elicitation: { form: {}, url: {} } } : {}, ...(versionNegotiation && { versionNegotiation }) },
  );
  const transport = new StreamableHTTPClientTransport(url, { fetch: fetching(onlyInCalls === true) });
  // The host package asks for these options while it handles a message: also for
  // the notice that a page is finished, which needs no place in the conversation.
  let arrived: JSONRPCMessage | undefined;
  transport.onmessage = (message) => {
    arrived = message;
  };
  const show = (): InterceptOptions => {
    if (arrived && "method" in arrived && arrived.method === "notifications/elicitation/complete") {
      return { server };
    }
    // The protocol does not say to which call a request belongs. When several calls are
    // running, the chat shows no deadline, because it could be the wrong one.
    const [only, ...others] = calls;
    return { server, deadline: others.length > 0 ? undefined : only?.deadline, ...place() };
  };
  await client.connect(capable ? interceptElicitations(transport, host, show) : transport);

  const info = client.getServerVersion();
  server.name = info?.name;
  server.title = info?.title;
  const { tools } = await client.listTools();
  const ignore = (): void => {};
  // A failure shows in the next call.
  const pulse = transport.sessionId === undefined ? undefined : setInterval(() => void client.ping().catch(ignore), PULSE);
  return {
    server,
    revision: client.getNegotiatedProtocolVersion() ?? "",
    tools: tools.sort((a, b) => toolTitle(a).localeCompare(toolTitle(b))),
    async call(tool, signal) {
      const timeout = timeoutOf(tool);
      const call = { deadline: timeout === undefined ? undefined : Date.now() + timeout - MARGIN };
      calls.add(call);
      return client.callTool({ name: tool.name }, { signal, timeout: timeout ?? PATIENCE }).finally(() => calls.delete(call));
    },
    close() {
      clearInterval(pulse);
      // Nothing waits for this, and it may fail: the server may be gone.
      void transport.terminateSession().catch(ignore).then(() => client.close()).catch(ignore);
    },
  };
}

/** The name of a tool for people. */
export function toolTitle(tool: Tool): string {
  return tool.title ?? tool.name;
}

/** How long this chat waits for a tool, in milliseconds; undefined: as long as the person likes. */
export function timeoutOf(tool: Tool): number | undefined {
  const seconds = tool._meta?.[TIMEOUT];
  return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined;
}

// The fetch of the transport. The request that ends the session is sent with
// keepalive, because the page may be going away; a stream that the server does not
// use is refused here.
function fetching(onlyInCalls: boolean): typeof fetch {
  return async (input, init) =>
    onlyInCalls && init?.method === "GET"
      ? new Response(null, { status: 405 })
      : fetch(input, init?.method === "DELETE" ? { ...init, keepalive: true } : init);
}
