// The service worker for the pages that the servers of the demo chat send people to. It asks the chats that are
// open, of which one has the servers that know the page.

import type { Visit, Visited } from "./talk.js";

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

type Client = { url: string; postMessage(message: Visit, transfer: Transferable[]): void };
type Scope = {
  clients: { matchAll(options: object): Promise<Client[]>; claim(): Promise<void> };
  registration: { scope: string };
  skipWaiting(): Promise<void>;
};

/** How long a chat may take to answer, in milliseconds: its tab may be asleep. */
const PATIENCE = 5000;

const scope = globalThis as unknown as Scope;

addEventListener("fetch", (fetched) => {
  const event = fetched as FetchEventLike;
  event.respondWith(visit(event.request));
});

async function visit(request: Request): Promise<Response> {
  const page = request.url.slice(scope.registration.scope.length);
  const asked: Visit = { method: request.method, path: `/visit/${page}`, body: request.method === "POST" ? await request.text() : "" };
  const chats = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const answers = await Promise.all(chats.filter(({ url }) => !url.startsWith(scope.registration.scope)).map((chat) => ask(chat, asked)));
  const given = answers.filter((each) => each !== undefined);
  const found = given.find(({ status }) => status !== 404) ?? given[0];
  if (!found) {
    return new Response("The chat that this page belongs to is not open any more.", { status: 404 });
  }
  const { status, headers, body } = found;
  return status === 303 ? Response.redirect(request.url, 303) : new Response(body, { status, headers });
}

function ask(chat: Client, asked: Visit): Promise<Visited | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Visited>) => resolve(data);
    setTimeout(() => resolve(undefined), PATIENCE);
    chat.postMessage(asked, [port2]);
  });
}
