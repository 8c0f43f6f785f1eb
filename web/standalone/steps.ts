// The steps through which the browser's Back and Forward lead: a request that is
// being written, its form, its answers on review, its result.

import type { Outcome } from "./journey.js";

/** What a person can change without making a new step: the text in the editor, and the server's name. */
export type Written = Record<"text" | "server", string>;

/** What the page shows at a step. */
export interface Step extends Written {
  kind: "request" | "form" | "review" | "result";
  /** The text that the form was made from. The text in the editor may have changed since. */
  shown: string;
  outcome?: Outcome | undefined;
}

/**
 * The steps so far. The browser's history keeps them across a reload, but not what was
 * written when a step was left: a page can change only the current entry.
 */
export class Steps {
  readonly #steps: Step[] = [];
  #at = 0;

  /** now returns the present texts. show is called with the step to show, and with the step that the page leaves. */
  constructor(readonly now: () => Written, show: (step: Step, left?: Step) => void) {
    window.addEventListener("popstate", ({ state }) => {
      const { at, step } = saved(state);
      // An entry without a step is a link with a new fragment, which "hashchange" handles.
      if (step) {
        const left = this.#merged();
        this.#at = at;
        show((this.#steps[at] ??= step), left);
      }
    });
    window.addEventListener("pagehide", () => this.keep());
    const { at, step } = saved(history.state);
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
    this.#store(this.#merged(), location.href);
  }

  /** The browser has made a new entry, for an address with another fragment. */
  entered(): void {
    this.#merged();
    this.#steps.length = ++this.#at;
  }

  /**
   * Goes on to a step, which is a new entry of the history unless it is the first one or equals the
   * current one. After review it is none either: Back cannot lead to the review of a request that has ended.
   */
  go(step: Omit<Step, keyof Written>, fragment = ""): void {
    const { current } = this;
    const next = { ...this.now(), ...step };
    const same = (["kind", "shown", "text", "server", "outcome"] as const).every((member) => current?.[member] === next[member]);
    const url = location.pathname + location.search + fragment;
    if (current && !same && current.kind !== "review") {
      this.#steps.length = ++this.#at;
      history.pushState(null, "", url);
    }
    this.#steps[this.#at] = next;
    this.#store(next, url);
  }

  // The current step, with what is written at present.
  #merged(): Step | undefined {
    return this.current && Object.assign(this.current, this.now());
  }

  #store(step: Step | undefined, url: string): void {
    const store = (step: Step): void => history.replaceState({ elicitform: { at: this.#at, step } }, "", url);
    try {
      if (step) {
        store(step);
      }
    } catch {
      // The step is too large for the browser, and lives only as long as this page.
      store({ ...step!, text: "", shown: "", outcome: undefined });
    }
  }
}

// What this page has written into an entry of the history.
function saved(state: unknown): { at: number; step?: Step } {
  return (state as { elicitform?: { at: number; step: Step } } | null)?.elicitform ?? { at: 0 };
}
