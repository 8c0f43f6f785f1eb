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
  // When the request was shown; before that the host has nothing to tell.
  #started: number | undefined;

  constructor() {
    byId("copy").addEventListener("click", () => {
      void copy(this.#result.textContent ?? "", byId("copy-status"), "Result copied", () => {
        getSelection()?.selectAllChildren(this.#result);
        return "The result is selected";
      });
    });
  }

  /** Nothing was asked yet. */
  clear(): void {
    this.#show(NOTHING_YET);
    this.#started = undefined;
    this.#events.replaceChildren();
    byId("events-details").hidden = true;
  }

  /** A request is shown. */
  wait(): void {
    this.#show(WAITING);
    this.#events.replaceChildren();
    this.#started = performance.now();
  }

  /** A request has come to its end. */
  settle(outcome: Outcome): void {
    this.#show(outcome.told, outcome);
  }

  /** Adds an event to the list. A size follows every line that is typed, so that only the last is kept. */
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
