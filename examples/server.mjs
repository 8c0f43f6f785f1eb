// The MCP server that the examples talk to. It asks for a table booking with a form, and
// for a visit to a page. PORT changes where it listens when it is started by hand.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const booking = {
  message: "For whom is the table?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", minLength: 1 },
      guests: { type: "integer", title: "Guests", minimum: 1, maximum: 12 },
    },
    required: ["name", "guests"],
  },
};

const said = (text) => ({ content: [{ type: "text", text }] });

function tools(address) {
  const server = new McpServer({ name: "restaurant", version: "1.0.0" });
  server.registerTool("book", { description: "Books a table" }, async ({ requestId, signal }) => {
    // The call's signal goes along, so that nobody is asked for a call that was given up.
    const { action, content } = await server.server.elicitInput(booking, { signal, relatedRequestId: requestId, timeout: 3_600_000 });
    return said(action === "accept" ? `Booked for ${content.name}: ${content.guests} guests` : `Not booked: ${action}`);
  });
  server.registerTool("pay", { description: "Pays a deposit on a page of the restaurant" }, async ({ requestId, signal }) => {
    const elicitationId = randomUUID();
    const params = { mode: "url", message: "Please pay the deposit.", url: `${address()}/deposit`, elicitationId };
    const { action } = await server.server.elicitInput(params, { signal, relatedRequestId: requestId, timeout: 3_600_000 });
    return said(action === "accept" ? "The page for the deposit was opened" : `No deposit: ${action}`);
  });
  return server;
}

/** Starts the server on a port of this machine, 0 for a free one. Returns its address and how to end it. */
export async function startServer(port = 0) {
  const sessions = new Map();
  const address = () => `http://127.0.0.1:${http.address().port}`;
  const http = createServer(async (request, response) => {
    if (request.url === "/deposit") {
      response.setHeader("content-type", "text/html; charset=utf-8").end("<!doctype html><title>Deposit</title><h1>Deposit</h1>");
      return;
    }
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await tools(address).connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  await new Promise((listening) => http.listen(port, "127.0.0.1", listening));
  return {
    url: `${address()}/mcp`,
    async close() {
      const closed = new Promise((end) => http.close(end));
      http.closeAllConnections();
      await closed;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  console.log(`The restaurant's MCP server is at ${(await startServer(Number(process.env.PORT ?? 3001))).url}`);
}
