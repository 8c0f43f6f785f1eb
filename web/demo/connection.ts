import { type CallToolResult, Client, type JSONRPCMessage, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { type ElicitOptions, type FormHost, interceptElicitations, type Server, type ShowOptions } from "../../bridge/host/index.js";
import type { KnownServer } from "./servers.js";

/** A person may take long over a form; the SDK gives up after a minute by default. */
const PATIENCE = 24 * 60 * 60 * 1000;

// A call that is given up tells the server nothing more. A form that ends a
// little earlier leaves the tool the time to answer.
const MARGIN = 1500;

/** How often a server hears that this page is still there; it ends sessions that are silent for minutes. */
const PULSE = 3 * 60 * 1000;

const COMPLETE = "notifications/elicitation/complete";

/** How the tools of the demo's servers say how long the chat waits for them. */
const TIMEOUT = "elicitform-demo/timeoutSeconds";

/** A tool call that is running, and when the chat gives it up. */
type Call = { deadline: number | undefined };

/** A live connection to an MCP server. */
export type Connection = {
  /** The trusted id, and what the server says about itself. */
  server: Server;
  /** The revision of the protocol that was agreed on. */
  revision: string;
  tools: Tool[];
  call(tool: Tool, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends the connection, and on the server what belongs to it. */
  close(): void;
};

/** What the chat decides about each request that is shown. */
export type Placing = () => Pick<ElicitOptions, "container">;

/** Connects to the MCP server and shows what it asks with the form host. */
export async function connect({ id, url, versionNegotiation, onlyInCalls }: KnownServer, host: FormHost, capable: boolean, place: Placing): Promise<Connection> {
  const server: Server = { id };
  const calls = new Set<Call>();
  const client = new Client(
    { name: "elicitform-demo-chat", title: "elicitform demo chat", version: "1.0.0" },
    { capabilities: capable ? { elicitation: { form: {}, url: {} } } : {}, ...(versionNegotiation && { versionNegotiation }) },
  );
  const transport = new StreamableHTTPClientTransport(url, { fetch: fetching(onlyInCalls === true) });
  // The host package asks how to show something while it takes the message about
  // it, also for the notice that a page is finished, which needs no place.
  let arrived: JSONRPCMessage | undefined;
  transport.onmessage = (message) => {
    arrived = message;
  };
  const show = (): ShowOptions =>
    arrived && "method" in arrived && arrived.method === COMPLETE ? { server } : { server, ...deadlineOf(calls), ...place() };
  await client.connect(capable ? interceptElicitations(transport, host, show) : transport);

  const info = client.getServerVersion();
  server.name = info?.name;
  server.title = info?.title;
  const { tools } = await client.listTools();
  const ignore = (): void => {};
  // What has failed is told by the next call.
  const pulse = transport.sessionId === undefined ? undefined : setInterval(() => void client.ping().catch(ignore), PULSE);
  return {
    server,
    revision: client.getNegotiatedProtocolVersion() ?? "",
    tools: tools.sort((a, b) => toolTitle(a).localeCompare(toolTitle(b))),
    async call(tool, signal) {
      const timeout = timeoutOf(tool);
      const call: Call = { deadline: timeout === undefined ? undefined : Date.now() + timeout - MARGIN };
      calls.add(call);
      try {
        return await client.callTool({ name: tool.name }, { signal, timeout: timeout ?? PATIENCE });
      } finally {
        calls.delete(call);
      }
    },
    close() {
      clearInterval(pulse);
      // Whoever closes does not wait, and a server that is gone needs no goodbye.
      void transport.terminateSession().catch(ignore).then(() => client.close()).catch(ignore);
    },
  };
}

/** What to call a tool. */
export function toolTitle(tool: Tool): string {
  return tool.title ?? tool.name;
}

/** How long this chat waits for a tool, in milliseconds; undefined: as long as the person likes. */
export function timeoutOf(tool: Tool): number | undefined {
  const seconds = tool._meta?.[TIMEOUT];
  return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined;
}

// The protocol does not say to which call a request belongs. With one call there
// is no doubt; with several the chat shows no deadline rather than a wrong one.
function deadlineOf(calls: Set<Call>): Pick<ElicitOptions, "deadline"> {
  const [only, ...others] = calls;
  return others.length > 0 ? {} : { deadline: only?.deadline };
}

// How the transport fetches: the request that ends the session is sent while the
// page goes away, and a stream that nobody needs is not asked for.
function fetching(onlyInCalls: boolean): typeof fetch {
  return async (input, init) => {
    if (onlyInCalls && init?.method === "GET") {
      return new Response(null, { status: 405 });
    }
    return fetch(input, init?.method === "DELETE" ? { ...init, keepalive: true } : init);
  };
}
