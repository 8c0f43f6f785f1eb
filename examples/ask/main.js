// The chat around it: a page, and a call for each of its buttons.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { call } from "./clients.js";

const files = { "/": ["index.html", "text/html"], "/chat.js": ["chat.js", "text/javascript"] };

createServer(async (request, response) => {
  const [name, type] = files[request.url] ?? [];
  if (name) {
    response.setHeader("content-type", `${type}; charset=utf-8`).end(await readFile(`public/${name}`));
    return;
  }
  const kind = /^\/call\/(Forms|Pages|Nothing)$/.exec(request.url)?.[1];
  if (!kind || request.method !== "POST") {
    response.writeHead(404).end();
    return;
  }
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  // A line with the address comes at once, so that the person sees the link while the tool waits.
  const show = (url) => {
    response.write(`${url}\n`);
    return { action: "accept" };
  };
  response.end(await call(kind, show, gone.signal).catch((error) => `Failed: ${error.message}`));
}).listen(Number(process.env.PORT), "127.0.0.1");
