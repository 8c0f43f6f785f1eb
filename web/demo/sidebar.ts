import type { Tool } from "@modelcontextprotocol/client";
import { type Connection, toolTitle } from "./connection.js";
import type { KnownServer } from "./servers.js";

/** The part of the sidebar about one server. */
export class ServerSection {
  readonly element = document.createElement("section");
  readonly #facts = document.createElement("p");
  readonly #known: KnownServer;
  readonly #titleId: string;
  readonly #content = document.createElement("div");

  constructor(known: KnownServer, index: number) {
    this.#known = known;
    this.#titleId = `server-${index}`;
    const title = document.createElement("h2");
    title.id = this.#titleId;
    title.textContent = known.id;
    this.#facts.className = "facts";
    this.element.className = `tools hue-${index}`;
    this.element.setAttribute("aria-labelledby", title.id);
    this.element.append(title, this.#facts, this.#content);
    this.connecting();
  }

  connecting(): void {
    this.#facts.textContent = "Connecting…";
    this.#content.replaceChildren();
  }

  failed(again: () => void): void {
    this.#facts.textContent = "Not connected";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `Connect to ${this.#known.id} again`;
    button.addEventListener("click", again);
    this.#content.replaceChildren(button);
  }

  connected({ server, revision, tools }: Connection, press: (tool: Tool) => void): void {
    const { host, pathname } = this.#known.url;
    this.#facts.replaceChildren(`Calls itself “${server.title ?? server.name}”`, whole(host + pathname), whole(`Revision ${revision}`));
    const list = document.createElement("ul");
    list.append(...tools.map((tool, i) => toolButton(tool, `${this.#titleId}-tool-${i}`, press)));
    this.#content.replaceChildren(list);
  }
}

// Draws a fact on a line of its own.
function whole(text: string): HTMLElement {
  const line = document.createElement("span");
  line.textContent = text;
  return line;
}

// Draws a tool. The button has only the short title as its name, by which people
// find it; the description is its description for assistive technology, too.
function toolButton(tool: Tool, id: string, press: (tool: Tool) => void): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const description = document.createElement("span");
  button.type = "button";
  button.className = "tool";
  button.textContent = toolTitle(tool);
  button.setAttribute("aria-describedby", id);
  // A pointer can press the whole entry. The button is for keyboards and assistive technology.
  item.addEventListener("click", () => press(tool));
  description.id = id;
  description.className = "description";
  description.textContent = tool.description ?? "";
  item.append(button, description);
  return item;
}
