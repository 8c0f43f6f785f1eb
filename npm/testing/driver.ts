import { look, type Screen } from "./look.js";

/** The error of a helper, with the texts on the screen. */
export class FormError extends Error {
  /** "FormError". */
  override readonly name = "FormError";

  /** Called by the helpers. */
  constructor(message: string) {
    super(`elicitform: ${message}`);
  }
}

/** The time to wait. */
export type Wait = {
  /** In milliseconds. */
  timeout?: number;
};

/** How to find a form, and the time to wait for it. */
export interface FormOptions {
  /**
   * The id of the server (`server.id`), if the page shows several forms.
   *
   * @defaultValue the form that is shown
   */
  server?: string | undefined;
  /**
   * The time to wait for the form, and for its reaction to an answer, in milliseconds.
   *
   * @defaultValue 30,000
   */
  timeout?: number | undefined;
}

/** The answer to one question; null removes an answer. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** A Page, Frame or Locator of playwright, playwright-core or @playwright/test. This type needs no package. */
export interface PageLike {
  /** As of Playwright. */
  frameLocator(selector: string): FrameLike;
  /** As of Playwright. */
  locator(selector: string): LocatorLike;
}

/** A FrameLocator of Playwright. */
export type FrameLike = Pick<PageLike, "locator">;

/** A Locator of Playwright. */
export interface LocatorLike {
  /** As of Playwright. */
  evaluate(look: (element: any, argument: any) => unknown, argument?: unknown, wait?: Wait): Promise<unknown>;
  /** As of Playwright. */
  evaluateAll(look: (elements: any, argument: any) => unknown, argument?: unknown): Promise<unknown>;
  /** As of Playwright. */
  click(wait?: Wait): Promise<void>;
  /** As of Playwright. */
  fill(text: string, wait?: Wait): Promise<void>;
  /** As of Playwright. */
  setChecked(on: boolean, wait?: Wait): Promise<void>;
  /** As of Playwright. */
  selectOption(option: { index: number }, wait?: Wait): Promise<unknown>;
  /** As of Playwright. */
  press(key: string, wait?: Wait): Promise<void>;
}

// The interval of looks at the screen while a helper waits, in milliseconds.
const LOOK_AGAIN = 20;
// The time for one look, in milliseconds: the frame may leave the page meanwhile.
const ONE_LOOK = 5000;

/** The form of a server, on a page of Playwright. */
export class Driver {
  readonly #page: PageLike;
  readonly #title: string;
  readonly #timeout: number;

  constructor(page: PageLike, { server, timeout = 30_000 }: FormOptions) {
    this.#page = page;
    // The host gives this title to a visible frame.
    this.#title = `iframe[title${server === undefined ? "^" : ""}=${JSON.stringify(`Request from ${server ?? ""}`)}]`;
    this.#timeout = timeout;
  }

  /** Reads the screen; undefined while no form is shown. */
  async read(): Promise<Screen | undefined> {
    const frames = this.#page.locator(this.#title);
    const titles = (await frames.evaluateAll((all: HTMLIFrameElement[]) => all.map(({ title }) => title))) as string[];
    if (titles.length > 1) {
      const shown = `${titles.length} forms are shown (${titles.join(", ")})`;
      throw new FormError(`${shown}: give the one of { server }, or the part of the page that it is in`);
    }
    try {
      return titles.length === 0 ? undefined : ((await this.#locate("body").evaluate(look, undefined, { timeout: ONE_LOOK })) as Screen);
    } catch (error) {
      // The frame is loading, or has left the page meanwhile.
      return { ...NOTHING, warnings: [String(error)] };
    }
  }

  /** Returns the text of the last receipt in the page, if any. */
  async receipt(): Promise<string | undefined> {
    const lines = this.#page.locator(".elicitform-receipt > :first-child");
    return ((await lines.evaluateAll((all: Element[]) => all.map(({ textContent }) => textContent))) as string[]).at(-1);
  }

  /** Waits until `found` returns a value for the screen. */
  async until<T>(what: string, found: (screen: Screen | undefined) => T | undefined | Promise<T | undefined>): Promise<T> {
    const end = Date.now() + this.#timeout;
    for (;;) {
      const screen = await this.read();
      const result = await found(screen);
      if (result !== undefined) {
        return result;
      }
      if (Date.now() >= end) {
        throw new FormError(`waited ${this.#timeout} ms for ${what}; ${described(screen)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  }

  /** Waits for a screen with one of these buttons. Returns the screen, and the first button of the list that it has. */
  offers(...actions: string[]): Promise<{ screen: Screen; action: string }> {
    return this.until(`a form with the button "${actions.join('" or "')}"`, (screen) => {
      const action = actions.find((action) => screen?.actions.includes(action));
      return screen && action !== undefined ? { screen, action } : undefined;
    });
  }

  /** Presses a button and returns the next screen, if any. It throws with the problems that the form finds. */
  async press(button: string, before: Screen, at?: number): Promise<Screen | undefined> {
    await this.within(button, at).click(this.wait);
    let pressedAgain = before.asksAgain;
    const { screen } = await this.until(`what comes after ${button}`, async (screen) => {
      const stayed = screen?.id === before.id && screen.attempt === before.attempt && screen.step === before.step;
      const unsent = screen?.actions.includes("resend") && !before.actions.includes("resend");
      if (stayed && (screen.tooSoon || (screen.asksAgain && !pressedAgain))) {
        // A person reads the request before the next press.
        pressedAgain ||= !screen.tooSoon;
        await this.within(button, at).click(this.wait);
        return undefined;
      }
      return screen?.step === "loading" || (stayed && !unsent) ? undefined : { screen };
    });
    if (screen?.actions.includes("resend")) {
      throw new FormError(`the answers have not arrived: ${screen.warnings.join(" ")}`);
    } else if (screen && screen.problems.length > 0 && screen.attempt !== before.attempt) {
      throw new FormError(`the form finds something wrong:\n${screen.problems.map((problem) => `- ${problem}`).join("\n")}`);
    }
    return screen;
  }

  /** An element of the screen. `at` picks one of several. */
  within(selector: string, at?: number): LocatorLike {
    const nth = at === undefined ? "" : ` >> nth=${at}`;
    return this.#locate(`main.app > .step ${selector}, main.app > ${selector}, #shell ${selector}${nth}`);
  }

  #locate(selector: string): LocatorLike {
    return this.#page.frameLocator(this.#title).locator(selector);
  }

  get wait(): Wait {
    return { timeout: this.#timeout };
  }
}

/** Returns the button of an action, in every language. */
export function does(action: string): string {
  return `[data-action="${action}"]`;
}

/** Quotes texts, for people. */
export function listed(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.map((text) => JSON.stringify(text)).join(", ");
}

/** Normalises a text for a comparison: the screen joins blanks. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const NOTHING: Screen = {
  step: "loading", id: -1, attempt: 0, heading: "", problems: [], fields: [], actions: [],
  asksAgain: false, tooSoon: false, agreed: undefined, warnings: [],
};

function described(screen: Screen | undefined): string {
  if (!screen) {
    return "no form is on the page";
  }
  const { step, heading, actions, warnings, problems } = screen;
  const texts = [...warnings, ...problems].map((text) => `\n- ${text}`).join("");
  return `on the screen is ${JSON.stringify(heading)} (${step}), with the buttons ${listed(actions)}${texts}`;
}
