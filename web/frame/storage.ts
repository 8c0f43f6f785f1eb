/**
 * Replaces localStorage and sessionStorage by storage in memory. In a document of
 * opaque origin already reading these two members throws, and go-app reads them
 * when it starts (pkg/app/storage.go). The frame does not want to keep anything
 * anyway.
 */
export function installStorage(view: object): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(view, name, { configurable: true, value: new MemoryStorage() });
  }
}

class MemoryStorage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(String(key)) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(String(key), String(value));
  }

  removeItem(key: string): void {
    this.#items.delete(String(key));
  }

  clear(): void {
    this.#items.clear();
  }
}
