/**
 * Drives the form in a browser test like a person, by the names on the screen.
 *
 * @module elicitform/testing/playwright
 */

import { plain as json } from "../../bridge/message/exact.js";
import { type Field, questionsOf } from "../../bridge/rules/form.js";
import { does, Driver, type FieldValue, FormError, type FormOptions, listed, type PageLike, plain } from "./driver.js";
import { fillField } from "./fields.js";
import type { Screen } from "./look.js";

export { type FieldValue, FormError, type FormOptions, type FrameLike, type LocatorLike, type PageLike, type Wait } from "./driver.js";

/** The answers of a form, by label or, with a schema, by property. */
export type FormValues = { readonly [name: string]: FieldValue };

/** How to find the questions of a form. */
export interface FillOptions extends FormOptions {
  /**
   * The requestedSchema. With it names are properties, and choices are values of the schema, in every language.
   *
   * @defaultValue names are labels, and choices the texts of their options
   */
  schema?: object | string | undefined;
}

/** How to send the answers of a form. */
export interface SendOptions extends FormOptions {
  /**
   * Agrees to send secrets, with the tick of the form.
   *
   * @defaultValue false: a form with secrets is not sent
   */
  secrets?: boolean | undefined;
}

/**
 * Waits for a form, and answers its questions. Each name is a label on the screen, without the mark of an optional question.
 *
 * - Texts, numbers and lists of texts are typed; a list has one entry a line.
 * - Yes/no is true or false; a choice is the text of its option, and several a list of them.
 * - A date is "2026-02-28", a time "14:30" or "14:30Z", a moment "2026-02-28T14:30", also with "Z" or "[Europe/Berlin]" behind it.
 * - null removes an answer.
 *
 * Other suggestions of the server stay.
 *
 * @throws A {@link FormError} with the questions of the form for an unknown name, or if no form appears in time.
 *
 * @example
 * ```ts
 * await fillForm(page, { "Your name": "Ada", Guests: 2, Day: "2027-02-14" });
 * await send(page);
 * ```
 */
export async function fillForm(page: PageLike, values: FormValues, options: FillOptions = {}): Promise<void> {
  const driver = new Driver(page, options);
  const schema = options.schema === undefined ? undefined : (questionsOf(options.schema) ?? new Map<string, Field>());
  const screen = await shownForm(driver);
  for (const [name, value] of Object.entries(values)) {
    const field = find(screen, name, schema && [...schema.keys()]);
    const choices = schema?.get(name)?.options?.values();
    const options = choices && [...choices].map(({ value, title }) => ({ value: json(value), title }));
    await fillField({ driver, field, options }, value);
  }
}

/**
 * Goes on from a form to the next screen: the review, also after a change, or the next request of a round.
 *
 * @throws A {@link FormError} with the problems that the form finds.
 *
 * @example
 * ```ts
 * await fillForm(page, { Guests: 2 });
 * await proceed(page);
 * await change(page, "Guests");
 * ```
 */
export const proceed = pressing("confirm", "continue");

/**
 * Leads from the review to an answer, by the label of its question, to change it with {@link fillForm}.
 *
 * @throws A {@link FormError} with the answers on review for an unknown label.
 *
 * @example
 * ```ts
 * await fillForm(page, { Guests: 2 });
 * await proceed(page);
 * await change(page, "Guests");
 * ```
 */
export async function change(page: PageLike, label: string, options: FormOptions = {}): Promise<void> {
  const driver = new Driver(page, options);
  const screen = await driver.until("the review", (screen) => (screen?.step === "review" ? screen : undefined));
  const terms = driver.within(".answer dt");
  const texts = await terms.evaluateAll((all: Element[]) => all.map(({ textContent }) => textContent));
  const labels = (texts as string[]).map(plain);
  const at = labels.indexOf(plain(label));
  if (at < 0) {
    throw new FormError(`no answer to ${JSON.stringify(label)} is on review. There are: ${listed(labels)}`);
  }
  await driver.press('.answer [id^="change-"]', screen, at);
}

/**
 * Sends the answers, through the review if there is one, and waits until they have arrived.
 *
 * @throws A {@link FormError} with the problems that the form or your check finds, and for secrets without agreement.
 *
 * @example
 * ```ts
 * await fillForm(page, { "Your name": "Ada", Guests: 2, Day: "2027-02-14" });
 * await send(page);
 * ```
 */
export async function send(page: PageLike, options: SendOptions = {}): Promise<void> {
  const driver = new Driver(page, options);
  let { screen, action } = await driver.offers("confirm", "continue", "send");
  if (action !== "send") {
    const next = await driver.press(does(action), screen);
    if (next?.step === "review") {
      screen = next;
    } else if (action === "confirm") {
      return;
    } else {
      throw new FormError(`another request follows (${JSON.stringify(next?.heading)}): use proceed() for all but the last one`);
    }
  }
  if (screen.agreed === false) {
    if (!options.secrets) {
      throw new FormError(`a tick is needed to send what looks like a secret, send(page, { secrets: true }): ${screen.warnings.join(" ")}`);
    }
    await driver.within("#agreement").setChecked(true, driver.wait);
  }
  const [field] = screen.fields;
  if (field?.kind !== "buttons") {
    await driver.press(does("send"), screen);
  } else if (await driver.within(".choices").evaluate((group: Element) => group.querySelector(":focus") !== null)) {
    await driver.press(".choices :focus", screen);
  } else {
    throw new FormError(`no option of ${JSON.stringify(field.label)} is chosen: use fillForm() first`);
  }
}

/**
 * Agrees to open the requested page. It opens in a new tab, or where the host opens it.
 *
 * @throws A {@link FormError} if the page must not be opened.
 *
 * @example
 * ```ts
 * await open(page);
 * await done(page);
 * ```
 */
export async function open(page: PageLike, options: FormOptions = {}): Promise<void> {
  const driver = new Driver(page, options);
  const screen = await driver.until("a request to open a page", (screen) => (screen?.step === "page" ? screen : undefined));
  if (!screen.actions.includes("open")) {
    throw new FormError(`the page cannot be opened: ${screen.warnings.join(" ")}`);
  }
  await driver.press(does("open"), screen);
}

/**
 * Reports that the opened page is finished.
 *
 * @throws A {@link FormError} without an unfinished opened page.
 *
 * @example
 * ```ts
 * await open(page);
 * await done(page);
 * ```
 */
export const done = pressing("done");

/**
 * Declines the request, or one request of a round.
 *
 * @throws A {@link FormError} if nothing can be declined.
 *
 * @example
 * ```ts
 * await decline(page);
 * assert.match(await outcome(page), /declined/i);
 * ```
 */
export const decline = pressing("decline");

/**
 * Presses Not now: the whole request is cancelled.
 *
 * @throws A {@link FormError} without an open request.
 *
 * @example
 * ```ts
 * await cancel(page);
 * ```
 */
export const cancel = pressing("cancel");

/**
 * Closes the last screen.
 *
 * @throws A {@link FormError} without a screen to close.
 *
 * @example
 * ```ts
 * await close(page);
 * ```
 */
export const close = pressing("close");

/**
 * Waits for the end of a request, and returns the outcome or the line of the receipt, in the language of the form.
 *
 * @throws A {@link FormError} if the request does not end in time.
 *
 * @example
 * ```ts
 * await decline(page);
 * assert.match(await outcome(page), /declined/i);
 * ```
 */
export function outcome(page: PageLike, options: FormOptions = {}): Promise<string> {
  const driver = new Driver(page, options);
  return driver.until("the outcome of a request", (screen) =>
    screen?.step === "over" ? screen.heading : screen ? undefined : driver.receipt());
}

// Makes a helper that presses one of these buttons.
function pressing(...actions: string[]): (page: PageLike, options?: FormOptions) => Promise<void> {
  return async (page, options = {}) => {
    const driver = new Driver(page, options);
    const { screen, action } = await driver.offers(...actions);
    await driver.press(does(action), screen);
  };
}

// Waits for the form, but not behind another screen that stays.
async function shownForm(driver: Driver): Promise<Screen> {
  const reasons: { [step in Screen["step"]]?: string } = {
    blocked: "the form cannot be sent", confirm: "the request has no questions: use send()",
    page: "the request is to open a page: use open()", review: "the answers are on review",
  };
  return driver.until("a form", (screen) => {
    const reason = screen && reasons[screen.step];
    if (reason) {
      throw new FormError(`${reason}. ${screen.warnings.join(" ")}`.trim());
    }
    return screen?.step === "form" ? screen : undefined;
  });
}

// Finds a question.
function find({ fields }: Screen, name: string, properties: readonly string[] | undefined): Screen["fields"][number] {
  const wanted = plain(name);
  const [field, another] = fields.filter(({ index, label }) => (properties ? properties[index] === name : label === wanted));
  if (another) {
    throw new FormError(`several questions are called ${JSON.stringify(wanted)}: give the { schema }, and name the property`);
  } else if (!field) {
    const names = fields.map(({ index, label }) => properties?.[index] ?? label);
    throw new FormError(`no question is called ${JSON.stringify(name)}. There are: ${listed(names)}`);
  }
  return field;
}
