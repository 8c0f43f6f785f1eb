import type { ElicitOptions, FormHostEvent } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { recordWords } from "./content.js";
import { announce, type Transcript } from "./transcript.js";

/** Decides where requests are shown, and what the conversation says about them. */
export class Requests {
  readonly #transcript: Transcript;
  readonly #conversation = byId("conversation");
  /** The host's own container, below the messages. */
  readonly container = byId("form");
  // Lines about requests that have ended, for when the form no longer says it: nothing is
  // said twice at a time, and the conversation keeps all outcomes.
  readonly #outcomes: string[] = [];
  // The request on the screen that waits for the person.
  #open: number | undefined;
  // Whether the conversation still scrolls with the form: not after the person has
  // scrolled or pressed a key.
  #following = false;

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
    for (const move of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.#conversation.addEventListener(move, () => (this.#following = false), { passive: true });
    }
  }

  /** Makes a new message with a place for the next request of a server. */
  inline(id: string): Pick<ElicitOptions, "container"> {
    return { container: this.#transcript.request(id) };
  }

  /** Hides the form below the messages if its request is over. Called when the person goes on. */
  tidy(): void {
    this.container.classList.toggle("over", this.#open === undefined);
    if (this.#open === undefined) {
      this.#remember();
    }
  }

  /** Says what happened to a request. A form never takes the focus. */
  follow(event: FormHostEvent): void {
    switch (event.type) {
      case "shown":
        this.#shown(event.id, event.server);
        break;
      case "resized":
        // The form grows while it loads. The conversation does not scroll for a
        // person who is in the form, or has scrolled somewhere else.
        if (this.#following && document.activeElement?.tagName !== "IFRAME") {
          this.#reveal();
        }
        break;
      case "settled":
        // The person still waits for an accepted page.
        if (event.action !== "accept") {
          this.#over(event.id);
        }
        break;
      case "finished":
        this.#over(event.id);
        break;
      case "audit":
        this.#over(event.record.id);
        this.#outcomes.push(recordWords(event.record));
        break;
      case "closed":
        this.#remember();
        break;
      case "withdrawn":
        this.#ended(event.id, `${event.server} no longer needs an answer.`);
        break;
      case "expired":
        this.#ended(event.id, `Time ran out before you answered ${event.server}.`);
        break;
      case "error":
        this.#ended(event.id, `The request from ${event.server} could not be shown (${event.reason ?? event.code}).`, true);
        break;
      case "load-failed":
        this.#transcript.notice("The form could not be loaded.", true);
        announce("The form could not be loaded.");
        break;
    }
  }

  #shown(id: number, server: string): void {
    this.#remember();
    this.#opened(id);
    this.#following = true;
    this.tidy();
    const inline = document.querySelector("iframe")?.parentElement !== this.container;
    if (!inline) {
      this.#transcript.notice(`${server} has a request for you, below the messages.`);
    }
    announce(`${server} has a request for you ${inline ? "in the conversation" : "below the messages"}.`);
    this.#reveal();
  }

  // On narrow screens the form has the room of the composer while it is open.
  #opened(id: number | undefined): void {
    this.#open = id;
    document.body.classList.toggle("asked", id !== undefined);
  }

  #over(id: number): void {
    if (this.#open === id) {
      this.#opened(undefined);
    }
  }

  // The form itself says and announces what becomes of the request that is on the screen.
  #ended(id: number, text: string, isError = false): void {
    if (this.#open !== id) {
      announce(text);
    }
    if (this.#open === id && !isError) {
      this.#outcomes.push(text);
    } else {
      this.#transcript.notice(text, isError);
    }
    this.#over(id);
  }

  #remember(): void {
    this.#outcomes.splice(0).forEach((text) => this.#transcript.notice(text));
  }

  // Scrolls to the form; if it is higher than the view, to its top.
  #reveal(): void {
    const place = document.querySelector("iframe")?.parentElement;
    const room = this.#conversation.clientHeight;
    place?.scrollIntoView({ block: place.offsetHeight > room ? "start" : "nearest" });
  }
}
