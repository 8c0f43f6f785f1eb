import type { Tool } from "@modelcontextprotocol/client";
import { button, element } from "../element.js";
import { type Connection, type KnownServer, toolTitle } from "./connection.js";

/** The part of the sidebar about one server. */
export class ServerSection {
  readonly element: HTMLElement;
  readonly #facts = element("p", { className: "facts" });
  readonly #known: KnownServer;
  readonly #titleId: string;
  readonly #content = element("div");

  constructor(known: KnownServer, index: number) {
    this.#known = known;
    this.#titleId = `server-${index}`;
    this.element = element("section", { className: `tools hue-${index}` }, element("h2", { id: this.#titleId }, known.id), this.#facts, this.#content);
    this.element.setAttribute("aria-labelledby", this.#titleId);
  }

  connecting(): void {
    this.#facts.textContent = "Connecting…";
    this.#content.replaceChildren();
  }

  failed(again: () => void): void {
    this.#facts.textContent = "Not connected";
    this.#content.replaceChildren(button(`Reconnect to ${this.#known.id}`, again));
  }

  connected({ server, revision, tools }: Connection, press: (tool: Tool) => void): void {
    const { host, pathname } = this.#known.url;
    // Each fact stands on a line of its own.
    this.#facts.replaceChildren(
      `Calls itself “${server.title ?? server.name}”`,
      element("span", {}, host + pathname),
      element("span", {}, `Revision ${revision}`),
    );
    this.#content.replaceChildren(element("ul", {}, ...tools.map((tool, i) => toolItem(tool, `${this.#titleId}-tool-${i}`, press))));
  }
}

// Draws a tool. The button has only the short title as its name, by which people
// find it; the description is its description for assistive technology, too.
function toolItem(tool: Tool, id: string, press: (tool: Tool) => void): HTMLElement {
  const name = element("button", { type: "button", className: "tool" }, toolTitle(tool));
  name.setAttribute("aria-describedby", id);
  const item = element("li", {}, name, element("span", { id, className: "description" }, tool.description ?? ""));
  // A pointer can press the whole entry. The button is for keyboards and assistive technology.
  item.addEventListener("click", () => press(tool));
  return item;
}
