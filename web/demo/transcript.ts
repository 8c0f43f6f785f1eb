import { byId } from "../byid.js";
import { element } from "../element.js";
import { SERVERS } from "./connection.js";
import { beginning, drawAnswer, paragraph, type ToolAnswer } from "./content.js";

/** The most characters of an announcement. */
const ANNOUNCED = 160;

/**
 * Tells screen readers in one sentence that something is new. The messages
 * themselves can be long: people read them when they want to.
 */
export function announce(text: string): void {
  byId("announcement").textContent = beginning(text, ANNOUNCED);
}

/** The messages of the conversation. They contain no markup and no links of a server. */
export class Transcript {
  readonly #log = byId("transcript");

  /** Adds what the person said. */
  you(text: string): void {
    this.#add("you", paragraph("You", "who visually-hidden"), paragraph(text, "said"));
  }

  /** Adds a line of the chat itself between the messages. */
  notice(text: string, isError = false): void {
    this.#add(isError ? "notice error" : "notice", paragraph(text, "said"));
  }

  /** Adds the answer of a tool. */
  answer(server: string, tool: string, answer: ToolAnswer): void {
    const failed = answer.isError === true;
    const who = paragraph(`${server}, ${tool}`, "who");
    if (failed) {
      who.append(" ", element("strong", {}, "Error"));
    }
    this.#server(server, failed ? "error" : "", who, ...drawAnswer(answer, server));
  }

  /** Adds a message for a request of a server. Returns the place for the form in it. */
  request(server: string): HTMLElement {
    const slot = element("div", { className: "slot" });
    this.#server(server, "asking", paragraph(`${server} asks`, "who"), slot);
    return slot;
  }

  // Adds a message of a server, each of which has a colour.
  #server(server: string, kind: string, ...content: HTMLElement[]): void {
    const avatar = element("span", { className: "avatar" });
    avatar.dataset["letter"] = [...server][0] ?? "?";
    const hue = SERVERS.findIndex(({ id }) => id === server);
    this.#add(`server hue-${hue} ${kind}`, avatar, element("div", { className: "body" }, ...content));
  }

  // Adds a message at the end and scrolls to it. The focus stays where it is.
  #add(kind: string, ...content: HTMLElement[]): void {
    const message = element("div", { className: `message ${kind}` }, ...content);
    this.#log.append(message);
    message.scrollIntoView({ block: "nearest" });
  }
}
