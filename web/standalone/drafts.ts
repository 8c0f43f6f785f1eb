import type { DraftStorage } from "../../bridge/host/index.js";

/** Unfinished answers, never on disk. The browser warns a person who leaves the page with some. */
export class MemoryDrafts implements DraftStorage {
  readonly #drafts = new Map<string, string>();
  readonly #sent = new Map<string, string>();
  #isKeeping = false;

  /** The form has closed: the browser need not warn a person who leaves the page. */
  stopGuarding(): void {
    this.#guard(false);
  }

  keepDuring(withdraw: () => void): void {
    this.#isKeeping = true;
    withdraw();
    this.#isKeeping = false;
  }

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

  clear(): void {
    this.#drafts.clear();
    this.#sent.clear();
    this.#guard(false);
  }

  // Browsers keep no page with such a listener in their back/forward cache.
  #guard(hasDraft: boolean): void {
    window[hasDraft ? "addEventListener" : "removeEventListener"]("beforeunload", stay);
  }
}

function stay(event: Event): void {
  event.preventDefault();
}
