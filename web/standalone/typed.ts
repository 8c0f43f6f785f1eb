import type { DraftStorage } from "../../bridge/host/index.js";

/**
 * Unfinished answers, for as long as the page lives: a form that is shown again
 * still has them, and the page asks before it is left with them. They are
 * never written to disk.
 */
export class TypedAnswers implements DraftStorage {
  readonly #drafts = new Map<string, string>();
  // What was sent, for whoever goes back to the form.
  readonly #sent = new Map<string, string>();
  #keeps = false;

  /** No form is open any more: what is kept of it is no reason to stay. */
  closed(): void {
    this.#guard(false);
  }

  /** Takes a request back without forgetting what was typed in its form. */
  keep(takeBack: () => void): void {
    this.#keeps = true;
    takeBack();
    this.#keeps = false;
  }

  /** Brings back what was sent. */
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
