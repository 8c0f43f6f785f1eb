import { type CallToolResult, Client, type JSONRPCMessage, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { type ElicitOptions, type FormHost, interceptElicitations, type Server, type ShowOptions } from "../../bridge/host/index.js";
import type { KnownServer } from "./servers.js";

/** How long a call may take, in milliseconds. By default the SDK gives up after a minute, but a person may need longer for a form. */
const PATIENCE = 24 * 60 * 60 * 1000;

// How much earlier than the call its form ends, in milliseconds. The tool needs
// time to answer, because the chat ignores the answer to a call that it has given up.
const MARGIN = 1500;

/** How often the chat pings a server, in milliseconds. The servers end sessions that are silent for some minutes. */
const PULSE = 3 * 60 * 1000;

const COMPLETE = "notifications/elicitation/complete";

/** The member of _meta by which a tool of the demo's servers says how long the chat should wait for it. */
const TIMEOUT = "elicitform-demo/timeoutSeconds";

/** A tool call that is running. deadline is when its forms expire. */
type Call = { deadline: number | undefined };

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

/** Decides where a request is shown. */
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
  // The host package asks for these options while it handles a message: also for
  // the notice that a page is finished, which needs no place in the conversation.
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
  // A failure shows in the next call.
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
      // Nobody waits for this, and it may fail: the server may be gone.
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

// The protocol does not say to which call a request belongs. When several calls are
// running, the chat shows no deadline, because it could be the wrong one.
function deadlineOf(calls: Set<Call>): Pick<ElicitOptions, "deadline"> {
  const [only, ...others] = calls;
  return others.length > 0 ? {} : { deadline: only?.deadline };
}

// The fetch of the transport. The request that ends the session is sent with
// keepalive, because the page may be going away; a stream that the server does not
// use is refused here.
function fetching(onlyInCalls: boolean): typeof fetch {
  return async (input, init) => {
    if (onlyInCalls && init?.method === "GET") {
      return new Response(null, { status: 405 });
    }
    return fetch(input, init?.method === "DELETE" ? { ...init, keepalive: true } : init);
  };
}
