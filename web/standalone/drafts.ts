import type { DraftStorage } from "../../bridge/host/index.js";

/**
 * Unfinished answers, in memory and never on disk. A form that is shown again gets them
 * back, and while there are any the browser warns a person who leaves the page.
 */
export class MemoryDrafts implements DraftStorage {
  readonly #drafts = new Map<string, string>();
  // The drafts of sent answers, for a person who goes back to the form.
  readonly #sent = new Map<string, string>();
  #isKeeping = false;

  /** The form has closed: the browser need not warn a person who leaves the page. */
  stopGuarding(): void {
    this.#guard(false);
  }

  /** Calls `withdraw`, which withdraws a request, without losing the draft of its form. */
  keepDuring(withdraw: () => void): void {
    this.#isKeeping = true;
    withdraw();
    this.#isKeeping = false;
  }

  /** Turns the sent answers into drafts again. */
  reopen(): void {
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
    if (this.#isKeeping) {
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

  // Listens only while there are answers to lose: browsers keep no page with such a listener in
  // their back/forward cache.
  #guard(hasDraft: boolean): void {
    window[hasDraft ? "addEventListener" : "removeEventListener"]("beforeunload", stay);
  }
}

function stay(event: Event): void {
  event.preventDefault();
}
