// Runs the agent on this machine as Cloudflare's network would, from packages of npm alone.
// Where you use wrangler, it does the same from your wrangler.jsonc.
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const worker = "node_modules/.cache/worker.js";
const modules = ["path", "fs", "os", "crypto", "stream", "util", "buffer", "events"];

if (process.argv[2] === "build") {
  await build({
    entryPoints: ["src/worker.js"], outfile: worker, bundle: true, format: "esm", target: "es2022",
    conditions: ["workerd", "worker", "browser"], external: ["cloudflare:*", "node:*", ...modules],
  });
} else {
  const miniflare = new Miniflare({
    name: "chat", modules: true, scriptPath: worker, compatibilityDate: "2026-07-30", compatibilityFlags: ["nodejs_compat"],
    durableObjects: { Chat: { className: "Chat", useSQLite: true } }, bindings: { MCP_URL: process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp" },
    assets: { directory: "dist", routerConfig: { has_user_worker: true } }, cf: false, host: "127.0.0.1", port: Number(process.env.PORT ?? 8787),
  });
  process.on("SIGTERM", () => miniflare.dispose());
}
