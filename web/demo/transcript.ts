import { drawAnswer, paragraph, type ToolAnswer } from "./content.js";

/** The messages. Everything in them is inert: never markup, never links. */
export class Transcript {
  readonly #log: HTMLElement;
  readonly #servers: string[];

  /** The servers are those that may say something, for their colours. */
  constructor(log: HTMLElement, servers: string[]) {
    this.#log = log;
    this.#servers = servers;
  }

  /** What the person said. */
  you(text: string): void {
    this.#add("you", paragraph("You", "who visually-hidden"), paragraph(text, "said"));
  }

  /** What the chat itself has to say: a line between the messages. */
  notice(text: string, isError = false): void {
    this.#add(isError ? "notice error" : "notice", paragraph(text, "said"));
  }

  /** A line that belongs here and whose words come later. */
  noticeLater(): (text: string) => void {
    const line = this.#add("notice");
    line.hidden = true;
    return (text) => {
      line.append(paragraph(text, "said"));
      line.hidden = false;
      line.scrollIntoView({ block: "nearest" });
    };
  }

  /** What a tool answered. */
  answer(server: string, tool: string, answer: ToolAnswer): void {
    const failed = answer.isError === true;
    const who = paragraph(`${server}, ${tool}`, "who");
    if (failed) {
      const mark = document.createElement("strong");
      mark.textContent = "Error";
      who.append(" ", mark);
    }
    this.#server(server, failed ? "error" : "", who, ...drawAnswer(answer, server));
  }

  /** A message that holds a request of a server; the place for it in the message. */
  request(server: string): HTMLElement {
    const slot = document.createElement("div");
    slot.className = "slot";
    this.#server(server, "asking", paragraph(`${server} asks`, "who"), slot);
    return slot;
  }

  #server(server: string, kind: string, ...content: HTMLElement[]): void {
    const avatar = document.createElement("span");
    avatar.className = "avatar";
    avatar.dataset["letter"] = [...server][0] ?? "?";
    const body = document.createElement("div");
    body.className = "body";
    body.append(...content);
    this.#add(`server hue-${this.#servers.indexOf(server)} ${kind}`, avatar, body);
  }

  // At the end and in view; the focus stays where it is.
  #add(kind: string, ...content: HTMLElement[]): HTMLElement {
    const message = document.createElement("div");
    message.className = `message ${kind}`;
    message.append(...content);
    this.#log.append(message);
    message.scrollIntoView({ block: "nearest" });
    return message;
  }
}
