// The result, what goes over the wire, and what the host was told.

import type { FormHostEvent } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import type { Outcome } from "./journey.js";
import { copy } from "./telling.js";

const NOTHING_YET = "What the server gets appears here.";
const WAITING = "Waiting for a decision in the form.";

/** The panel with the result. */
export class ResultPanel {
  readonly #result = byId("result");
  readonly #download = byId<HTMLAnchorElement>("download");
  readonly #events = byId("events");
  // When the request was shown. Events before that are not listed.
  #started: number | undefined;

  constructor() {
    byId("copy").addEventListener("click", () => {
      void copy(this.#result.textContent ?? "", byId("copy-status"), "Result copied", () => {
        getSelection()?.selectAllChildren(this.#result);
        return "The result is selected";
      });
    });
  }

  /** Shows that nothing has been asked yet. */
  clear(): void {
    this.#show(NOTHING_YET);
    this.#started = undefined;
    this.#events.replaceChildren();
    byId("events-details").hidden = true;
  }

  /** Shows that a request waits for its answer. */
  wait(): void {
    this.#show(WAITING);
    this.#events.replaceChildren();
    this.#started = performance.now();
  }

  /** Shows how a request has ended. */
  settle(outcome: Outcome): void {
    this.#show(outcome.told, outcome);
  }

  /** Adds an event to the list. The size changes with every line that is typed: of several such events in a row only the last one is listed. */
  event(event: FormHostEvent): void {
    if (this.#started === undefined) {
      return;
    }
    const line = document.createElement("li");
    line.dataset["type"] = event.type;
    line.textContent = `${((performance.now() - this.#started) / 1000).toFixed(1)} s  ${JSON.stringify(event)}`;
    const last = this.#events.lastElementChild as HTMLElement | null;
    if (event.type === "resized" && last?.dataset["type"] === "resized") {
      last.replaceWith(line);
    } else {
      this.#events.append(line);
    }
    byId("events-details").hidden = false;
    byId("events-count").textContent = `(${this.#events.childElementCount})`;
  }

  #show(told: string, outcome?: Outcome): void {
    const text = byId("result-text");
    text.classList.toggle("empty", !outcome);
    text.textContent = told;
    this.#result.textContent = outcome?.json ?? "";
    this.#result.hidden = !outcome;
    byId("result-actions").hidden = !outcome;
    byId("answer-details").hidden = !outcome;
    byId("answer-text").textContent = outcome?.wire.told ?? "";
    byId("answer").textContent = outcome?.wire.json ?? "";
    URL.revokeObjectURL(this.#download.href);
    this.#download.removeAttribute("href");
    if (outcome) {
      this.#download.href = URL.createObjectURL(new Blob([outcome.json, "\n"], { type: "application/json" }));
    }
  }
}
