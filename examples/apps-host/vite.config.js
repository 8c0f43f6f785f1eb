import { defineConfig } from "vite";

export default defineConfig({
  // The frame has an opaque origin, so that its own files are of another one.
  preview: { headers: { "Access-Control-Allow-Origin": "*" } },
  server: { proxy: { "/mcp": process.env.MCP_URL ?? "http://127.0.0.1:3001" } },
});
