// What the conversation shows. It contains no markup and no links of a server.

import type { FormHostEvent } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { element } from "../element.js";

/** The most characters of an announcement. */
const ANNOUNCED = 160;
/** What is kept free above and below a form, in pixels. */
const EDGES = 16;

const conversation = byId("conversation");
// The request on the screen that waits for the person.
let open: number | undefined;
// Whether the conversation scrolls with the form as it grows: not after the person has moved.
let following = false;
for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  conversation.addEventListener(move, () => (following = false), { passive: true });
}

/** Calls back with the room that a form has in view, now and whenever it changes. */
export function withRoom(use: (height: number) => void): void {
  new ResizeObserver(() => {
    // On low screens the whole page scrolls.
    const view = getComputedStyle(conversation).overflowY === "auto" ? conversation.clientHeight : innerHeight;
    // The list of tools may be in the place of the conversation.
    return view > 0 ? use(view - EDGES) : undefined;
  }).observe(conversation);
}

/** Tells screen readers in one sentence that something is new. People read the whole message when they want to. */
export function announce(text: string): void {
  const characters = [...text];
  byId("announcement").textContent = characters.length > ANNOUNCED ? `${characters.slice(0, ANNOUNCED).join("")}…` : text;
}

/** Adds a message at the end and scrolls to it: text, or the place of a form. The focus stays where it is. */
export function add(kind: string, content: string | HTMLElement, ...who: (Node | string)[]): void {
  const said = typeof content === "string" ? element("p", { className: "said", dir: "auto" }, content) : content;
  const from = who.length > 0 ? [element("p", { className: "who" }, ...who)] : [];
  const message = element("div", { className: `message ${kind}` }, ...from, said);
  byId("transcript").append(message);
  message.scrollIntoView({ block: "nearest" });
}

/** Adds a message of a server with a place for its form. The form names the server. */
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

/** Says what happened to a request. A form never takes the focus. */
export function follow(event: FormHostEvent): void {
  switch (event.type) {
    case "shown":
      return shown(event.id, event.server);
    case "resized":
      // The form grows while it loads. The conversation does not scroll for a person who is in the form.
      return following && open !== undefined && document.activeElement?.tagName !== "IFRAME" ? reveal() : undefined;
    case "settled":
      // The person still waits for an accepted page.
      return event.action === "accept" ? undefined : over(event.id);
    case "finished":
      return over(event.id);
    case "audit":
      return over(event.record.id);
    case "closed":
      return keep();
    case "withdrawn":
      return ended(event.id, `${event.server} no longer needs an answer.`);
    case "expired":
      return ended(event.id, `Time ran out before you answered ${event.server}.`);
    case "error":
      over(event.id);
      return notice(`The request from ${event.server} could not be shown (${event.reason ?? event.code}).`, true);
    case "load-failed":
      return notice("The form could not be loaded.", true);
  }
}

function shown(id: number, server: string): void {
  setOpen(id);
  const below = byId("form").querySelector("iframe") !== null;
  announce(`${server} has a request for you ${below ? "below the messages" : "in the conversation"}.`);
  following = true;
  reveal();
}

// On narrow screens the form has the room of the composer while it is open, unless the person was writing
// there when it came: nothing moves under a press on the form because the composer loses the focus.
function setOpen(id: number | undefined): void {
  open = id;
  document.body.classList.toggle("asked", id !== undefined && !document.activeElement?.closest(".composer"));
}

function over(id: number): void {
  if (open === id) {
    setOpen(undefined);
  }
}

// A line says what becomes of the request that is on the screen.
function ended(id: number, text: string): void {
  if (open !== id) {
    notice(text);
  }
  over(id);
}

// The line about a request that was shown below the messages becomes one of them, so that what the server
// says then comes below it.
function keep(): void {
  const line = byId("form").querySelector<HTMLElement>(".elicitform-receipt");
  if (line) {
    add("server", line);
  }
}

// Scrolls to the form; if it is higher than the view, to its top.
function reveal(): void {
  const place = conversation.querySelector("iframe")?.parentElement;
  place?.scrollIntoView({ block: place.offsetHeight > conversation.clientHeight ? "start" : "nearest" });
}
