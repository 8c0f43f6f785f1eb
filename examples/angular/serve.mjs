import { request } from "node:http";
import express from "express";

const { PORT = "4200", MCP_URL = "http://127.0.0.1:3001/mcp" } = process.env;
const app = express();
// The frame gets an origin of its own, and only this site may embed it.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";
app.use("/elicitform", (_request, response, next) => {
  response.set({ "Content-Security-Policy": policy, "Access-Control-Allow-Origin": "*" });
  next();
});
app.use(express.static("dist/my-chat/browser"));
// This proxy gives page and MCP server one origin. A server that allows your origin needs no proxy.
app.use("/mcp", (incoming, outgoing) => {
  const headers = { ...incoming.headers, host: new URL(MCP_URL).host };
  const passed = request(MCP_URL, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  outgoing.on("close", () => passed.destroy());
  incoming.pipe(passed);
});
app.listen(PORT, "127.0.0.1");
