// The service worker for the servers' pages. It asks all open chats: one has the server of the page.

import { type WorkerRequest, ask } from "./talk.js";

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

type Client = { url: string; postMessage(request: WorkerRequest, transfer: Transferable[]): void };
type Scope = {
  clients: { matchAll(options: object): Promise<Client[]> };
  registration: { scope: string };
};

/** How long a chat may take to answer: its tab may be asleep. */
const CHAT_TIMEOUT_MS = 5000;

const scope = globalThis as unknown as Scope;

addEventListener("fetch", (fetched) => {
  const event = fetched as FetchEventLike;
  event.respondWith(visit(event.request));
});

async function visit(page: Request): Promise<Response> {
  const { method, url } = page;
  const body = method === "POST" ? await page.text() : "";
  const headers: WorkerRequest["headers"] = body ? [["Content-Type", "application/x-www-form-urlencoded"]] : [];
  const request: WorkerRequest = { method, path: `/visit/${url.slice(scope.registration.scope.length)}`, headers, body };
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const chats = windows.filter((window) => !window.url.startsWith(scope.registration.scope));
  const answers = await Promise.allSettled(chats.map((chat) => ask(chat, request, AbortSignal.timeout(CHAT_TIMEOUT_MS))));
  const responses = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const found = responses.find(({ status }) => status !== 404) ?? responses[0];
  if (!found) {
    return new Response("The chat that this page belongs to is not open any more.", { status: 404 });
  }
  return found.status === 303 ? Response.redirect(url, 303) : new Response(await found.text(), found);
}
