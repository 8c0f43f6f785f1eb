import type { DraftStorage } from "../../bridge/host/index.js";

/**
 * Unfinished answers, for as long as the page lives: a form that is shown again
 * still has them, and the page asks before it is left with them. They are
 * never written to disk.
 */
export class TypedAnswers implements DraftStorage {
  readonly #drafts = new Map<string, string>();

  /** No form is open any more: what is kept of it is no reason to stay. */
  closed(): void {
    this.#guard(false);
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
    this.#drafts.delete(name);
    this.#guard(false);
  }

  /** Forgets everything. */
  clear(): void {
    this.#drafts.clear();
    this.#guard(false);
  }

  // Only while there is something to lose: a page that listens is not kept for
  // the Back button.
  #guard(typed: boolean): void {
    if (typed) {
      window.addEventListener("beforeunload", stay);
    } else {
      window.removeEventListener("beforeunload", stay);
    }
  }
}

function stay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
