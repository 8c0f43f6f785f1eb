// The demo chat: a small MCP client in a page. It does little more than what every
// chat client has to do to show elicitation requests.

import "../jitless.js";
import { SdkHttpError, type Tool } from "@modelcontextprotocol/client";
import { createFormHost, type HostContext } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { followChoices } from "../choices.js";
import { button, element } from "../element.js";
import { type Connection, connect, type KnownServer, SERVERS, timeoutOf, toolTitle } from "./connection.js";
import { answerText } from "./content.js";
import { Requests } from "./requests.js";
import { Running, Stopped } from "./running.js";
import { ServerSection } from "./sidebar.js";
import { announce, Transcript } from "./transcript.js";

/** The MCP Apps style variables that the form follows, each with that of the page. */
const VARIABLES = {
  "--color-background-primary": "--panel", "--color-background-secondary": "--soft", "--color-text-primary": "--text", "--color-text-secondary": "--muted",
  "--color-border-primary": "--edge", "--color-border-secondary": "--line", "--color-ring-primary": "--accent", "--font-sans": "--sans",
};

const transcript = new Transcript();
const running = new Running();
const sidebar = byId("sidebar");
/** The tools that the welcome offers. */
const IDEAS = ["book_table", "connect_calendar", "set_up_workspace", "trip_report"];
const opener = byId("open-tools");
const input = byId<HTMLInputElement>("text");
/** Where requests are shown: in a message of the conversation, or below the messages. */
const display = byId<HTMLSelectElement>("display");
/** Whether the chat tells servers that they may ask. */
const capable = byId<HTMLInputElement>("capable");

/** What the chat knows about one server. */
type Peer = {
  known: KnownServer;
  section: ServerSection;
  connection?: Connection;
  /** How often the chat has tried to connect. The results of earlier tries are ignored. */
  tries: number;
};

/** A tool of a server that is connected. */
type Offer = { peer: Peer; connection: Connection; tool: Tool };

const peers = SERVERS.map((known, index): Peer => ({ known, section: new ServerSection(known, index), tries: 0 }));
const requests = new Requests(transcript);
const host = createFormHost({
  container: requests.container,
  context: hostContext(),
  drafts: sessionStorage,
  onEvent: (event) => requests.follow(event),
});
followChoices(host);

sidebar.replaceChildren(...peers.map(({ section }) => section.element));
capable.addEventListener("change", reconnect);
opener.addEventListener("click", () => showTools(opener.ariaExpanded !== "true"));
addEventListener("keydown", ({ key }) => key === "Escape" && hideTools());
byId("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text) {
    input.value = "";
    said(text);
  }
});
addEventListener("pagehide", () => peers.forEach(({ connection }) => connection?.close()));
peers.forEach((peer) => void start(peer));

/** The context with which the form looks like the chat. */
function hostContext(): HostContext {
  const computed = getComputedStyle(document.documentElement);
  return { styles: { variables: Object.fromEntries(Object.entries(VARIABLES).map(([name, own]) => [name, computed.getPropertyValue(own).trim()])) } };
}

async function start(peer: Peer): Promise<void> {
  const { known, section } = peer;
  const current = ++peer.tries;
  section.connecting();
  let connection: Connection;
  try {
    const place = () => (display.value === "inline" ? requests.inline(known.id) : {});
    connection = await connect(known, host, capable.checked, place);
  } catch (error) {
    if (current === peer.tries) {
      lost(peer, error);
    }
    return;
  }
  if (current !== peer.tries) {
    connection.close();
    return;
  }
  peer.connection = connection;
  section.connected(connection, (tool) => pressed({ peer, connection, tool }));
  byId("tool-titles").replaceChildren(...offers().map(({ tool }) => element("option", { value: toolTitle(tool) })));
  byId("ideas").replaceChildren(...IDEAS.flatMap(idea));
}

function lost(peer: Peer, error: unknown): void {
  console.warn(`not connected to ${peer.known.id}`, error);
  delete peer.connection;
  peer.section.failed(() => void start(peer));
  announce(`Not connected to ${peer.known.id}.`);
}

// Makes a button for a tool, if its server is connected.
function idea(name: string): HTMLElement[] {
  const offer = offers().find(({ tool }) => tool.name === name);
  return offer ? [element("li", {}, button(`Try ${toolTitle(offer.tool)}`, () => pressed(offer)))] : [];
}

function offers(): Offer[] {
  return peers.flatMap((peer) => {
    const { connection } = peer;
    return connection ? connection.tools.map((tool) => ({ peer, connection, tool })) : [];
  });
}

function reconnect(): void {
  running.stopAll();
  transcript.notice(capable.checked ? "Servers can ask you again. This chat is connecting again." : "Servers can no longer ask you. This chat is connecting again.");
  for (const peer of peers) {
    peer.connection?.close();
    delete peer.connection;
    void start(peer);
  }
}

// On narrow screens the tools take the place of the conversation.
function showTools(open: boolean): void {
  opener.ariaExpanded = String(open);
  document.body.classList.toggle("choosing", open);
}

function hideTools(): void {
  if (opener.ariaExpanded === "true") {
    showTools(false);
    opener.focus();
  }
}

function pressed(offer: Offer): void {
  hideTools();
  transcript.you(toolTitle(offer.tool));
  void run(offer);
}

// Answers what the person has typed: it may be the name of a tool.
function said(text: string): void {
  transcript.you(text);
  const wanted = text.toLowerCase();
  const offer = offers().find(({ tool }) => [tool.name, toolTitle(tool)].some((known) => known.toLowerCase() === wanted));
  if (offer) {
    void run(offer);
    return;
  }
  say("No tool has that name. The tools are listed beside the conversation.");
}

// Says something in the conversation, and to screen readers.
function say(text: string, isError = false): void {
  transcript.notice(text, isError);
  announce(text);
}

async function run({ peer, connection, tool }: Offer): Promise<void> {
  if (running.full) {
    say("Several tools are running already. Answer or stop one of them first.");
    return;
  }
  const { id } = connection.server;
  requests.tidy();
  const title = toolTitle(tool);
  const limit = timeoutOf(tool);
  try {
    const result = await running.run(title, limit, (signal) => connection.call(tool, signal));
    transcript.answer(id, title, result);
    announce(`${id}${result.isError ? ", error" : ""}: ${answerText(result)}`);
  } catch (error) {
    say(failureWords(error, id, title), true);
    if (isGone(error)) {
      lost(peer, error);
    }
  }
}

// Whether the server no longer knows the session, or does not answer at all.
function isGone(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof SdkHttpError && error.status === 404);
}

function failureWords(error: unknown, server: string, tool: string): string {
  if (error instanceof Stopped) {
    return `You stopped ${tool}.`;
  }
  console.warn("calling a tool failed", error);
  const code = typeof error === "object" && error !== null && "code" in error ? ` (${error.code})` : "";
  return `${tool} of ${server} failed${code}: ${error instanceof Error ? error.message : String(error)}`;
}
