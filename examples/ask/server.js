// The MCP server: its tool asks a person, whatever the client can show.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { askAnybody } from "elicitform/relay";
import { booking } from "./booking.js";

export function restaurant(session) {
  const mcp = new McpServer({ name: "restaurant", version: "1.0.0" });
  mcp.registerTool("book", { description: "Books a table" }, async ({ signal }) => {
    const { result, text } = await askAnybody(mcp.server, booking, {
      url: process.env.ELICITFORM_URL, askKey: process.env.ELICITFORM_KEY, session, server: "restaurant.example",
      // A call after the answer has the same key, and gets the answer.
      key: "table", linkAsText: true, signal,
    });
    const said = text ?? (result.action === "accept" ? `Booked for ${result.content.name}: ${result.content.guests} guests` : "Not booked");
    return { content: [{ type: "text", text: said }] };
  });
  return mcp;
}
