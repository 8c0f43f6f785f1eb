// An MCP server of the official SDK. Each tool elicits with a request of the corpus, byte for byte, and the SDK checks the
// answer. The tool "page" asks to open a page of this server, and sends a notification after the visit.
//
// Usage: node asking-server.mjs <folder of the corpus>

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const [folder] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => /^\d.*\.json$/.test(name));
const ANSWER_TIMEOUT = 10 * 60 * 1000;

function askingServer() {
  const server = new Server({ name: "asking", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...files, "page"].map((name) => ({ name, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name } }, { requestId }) => {
    const options = { timeout: ANSWER_TIMEOUT, relatedRequestId: requestId };
    try {
      const result = await (name === "page" ? askForPage(server, options) : server.elicitInput(paramsOf(name), options));
      return { content: [{ type: "text", text: JSON.stringify(result) }] };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });
  return server;
}

function paramsOf(file) {
  return JSON.parse(readFileSync(path.join(folder, path.basename(file)), "utf8")).params;
}

// Callbacks for the first visit of a page, by its path.
const visits = new Map();

async function askForPage(server, options) {
  const elicitationId = randomUUID();
  const page = `/page/${elicitationId}`;
  const visited = new Promise((resolve) => visits.set(page, resolve));
  const url = `http://127.0.0.1:${http.address().port}${page}`;
  const result = await server.elicitInput({ mode: "url", message: "Look at a page.", url, elicitationId }, options);
  if (result.action === "accept") {
    await visited;
    await server.createElicitationCompletionNotifier(elicitationId, options)();
  }
  return result;
}

const sessions = new Map();
const http = createServer(async (request, response) => {
  if (request.method === "GET" && visits.has(request.url)) {
    visits.get(request.url)();
    response.end("Thank you.");
    return;
  }
  let transport = sessions.get(request.headers["mcp-session-id"]);
  if (!transport) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await askingServer().connect(transport);
  }
  await transport.handleRequest(request, response);
});
http.listen();
