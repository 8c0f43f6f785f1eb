import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import { createRelay } from "elicitform/relay";
import { nodeListener } from "elicitform/relay/node";
import express from "express";

const { PORT = "3000", MCP_URL = "http://127.0.0.1:3001/mcp" } = process.env;

// Says whose request this is. Yours looks at the login.
const chat = (cookie: string | null | undefined) => /(?:^|; )chat=([\w-]+)/.exec(cookie ?? "")?.[1];

const relay = createRelay({ authorize: (request) => chat(request.headers.get("cookie")) });
const app = express();
app.all("/relay", nodeListener(relay.handle));

app.post("/book", async (request, response) => {
  const session = chat(request.headers.cookie);
  if (!session) return void response.sendStatus(401);
  // A page that gives up the call takes the form away.
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  const client = new Client({ name: "node-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  const transport = new StreamableHTTPClientTransport(new URL(MCP_URL));
  await client.connect(interceptElicitations(transport, relay.host(session), { server: { id: "restaurant.example" }, review: "short" }));
  const result = client.callTool({ name: "book" }, { signal: ended.signal, timeout: 3_600_000 }).finally(() => client.close());
  response.send(await result.then(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")).join(), () => "Stopped"));
});

// The frame gets an origin of its own, and only this site may embed it.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";
app.use("/elicitform", (_request, response, next) => {
  response.set("Content-Security-Policy", policy);
  next();
});
app.use(express.static("public"));
app.listen(Number(PORT), "127.0.0.1");
