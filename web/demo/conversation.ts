// Shows the conversation. It contains no markup and no links of a server.

import type { FormHostEvent } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { element } from "../element.js";
import { ASSISTANT } from "./ideas.js";

const MAX_ANNOUNCEMENT = 160;
const EDGES_PX = 16;

const conversation = byId("conversation");
let open: number | undefined;
// Whether the conversation scrolls with the form as it grows: not after the person has moved.
let isFollowing = false;
for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  conversation.addEventListener(move, () => (isFollowing = false), { passive: true });
}

/** Calls back with the room that a form has in view, now and whenever it changes. */
export function withRoom(use: (height: number) => void): void {
  new ResizeObserver(() => {
    const view = getComputedStyle(conversation).overflowY === "auto" ? conversation.clientHeight : innerHeight;
    // On narrow screens the list of tools may replace the conversation.
    return view > 0 ? use(view - EDGES_PX) : undefined;
  }).observe(conversation);
}

/** Announces news to screen readers in one sentence. People read the whole message when they want to. */
export function announce(text: string): void {
  const characters = [...text];
  byId("announcement").textContent = characters.length > MAX_ANNOUNCEMENT ? `${characters.slice(0, MAX_ANNOUNCEMENT).join("")}…` : text;
}

/** Adds a message at the end and scrolls to it: text, or the place of a form. The focus stays where it is. */
export function add(kind: string, content: string | HTMLElement, ...who: (Node | string)[]): HTMLElement {
  const body = typeof content === "string" ? element("p", { className: "said", dir: "auto" }, content) : content;
  const from = who.length > 0 ? [element("p", { className: "who" }, ...who)] : [];
  const message = element("div", { className: `message ${kind}` }, ...from, body);
  byId("transcript").append(message);
  message.scrollIntoView({ block: "nearest" });
  return message;
}

/** A message with the result of a tool: the tool's title, whether it failed, and what the protocol carried. */
type ToolResult = { title: string; failed: boolean; facts: string };

/** Adds a message of a server, or of the chat's assistant. */
export function say(from: string, text: string, result?: ToolResult): void {
  const tool = result ? [`, ${result.title} `] : [];
  const message = add("server", text, from, ...tool, ...(result?.failed ? [element("strong", {}, "Error")] : []));
  message.prepend(element("span", { className: "avatar", ariaHidden: "true" }, from.slice(0, 1)));
  if (result) {
    const facts = element("pre", { tabIndex: 0 }, result.facts);
    message.append(element("details", { className: "protocol" }, element("summary", {}, "Details"), facts));
    message.scrollIntoView({ block: "nearest" });
  }
}

/** Adds a message with a place for a form. The form names the server. */
export function slot(): HTMLElement {
  const container = element("div", { className: "slot" });
  add("server", container);
  return container;
}

/** Adds a line of the chat itself between the messages, and announces it. */
export function notice(text: string, isError = false): void {
  add(isError ? "notice error" : "notice", text);
  announce(text);
}

/** Reports events of a request. A form never takes the focus. */
export function follow(event: FormHostEvent): void {
  switch (event.type) {
    case "shown":
      return showForm(event.id, event.server);
    case "resized":
      // The form grows while it loads. The conversation does not scroll for a person who is in the form.
      return isFollowing && open !== undefined && document.activeElement?.tagName !== "IFRAME" ? reveal() : undefined;
    case "settled":
      return event.action === "accept" ? undefined : close(event.id);
    case "finished":
      return close(event.id);
    case "audit":
      return close(event.record.id);
    case "closed":
      return moveReceipt();
    case "withdrawn":
      return reportEnd(event.id, `${event.server} no longer needs an answer.`);
    case "expired":
      return reportEnd(event.id, `Time ran out before you answered ${event.server}.`);
    case "error":
      close(event.id);
      return notice(`The request from ${event.server} could not be shown (${event.reason ?? event.code}).`, true);
    case "load-failed":
      return notice("The form could not be loaded.", true);
  }
}

function showForm(id: number, server: string): void {
  setOpen(id, server);
  const below = byId("form").querySelector("iframe") !== null;
  announce(`${server} has a request for you ${below ? "below the messages" : "in the conversation"}.`);
  isFollowing = true;
  reveal();
}

// On narrow screens an open form takes the room of the composer, unless the person was writing there: the form
// must not move under a press because the composer loses the focus. The chat's own question leaves the suggestions in view.
function setOpen(id: number | undefined, server?: string): void {
  open = id;
  document.body.classList.toggle("asked", id !== undefined && server !== ASSISTANT.id && !document.activeElement?.closest(".composer"));
}

function close(id: number): void {
  if (open === id) {
    setOpen(undefined);
  }
}

function reportEnd(id: number, text: string): void {
  if (open !== id) {
    notice(text);
  }
  close(id);
}

// The line about a request stays before the server's next message.
function moveReceipt(): void {
  const line = byId("form").querySelector<HTMLElement>(".elicitform-receipt");
  if (line) {
    add("server", line);
  }
}

function reveal(): void {
  const place = conversation.querySelector("iframe")?.parentElement;
  place?.scrollIntoView({ block: place.offsetHeight > conversation.clientHeight ? "start" : "nearest" });
}
