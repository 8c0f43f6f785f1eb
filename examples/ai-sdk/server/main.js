import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { frameHeaders } from "elicitform/vite";
import { Hono } from "hono";
import { chat, relay } from "./chat.js";

const app = new Hono();
app.all("/relay", ({ req }) => relay.handle(req.raw));
app.post("/session", async (context) => {
  const session = randomUUID();
  return context.json({ session, token: await relay.token(session) });
});
app.post("/chat", async (context) => context.text(await chat({ ...(await context.req.json()), signal: context.req.raw.signal })));
// The frame gets an origin of its own, and only this site may embed it.
app.use(async (context, next) => {
  await next();
  Object.entries(frameHeaders(context.req.path)).forEach(([name, value]) => context.header(name, value));
});
app.use(serveStatic({ root: "./dist" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 3000) });
