import type { FormHostEvent } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { element } from "../element.js";
import type { Outcome } from "./journey.js";
import { copy } from "./notices.js";

/** The panel with the result. */
export class ResultPanel {
  readonly #result = byId("result");
  readonly #download = byId<HTMLAnchorElement>("download");
  readonly #events = byId("events");
  // The time of the request. Earlier events are not listed.
  #startedAt: number | undefined;

  constructor() {
    byId("copy").addEventListener("click", () => {
      void copy(this.#result.textContent ?? "", byId("copy-status"), "Result copied", () => {
        getSelection()?.selectAllChildren(this.#result);
        return "The result is selected";
      });
    });
  }

  /** Shows that a request waits for its answer, or that there is no request yet. */
  begin(isOpen: boolean): void {
    this.settle(undefined, isOpen ? "Waiting for a decision in the form." : "What the server gets appears here.");
    this.#startedAt = isOpen ? performance.now() : undefined;
    this.#events.replaceChildren();
    byId("events-details").hidden ||= !isOpen;
  }

  /** Adds an event to the list. Of several changes of size in a row only the last one is listed. */
  event(event: FormHostEvent): void {
    if (this.#startedAt === undefined) {
      return;
    }
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const line = element("li", {}, `${seconds.toFixed(1)} s  ${JSON.stringify(event)}`);
    line.dataset["type"] = event.type;
    const last = this.#events.lastElementChild as HTMLElement | null;
    if (event.type === "resized" && last?.dataset["type"] === "resized") {
      last.remove();
    }
    this.#events.append(line);
    byId("events-details").hidden = false;
    byId("events-count").textContent = `(${this.#events.childElementCount})`;
  }

  /** Shows the result of a request, or a sentence before its end. */
  settle(outcome: Outcome | undefined, summary = outcome?.summary ?? ""): void {
    const text = byId("result-text");
    text.classList.toggle("empty", !outcome);
    text.textContent = summary;
    this.#result.textContent = outcome?.json ?? "";
    this.#result.hidden = byId("result-actions").hidden = byId("answer-details").hidden = !outcome;
    byId("answer-text").textContent = outcome?.wire.summary ?? "";
    byId("answer").textContent = outcome?.wire.json ?? "";
    URL.revokeObjectURL(this.#download.href);
    this.#download.removeAttribute("href");
    if (outcome) {
      this.#download.href = URL.createObjectURL(new Blob([outcome.json, "\n"], { type: "application/json" }));
    }
  }
}
