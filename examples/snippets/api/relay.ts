import { createServer } from "node:http";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createFormHost, type ElicitRequestParams, type FormHost } from "elicitform";
import { askAnybody, connectRelay, createRelay, memoryStore, type Relay, relayDrafts } from "elicitform/relay";
import { nodeListener } from "elicitform/relay/node";
import { redisStore } from "elicitform/relay/redis";
import { createClient } from "redis";

export async function createRelayShown(request: { params: ElicitRequestParams }, session: string) {
  // #region createRelay
  const relay = createRelay({ secret: process.env.RELAY_SECRET });
  const result = await relay.elicit(request.params, { server: { id: "weather.example" }, session });
  // #endregion createRelay
}

export function memoryStoreShown(secret: string) {
  // #region memoryStore
  const relay = createRelay({ store: memoryStore("tests"), secret });
  // #endregion memoryStore
}

export function connectRelayShown(container: HTMLElement, token: string) {
  // #region connectRelay
  const forms = createFormHost({ container });
  connectRelay("/relay", forms, { token });
  // #endregion connectRelay
}

export function relayDraftsShown(container: HTMLElement, token: string) {
  // #region relayDrafts
  const drafts = relayDrafts(sessionStorage);
  connectRelay("/relay", createFormHost({ container, drafts }), { token, drafts });
  // #endregion relayDrafts
}

interface Asking {
  mcp: McpServer; message: string; requestedSchema: object; url: string; askKey: string; user: string;
}

export async function askAnybodyShown({ mcp, message, requestedSchema, url, askKey, user }: Asking) {
  // #region askAnybody
  const { result } = await askAnybody(mcp.server, { message, requestedSchema }, { url, askKey, session: user, server: "booking.example" });
  // #endregion askAnybody
}

export async function redisStoreShown(url: string, secret: string) {
  // #region redisStore
  const client = await createClient({ url }).on("error", console.error).connect();
  const relay = createRelay({ store: redisStore(client), secret });
  // #endregion redisStore
}

export function nodeListenerShown(relay: Relay) {
  // #region nodeListener
  createServer(nodeListener(relay.handle)).listen(8080);
  // #endregion nodeListener
}
