// The steps of the browser's Back and Forward: a request in the editor, its form, review, its result.

import type { Outcome } from "./journey.js";

/** The inputs that a person can change without making a new step: the text in the editor, and the server's name. */
export type Inputs = Record<"text" | "server", string>;

/** A step with everything that the page shows there. */
export interface Step extends Inputs {
  kind: "request" | "form" | "review" | "result";
  /** The text of the form's request. The text in the editor may have changed since. */
  shown: string;
  outcome?: Outcome | undefined;
}

/** The browser's history keeps the steps across a reload, but not their last inputs: a page can change only the current entry. */
export class Steps {
  readonly #steps: Step[] = [];
  #at = 0;

  /** `now` returns the current inputs. `show` is called with the step to show, and with the step that the page leaves. */
  constructor(readonly now: () => Inputs, show: (step: Step, previous?: Step) => void) {
    window.addEventListener("popstate", ({ state }) => {
      const { at, step } = stepIn(state);
      // An entry without a step is a link with a new fragment, which "hashchange" handles.
      if (step) {
        const previous = this.#updateInputs();
        this.#at = at;
        show((this.#steps[at] ??= step), previous);
      }
    });
    window.addEventListener("pagehide", () => this.keep());
    const { at, step } = stepIn(history.state);
    this.#at = at;
    if (step) {
      this.#steps[at] = step;
    }
  }

  get current(): Step | undefined {
    return this.#steps[this.#at];
  }

  /** Writes the inputs into the current step. It must be called before the page leaves the step. */
  keep(): void {
    this.#store(this.#updateInputs(), location.href);
  }

  /** The browser has made a new entry, for an address with another fragment. */
  addEntry(): void {
    this.#updateInputs();
    this.#steps.length = ++this.#at;
  }

  /** Makes a new entry, unless the step is the first, equals the current one or replaces review, to which Back must not lead. */
  go(step: Omit<Step, keyof Inputs>, fragment = ""): void {
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

  #updateInputs(): Step | undefined {
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

function stepIn(state: unknown): { at: number; step?: Step } {
  return (state as { elicitform?: { at: number; step: Step } } | null)?.elicitform ?? { at: 0 };
}
