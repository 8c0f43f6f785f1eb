// What the helpers for Playwright take and throw. The parts of Playwright that the helpers use, by structure: Page, Frame, FrameLocator
// and Locator of playwright, playwright-core and @playwright/test all fit, and none of
// them has to be installed, not even for the types.

/** What keeps a helper from doing what it was told, with what is on the screen. */
export class FormError extends Error {
  override readonly name = "FormError";

  constructor(message: string) {
    super(`elicitform: ${message}`);
  }
}

/** How long to wait, in milliseconds. */
export type Wait = { timeout?: number };

/** Which form is meant, and how long to wait for it. */
export interface FormOptions {
  /** The host's name of the server that asks (`server.id`), where several forms are shown. */
  server?: string | undefined;
  /** How long to wait for the form, and for what it says to an answer, in milliseconds. The default is 30 seconds. */
  timeout?: number | undefined;
}

/** What a person answers to one question; null takes an answer away. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** A page of Playwright, or a part of one: a Frame or a Locator fits as well. */
export interface PageLike {
  frameLocator(selector: string): FrameLike;
  locator(selector: string): LocatorLike;
}

/** A FrameLocator of Playwright. */
export interface FrameLike {
  locator(selector: string): LocatorLike;
}

/** A Locator of Playwright. */
export interface LocatorLike {
  evaluate(look: (element: any, argument: any) => unknown, argument?: unknown, wait?: Wait): Promise<unknown>;
  evaluateAll(look: (elements: any, argument: any) => unknown, argument?: unknown): Promise<unknown>;
  click(wait?: Wait): Promise<void>;
  fill(text: string, wait?: Wait): Promise<void>;
  setChecked(on: boolean, wait?: Wait): Promise<void>;
  selectOption(option: { index: number }, wait?: Wait): Promise<unknown>;
  press(key: string, wait?: Wait): Promise<void>;
}
