// That the transports and handlers of the official clients fit.

import { Client as ClientV2, SSEClientTransport, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Chats, elicitationHandler, type FormHost, interceptElicitations, keepAlive } from "elicitform";
import type { Relay } from "elicitform/relay";

declare const host: FormHost;
const server = { id: "weather.example" };
const url = new URL("https://weather.example/mcp");
const info = { name: "chat", version: "1" };
const capabilities = { elicitation: { form: {}, url: {} } };

const v1 = new ClientV1(info, { capabilities });
v1.setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server }));
const transportV1: TransportV1 = interceptElicitations(new TransportV1(url), host, { server });
await transportV1.terminateSession();

const v2 = new ClientV2(info, { capabilities });
v2.setRequestHandler("elicitation/create", elicitationHandler(host, { server }));
await v2.connect(interceptElicitations(new TransportV2(url), host, { server }));
await v2.connect(interceptElicitations(new SSEClientTransport(url), host, { server }));

// A call that waits for a person, and its own options and listener beside that.
await v1.callTool({ name: "x" }, undefined, keepAlive());
await v1.callTool({ name: "x" }, undefined, keepAlive({ signal: AbortSignal.timeout(5), timeout: 9000, onprogress: ({ progress, total }) => console.log(progress, total) }));
await v2.callTool({ name: "x" }, keepAlive({ maxTotalTimeout: 5 }));

// One connection for several chats.
declare const relay: Relay;
const hosts = new Map<string, FormHost>();
const chats: Chats<FormHost> = { host: (session) => hosts.get(session)!, session: (request, calls) => (calls.length === 1 ? String(calls[0].id) : undefined) };
const sharedV1: TransportV1 = interceptElicitations((fetch) => new TransportV1(url, { fetch }), relay, { server });
await v1.connect(sharedV1);
await v2.connect(interceptElicitations((fetch) => new TransportV2(url, { fetch }), chats, (session) => ({ server, draftKey: session })));
// @ts-expect-error A session cannot be asked what only a page decides.
interceptElicitations(new TransportV1(url), relay, { server, focus: true });
