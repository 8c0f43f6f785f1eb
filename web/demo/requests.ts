import type { ElicitOptions, FormHostEvent } from "../../bridge/host/index.js";
import type { Announcer } from "./announcer.js";
import { recordWords } from "./describe.js";
import { byId } from "../byid.js";
import type { Transcript } from "./transcript.js";

/** Where requests are shown, and what the conversation says about them. */
export class Requests {
  readonly #transcript: Transcript;
  readonly #announcer: Announcer;
  readonly #conversation = byId("conversation");
  readonly #docked = byId("form");
  /** The places in messages that were made and not used yet. */
  readonly #empty = new Set<HTMLElement>();
  // A record takes a moment, in which the next request can be shown already.
  readonly #records = new Map<string, (text: string) => void>();
  // The request that is on the screen and needs the person.
  #open: number | undefined;
  // The person has not moved the conversation since the request was shown.
  #following = false;

  constructor(transcript: Transcript, announcer: Announcer) {
    this.#transcript = transcript;
    this.#announcer = announcer;
    for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.#conversation.addEventListener(move, () => (this.#following = false), { passive: true });
    }
  }

  /** Below the messages: the container that the host was made with. */
  get docked(): HTMLElement {
    return this.#docked;
  }

  /** A new message with a place for the next request of a server. */
  inline(id: string): Pick<ElicitOptions, "container"> {
    const slot = this.#transcript.request(id);
    this.#empty.add(slot);
    return { container: slot };
  }

  /** Clears what is over from below the messages, when the person goes on. */
  tidy(): void {
    this.#docked.classList.toggle("over", this.#open === undefined);
  }

  /** Says what happened to a request. A form never takes the focus. */
  follow(event: FormHostEvent): void {
    switch (event.type) {
      case "shown":
        this.#shown(event.id, event.server);
        break;
      case "resized":
        // What the form needs is known step by step while it loads; somebody
        // who is in the form or reads elsewhere is left where they are.
        if (this.#following && document.activeElement?.tagName !== "IFRAME") {
          this.#reveal();
        }
        break;
      case "settled":
        this.#records.set(nameOf(event), this.#transcript.noticeLater());
        // An accepted page is waited for.
        if (event.action !== "accept") {
          this.#over(event.id);
        }
        break;
      case "finished":
        this.#over(event.id);
        break;
      case "audit":
        this.#over(event.record.id);
        this.#records.get(nameOf(event.record))?.(recordWords(event.record));
        break;
      case "withdrawn":
        this.#ended(event.id, `The request of ${event.server} is no longer needed.`);
        break;
      case "expired":
        this.#ended(event.id, `Time is up: nobody answered ${event.server}.`);
        break;
      case "error":
        this.#ended(event.id, `The request of ${event.server} could not be shown (${event.reason ?? event.code}).`, true);
        break;
      case "load-failed":
        this.#transcript.notice("The form could not be loaded.", true);
        this.#announcer.say("The form could not be loaded.");
        break;
    }
  }

  #shown(id: number, server: string): void {
    this.#open = id;
    this.#following = true;
    this.tidy();
    const frame = document.querySelector("iframe")?.parentElement;
    const inline = frame && this.#empty.delete(frame);
    if (!inline) {
      this.#transcript.notice(`${server} asks for something, below the messages.`);
    }
    this.#announcer.say(`${server} asks for something ${inline ? "in the conversation" : "below the messages"}.`);
    this.#reveal();
  }

  #over(id: number): void {
    if (this.#open === id) {
      this.#open = undefined;
    }
  }

  // The form announces by itself what becomes of the request that it shows.
  #ended(id: number, text: string, isError = false): void {
    this.#transcript.notice(text, isError);
    if (this.#open !== id) {
      this.#announcer.say(text);
    }
    this.#over(id);
  }

  // A form that is higher than the view is shown from its top.
  #reveal(): void {
    const place = document.querySelector("iframe")?.parentElement;
    const room = this.#conversation.clientHeight;
    place?.scrollIntoView({ block: place.offsetHeight > room ? "start" : "nearest" });
  }
}

/** A part of a request, as events name it. */
function nameOf({ id, key = "" }: { id: number; key?: string | undefined }): string {
  return `${id} ${key}`;
}
