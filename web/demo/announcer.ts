import { beginning } from "./describe.js";

const LENGTH = 160;

/**
 * Tells screen readers in one sentence that something is new. The messages
 * themselves can be long: people read them when they want to.
 */
export class Announcer {
  readonly #region: HTMLElement;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(text: string): void {
    this.#region.textContent = beginning(text, LENGTH);
  }
}
