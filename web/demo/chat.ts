import "../jitless.js";
import { SdkHttpError } from "@modelcontextprotocol/client";
import { createFormHost } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { followChoices } from "../choices.js";
import { button, element } from "../element.js";
import { type Arguments, type Connection, connect, type KnownServer, SERVERS, type Tool } from "./connection.js";
import { add, announce, follow, notice, say, slot, withRoom } from "./conversation.js";
import { ASSISTANT, type Idea, IDEAS, QUESTION } from "./ideas.js";
import { answerText, closest } from "./words.js";

// A browser opens at most six connections to an HTTP/1 server: each session and each call keeps one
// open, and one is for answers and for the pages that people open.
const MAX_CALLS = 3;
const SHOWN_IDEAS = 3;

const opener = byId("open-details");
const running = byId("running");
const composer = byId<HTMLFormElement>("say");
const display = byId<HTMLSelectElement>("display");
const capable = byId<HTMLInputElement>("capable");

type Peer = KnownServer & {
  facts: HTMLElement;
  list: HTMLElement;
  connection?: Connection | undefined;
  started: Promise<void>;
};

type Offer = { peer: Peer; tool: Tool };

const peers = SERVERS.map((known): Peer => {
  return { ...known, facts: element("p", { className: "facts" }), list: element("ul"), started: Promise.resolve() };
});
const host = createFormHost({ container: byId("form"), drafts: sessionStorage, outcome: "receipt", onEvent: follow });
followChoices(host);
// A form is never higher than the conversation, so that its buttons are in view.
withRoom((maxHeight) => host.setContext({ containerDimensions: { maxHeight } }));

for (const { id, facts, list } of peers) {
  byId("details").append(element("section", { ariaLabel: id }, element("h2", {}, id), facts, list));
}
const waiting = [...IDEAS];
// The tools that the person has allowed until the page is left.
const allowed = new Set<Tool>();
// Ends the question that the chat itself asks.
let question = new AbortController();

capable.addEventListener("change", reconnect);
opener.addEventListener("click", () => showDetails(opener.ariaExpanded !== "true"));
for (const part of [opener, byId("details")]) {
  part.addEventListener("keydown", ({ key }) => key === "Escape" && showDetails(false));
}
composer.addEventListener("submit", (event) => {
  event.preventDefault();
  answerPerson(byId<HTMLInputElement>("text").value.trim());
  composer.reset();
});
drawIdeas();
you("Find us a place to eat on Sunday. We are four.");
say(ASSISTANT.id, "Three restaurants by the lake have a table for you.");
void askWhere();
addEventListener("pagehide", () => peers.forEach(({ connection }) => connection?.close()));
peers.forEach(start);

function start(peer: Peer): void {
  peer.started = peer.started.then(() => connectTo(peer));
}

async function connectTo(peer: Peer): Promise<void> {
  const { facts, list } = peer;
  peer.connection?.close();
  peer.connection = undefined;
  facts.textContent = "Connecting…";
  list.replaceChildren();
  try {
    peer.connection = await connect(peer, host, capable.checked, place);
  } catch (error) {
    return showLost(peer, error);
  }
  facts.textContent = peer.connection.facts;
  const all = offers();
  list.replaceChildren(...all.filter((offer) => offer.peer === peer).map(toolItem));
}

function drawIdeas(): void {
  byId("ideas").replaceChildren(...waiting.slice(0, SHOWN_IDEAS).map((idea) => element("li", {}, button(idea.words, () => take(idea)))));
}

/** Does what an idea says, and shows another one in its place. */
function take(idea: Idea): void {
  // A form is the next stop of Tab from the conversation.
  byId("conversation").focus({ preventScroll: true });
  waiting.push(...waiting.splice(waiting.indexOf(idea), 1));
  drawIdeas();
  you(idea.words);
  act(idea);
}

function act(idea: Idea): void {
  const offer = offers().find(({ tool }) => tool.name === idea.tool);
  if (idea.tool === undefined) {
    void askWhere();
  } else if (offer) {
    void run(offer);
  } else {
    notice("The server of this suggestion is not connected. See Details.");
  }
}

/** Asks a question of the chat's own, as an agent does. */
async function askWhere(): Promise<void> {
  question.abort();
  question = new AbortController();
  const { signal } = question;
  try {
    const result = await host.elicit(QUESTION, { server: ASSISTANT, review: "short", signal, ...place() });
    const answer = result.action === "accept" ? Object.values(result.content ?? {})[0] : undefined;
    reply(ASSISTANT.id, answer === undefined ? "Then ask me for something else." : `${String(answer)} it is. Shall I book the table?`);
  } catch (error) {
    if (!signal.aborted) {
      console.warn("the question could not be asked", error);
    }
  }
}

function place(): { container?: HTMLElement } {
  return display.value === "inline" ? { container: slot() } : {};
}

function reply(from: string, text: string): void {
  say(from, text);
  announce(`${from}: ${text}`);
}

function showLost(peer: Peer, error: unknown): void {
  const { id } = peer;
  console.warn(`not connected to ${id}`, error);
  peer.connection = undefined;
  peer.facts.textContent = "Not connected";
  peer.list.replaceChildren(element("li", {}, button(`Reconnect to ${id}`, () => start(peer))));
  announce(`Not connected to ${id}.`);
}

function offers(): Offer[] {
  return peers.flatMap((peer) => (peer.connection?.tools ?? []).map((tool) => ({ peer, tool })));
}

// People find a tool by its short title. The description is not a part of the button's name.
function toolItem(offer: Offer): HTMLElement {
  const { name, title, description } = offer.tool;
  const press = button(title, () => runForPerson(offer), { className: "tool" });
  press.setAttribute("aria-describedby", `about-${name}`);
  return element("li", {}, press, element("p", { id: `about-${name}`, className: "hint" }, description));
}

function reconnect(): void {
  running.querySelectorAll("button").forEach((stop) => stop.click());
  notice(`Servers can ${capable.checked ? "ask you again" : "no longer ask you"}. This chat is connecting again.`);
  peers.forEach(start);
}

function showDetails(open: boolean): void {
  if (opener.ariaExpanded !== String(open)) {
    opener.ariaExpanded = String(open);
    opener.focus();
  }
}

function runForPerson(offer: Offer): void {
  // On narrow screens the details lie in the place of the conversation.
  if (!byId("conversation").checkVisibility()) {
    showDetails(false);
  }
  you(offer.tool.title);
  void run(offer);
}

function you(text: string): void {
  add("you", text, element("span", { className: "visually-hidden" }, "You"));
}

function answerPerson(text: string): void {
  if (text === "") {
    return;
  }
  you(text);
  const found = closest(text, [
    ...offers().map((offer) => ({ words: offer.tool.title, act: () => void run(offer) })),
    ...IDEAS.map((idea) => ({ words: idea.words, act: () => act(idea) })),
  ]);
  return found ? found.act() : notice("This chat has no model, and knows only its suggestions and the tools that Details lists.");
}

/** Returns the arguments of a call, or undefined if the person does not allow it. */
async function leave({ peer, tool }: Offer, signal: AbortSignal): Promise<Arguments | undefined> {
  if (!tool.asksLeave || allowed.has(tool)) {
    return tool.arguments;
  }
  const { name, title } = tool;
  const result = await host.approve({
    server: { id: peer.id }, tool: { name, title, arguments: tool.arguments }, scopes: ["once", "session"], editable: tool.asksLeave,
  }, { signal, ...place() });
  if (result.action !== "accept") {
    return undefined;
  }
  if (result.scope === "session") {
    allowed.add(tool);
  }
  return result.arguments ?? tool.arguments;
}

async function run({ peer, tool }: Offer): Promise<void> {
  const { connection, id, url } = peer;
  question.abort();
  if (!connection || running.childElementCount >= MAX_CALLS) {
    return notice("Several tools are running already. Answer or stop one of them first.");
  }
  const { title, limitMs } = tool;
  const stop = new AbortController();
  const state = limitMs === undefined ? `${title}, running` : `${title}, running for at most ${limitMs / 1000} seconds`;
  const item = element("li", {}, state, button("Stop", () => stop.abort(), { ariaLabel: `Stop ${title}` }));
  running.append(item);
  try {
    const args = await leave({ peer, tool }, stop.signal);
    if (!args) {
      return reply(ASSISTANT.id, `I did not call ${title}.`);
    }
    const result = await connection.call(tool, args, stop.signal);
    const failed = result.isError === true;
    const facts = JSON.stringify({ server: url, tool: tool.name, arguments: args, result }, null, 1);
    say(id, answerText(result), { title, failed, facts });
    announce(`${id}${failed ? ", error" : ""}: ${answerText(result)}`);
  } catch (error) {
    if (stop.signal.aborted) {
      return notice(`You stopped ${title}.`, true);
    }
    console.warn("calling a tool failed", error);
    const { code, message } = error as Error & { code?: unknown };
    notice(`${title} of ${id} failed${code === undefined ? "" : ` (${code})`}: ${message}`, true);
    if (error instanceof TypeError || (error instanceof SdkHttpError && error.status === 404)) {
      showLost(peer, error);
    }
  } finally {
    item.remove();
  }
}
