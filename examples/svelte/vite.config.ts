import { svelte } from "@sveltejs/vite-plugin-svelte";
import { elicitform } from "elicitform/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte(), elicitform()],
  server: { proxy: { "/mcp": process.env.MCP_URL ?? "http://127.0.0.1:3001" } },
});
