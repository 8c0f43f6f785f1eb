import type { DraftStorage } from "../../bridge/host/index.js";

/**
 * Unfinished answers, in memory and never on disk. A form that is shown again gets them
 * back, and the browser asks before a person leaves the page while there are any.
 */
export class TypedAnswers implements DraftStorage {
  readonly #drafts = new Map<string, string>();
  // Answers that were sent, for a person who goes back to the form.
  readonly #sent = new Map<string, string>();
  #keeps = false;

  /** No form is open any more: the browser need not ask before the page is left. */
  closed(): void {
    this.#guard(false);
  }

  /** Calls takeBack, which withdraws a request, without losing what was typed in its form. */
  keep(takeBack: () => void): void {
    this.#keeps = true;
    takeBack();
    this.#keeps = false;
  }

  /** Makes the answers that were sent unfinished ones again. */
  again(): void {
    this.#sent.forEach((draft, name) => this.#drafts.set(name, this.#drafts.get(name) ?? draft));
    this.#sent.clear();
  }

  getItem(name: string): string | null {
    const draft = this.#drafts.get(name) ?? null;
    this.#guard(draft !== null);
    return draft;
  }

  setItem(name: string, draft: string): void {
    this.#drafts.set(name, draft);
    this.#guard(true);
  }

  removeItem(name: string): void {
    const draft = this.#drafts.get(name);
    if (this.#keeps) {
      return;
    }
    if (draft !== undefined) {
      this.#sent.set(name, draft);
    }
    this.#drafts.delete(name);
    this.#guard(false);
  }

  /** Forgets everything. */
  clear(): void {
    this.#drafts.clear();
    this.#sent.clear();
    this.#guard(false);
  }

  // Listens only while there are answers to lose: browsers do not keep a page with
  // such a listener in their back/forward cache.
  #guard(typed: boolean): void {
    window[typed ? "addEventListener" : "removeEventListener"]("beforeunload", stay);
  }
}

function stay(event: Event): void {
  event.preventDefault();
}
