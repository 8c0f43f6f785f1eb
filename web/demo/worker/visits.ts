// The service worker for the pages that the servers of the demo chat send people to. It asks the chats that are
// open, of which one has the servers that know the page.

import { type Asked, ask } from "./talk.js";

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

type Client = { url: string; postMessage(asked: Asked, transfer: Transferable[]): void };
type Scope = {
  clients: { matchAll(options: object): Promise<Client[]> };
  registration: { scope: string };
};

/** How long a chat may take to answer, in milliseconds: its tab may be asleep. */
const PATIENCE = 5000;

const scope = globalThis as unknown as Scope;

addEventListener("fetch", (fetched) => {
  const event = fetched as FetchEventLike;
  event.respondWith(visit(event.request));
});

async function visit(request: Request): Promise<Response> {
  const { method, url } = request;
  const body = method === "POST" ? await request.text() : "";
  const headers: Asked["headers"] = body ? [["Content-Type", "application/x-www-form-urlencoded"]] : [];
  const asked: Asked = { method, path: `/visit/${url.slice(scope.registration.scope.length)}`, headers, body };
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const chats = windows.filter((window) => !window.url.startsWith(scope.registration.scope));
  const answers = await Promise.allSettled(chats.map((chat) => ask(chat, asked, AbortSignal.timeout(PATIENCE))));
  const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const found = given.find(({ status }) => status !== 404) ?? given[0];
  if (!found) {
    return new Response("The chat that this page belongs to is not open any more.", { status: 404 });
  }
  return found.status === 303 ? Response.redirect(url, 303) : new Response(await found.text(), found);
}
