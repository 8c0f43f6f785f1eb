import vue from "@vitejs/plugin-vue";
import { elicitform } from "elicitform/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === "elicitation-form" } } }), elicitform()],
  server: { proxy: { "/mcp": process.env.MCP_URL ?? "http://127.0.0.1:3001" } },
});
