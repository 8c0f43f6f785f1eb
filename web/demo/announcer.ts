import { beginning } from "./describe.js";

const LENGTH = 160;

/**
 * Says to people who do not see it that something is new, in one sentence: the
 * messages themselves can be long, and are read when the person wants to.
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
