// That the transports and handlers of the official clients fit.

import { Client as ClientV2, SSEClientTransport, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { elicitationHandler, type FormHost, interceptElicitations } from "elicitform";

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
