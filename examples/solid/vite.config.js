import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

// The frame gets an origin of its own, and only this site may embed it. Your own server has to send these headers, too.
// Without https it fetches its program itself, as from a phone in the same network.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";
const guard = ({ middlewares }) => {
  middlewares.use("/elicitform", (request, response, next) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Content-Security-Policy", policy);
    next();
  });
};
const frame = { name: "elicitform", configureServer: guard, configurePreviewServer: guard };

export default defineConfig({
  plugins: [solid(), frame],
  server: { proxy: { "/mcp": process.env.MCP_URL ?? "http://127.0.0.1:3001" } },
});
