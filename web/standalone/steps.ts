// The steps of the page in the browser's history, so that Back and Forward lead
// through them: a request that is being written, its form, its answers on
// review, its result.

import { isObject, own } from "../../bridge/message/json.js";
import type { Outcome } from "./journey.js";

/** What a person can change without making a new step: the text in the editor, and the server's name. */
export interface Written {
  text: string;
  server: string;
}

/** What the page shows at a step. */
export interface Step extends Written {
  kind: "request" | "form" | "review" | "result";
  /** The text that the form was made from. The text in the editor may have changed since. */
  shown: string;
  outcome?: Outcome | undefined;
}

/** The member of history.state that holds the step. */
const STATE = "elicitform";

/**
 * The steps so far. The browser's history keeps them across a reload. Only this
 * class knows what was written when a step was left, because a page can change
 * the state of no entry of the history but the current one.
 */
export class Steps {
  readonly #steps: Step[] = [];
  readonly #now: () => Written;
  #at = 0;

  /** now returns what is written at present. show is called with the step to show, and with the one that the page leaves. */
  constructor(now: () => Written, show: (step: Step, left?: Step) => void) {
    this.#now = now;
    window.addEventListener("popstate", ({ state }) => {
      const [at, step] = read(state);
      // An entry without a step is a link with a new fragment, which "hashchange" handles.
      if (at !== undefined && step) {
        this.#merge();
        const left = this.current;
        this.#at = at;
        this.#steps[at] ??= step;
        show(this.#steps[at], left);
      }
    });
    window.addEventListener("pagehide", () => this.keep());
    const [at = 0, step] = read(history.state);
    this.#at = at;
    if (step) {
      this.#steps[at] = step;
    }
  }

  /** The current step; undefined before the first one. */
  get current(): Step | undefined {
    return this.#steps[this.#at];
  }

  /** Writes the current text into the current step. Call it before the page leaves the step. */
  keep(): void {
    this.#merge();
    this.#store(location.href);
  }

  /** The browser has made a new entry, for an address with another fragment. */
  entered(): void {
    this.#merge();
    this.#steps.length = ++this.#at;
  }

  /**
   * Goes on to a step. It is a new entry of the history, unless it is the first
   * step, equals the current one, or follows review: the request ends there, so
   * that Back cannot lead to its review again.
   */
  go(step: Omit<Step, keyof Written>, fragment = ""): void {
    const { current } = this;
    const next = { ...this.#now(), ...step };
    const same = (["kind", "shown", "text", "server", "outcome"] as const).every((member) => current?.[member] === next[member]);
    const url = location.pathname + location.search + fragment;
    if (current && !same && current.kind !== "review") {
      this.#steps.length = ++this.#at;
      history.pushState(null, "", url);
    }
    this.#steps[this.#at] = next;
    this.#store(url);
  }

  #merge(): void {
    if (this.current) {
      Object.assign(this.current, this.#now());
    }
  }

  #store(url: string): void {
    const { current } = this;
    if (!current) {
      return;
    }
    try {
      history.replaceState({ [STATE]: { at: this.#at, step: current } }, "", url);
    } catch {
      // The step is too large for the browser, and lives only as long as this page.
      history.replaceState({ [STATE]: { at: this.#at, step: { ...current, text: "", shown: "", outcome: undefined } } }, "", url);
    }
  }
}

function read(state: unknown): [at?: number, step?: Step] {
  const at = own(state, STATE, "at");
  const step = own(state, STATE, "step");
  return typeof at === "number" && isObject(step) ? [at, step as unknown as Step] : [];
}
