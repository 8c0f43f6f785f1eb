import "../jitless.js";
import { SdkHttpError } from "@modelcontextprotocol/client";
import { createFormHost } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { followChoices } from "../choices.js";
import { button, element } from "../element.js";
import { type Connection, connect, type KnownServer, SERVERS, type Tool } from "./connection.js";
import { add, announce, follow, notice, slot, withRoom } from "./conversation.js";
import { answerText } from "./words.js";

const IDEAS = ["book_table", "connect_calendar", "set_up_workspace"];

// A browser opens at most six connections to an HTTP/1 server: each session and each call keeps one
// open, and one is for answers and for the pages that people open.
const MAX_CALLS = 3;

const opener = byId("open-tools");
const running = byId("running");
const say = byId<HTMLFormElement>("say");
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
  byId("sidebar").append(element("section", { ariaLabel: id }, element("h2", {}, id), facts, list));
}
capable.addEventListener("change", reconnect);
opener.addEventListener("click", () => showTools(opener.ariaExpanded !== "true"));
addEventListener("keydown", ({ key }) => key === "Escape" && showTools(false));
say.addEventListener("submit", (event) => {
  event.preventDefault();
  answerPerson(byId<HTMLInputElement>("text").value.trim());
  say.reset();
});
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
    peer.connection = await connect(peer, host, capable.checked, () => (display.value === "inline" ? { container: slot() } : {}));
  } catch (error) {
    return showLost(peer, error);
  }
  facts.textContent = peer.connection.facts;
  const all = offers();
  list.replaceChildren(...all.filter((offer) => offer.peer === peer).map(toolItem));
  byId("tool-titles").replaceChildren(...all.map(({ tool }) => element("option", { value: tool.title })));
  const ideas = all.filter(({ tool }) => IDEAS.includes(tool.name));
  byId("ideas").replaceChildren(...ideas.map((offer) => element("li", {}, button(`Try ${offer.tool.title}`, () => runForPerson(offer)))));
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

function showTools(open: boolean): void {
  if (opener.ariaExpanded !== String(open)) {
    opener.ariaExpanded = String(open);
    opener.focus();
  }
}

function runForPerson(offer: Offer): void {
  showTools(false);
  you(offer.tool.title);
  void run(offer);
}

function you(text: string): void {
  add("you", text, element("span", { className: "visually-hidden" }, "You"));
}

function answerPerson(text: string): void {
  const wanted = text.toLowerCase();
  const offer = offers().find(({ tool }) => [tool.name, tool.title].some((known) => known.toLowerCase() === wanted));
  if (offer) {
    runForPerson(offer);
  } else if (text) {
    you(text);
    notice("No tool has that name. The tools are listed beside the conversation.");
  }
}

async function run({ peer, tool }: Offer): Promise<void> {
  const { connection, id } = peer;
  if (!connection || running.childElementCount >= MAX_CALLS) {
    return notice("Several tools are running already. Answer or stop one of them first.");
  }
  const { title, limitMs } = tool;
  const stop = new AbortController();
  const state = limitMs === undefined ? `${title}, running` : `${title}, running for at most ${limitMs / 1000} seconds`;
  const item = element("li", {}, state, button("Stop", () => stop.abort(), { ariaLabel: `Stop ${title}` }));
  running.append(item);
  try {
    const result = await connection.call(tool, stop.signal);
    const failed = result.isError === true;
    add("server", answerText(result), `${id}, ${title} `, ...(failed ? [element("strong", {}, "Error")] : []));
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
