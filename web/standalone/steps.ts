// The steps of the page in the browser's history, so that Back and Forward lead
// through them: a request that is being written, its form, its answers on
// review, its result.

import { isObject, own } from "../../bridge/message/json.js";
import type { Outcome } from "./journey.js";

/** What can change without a new step: what stands in the editor, and the server's name. */
export interface Written {
  text: string;
  server: string;
}

/** What the page shows at a step. */
export interface Step extends Written {
  kind: "request" | "form" | "review" | "result";
  /** The text that the form was made from; the one in the editor may be another by now. */
  shown: string;
  outcome?: Outcome | undefined;
}

/** How the steps are kept in a state of the history. */
const STATE = "elicitform";

/**
 * The steps so far. The history keeps them across a reload; what was written
 * since a step was left is known here alone, because the state of an entry can
 * only be changed while the page is at it.
 */
export class Steps {
  readonly #steps: Step[] = [];
  readonly #now: () => Written;
  #at = 0;

  /** now is what is written now, show goes to a step from the one that is left. */
  constructor(now: () => Written, show: (step: Step, left?: Step) => void) {
    this.#now = now;
    window.addEventListener("popstate", ({ state }) => {
      const [at, step] = read(state);
      // Without a state of ours it is a link of somebody's, which comes as a new fragment.
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

  /** The step that the page is at; undefined before there is one. */
  get current(): Step | undefined {
    return this.#steps[this.#at];
  }

  /** Keeps what is written in the step that the page is about to leave. */
  keep(): void {
    this.#merge();
    this.#store(location.href);
  }

  /** The browser itself went on, to an address with another fragment. */
  entered(): void {
    this.#merge();
    this.#steps.length = ++this.#at;
  }

  /**
   * Goes on to a step. It takes the place of the current one if there is none
   * yet, if it is the same again, and of review, which ends with its request.
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
      // Too large for the browser: the page knows it until it is left.
      history.replaceState({ [STATE]: { at: this.#at, step: { ...current, text: "", shown: "", outcome: undefined } } }, "", url);
    }
  }
}

function read(state: unknown): [at?: number, step?: Step] {
  const at = own(state, STATE, "at");
  const step = own(state, STATE, "step");
  return typeof at === "number" && isObject(step) ? [at, step as unknown as Step] : [];
}
