import { type Driver, type FieldValue, FormError, listed, plain } from "./driver.js";
import type { Field } from "./look.js";

/** A field of the form. */
export interface Place {
  driver: Driver;
  field: Field;
  /** The options of a choice, if the caller passed the schema. */
  options: { value: unknown; title: string }[] | undefined;
}

/** How a person answers each kind of field. */
const answers: { [kind in Field["kind"]]: (place: Place, value: FieldValue) => Promise<void> } = {
  text: fillText,
  date: fillMoment,
  time: fillMoment,
  moment: fillMoment,
  radios: choose,
  select: choose,
  search: choose,
  boxes: tick,
  buttons: choose,
  unsupported: async (place) => fail(place, `cannot be answered in the form: ${place.field.obstacle}`),
};

/** Answers one question. */
export function fillField(place: Place, value: FieldValue): Promise<void> {
  return answers[place.field.kind](place, value);
}

function fail({ field }: Place, why: string): never {
  throw new FormError(`${JSON.stringify(field.label)} ${why}`);
}

// Returns a control of the field by the suffix of its id.
function control({ driver, field: { index } }: Place, part = ""): ReturnType<Driver["within"]> {
  return driver.within(`#f${index}${part}`);
}

async function fillText(place: Place, value: FieldValue): Promise<void> {
  if (typeof value === "boolean") {
    fail(place, `takes a text, and not ${value}`);
  }
  const text = typeof value === "number" ? numberText(value) : [value ?? []].flat().join("\n");
  const input = control(place);
  const { wait } = place.driver;
  if (text.includes("\n") && (await input.evaluate(({ tagName }: Element) => tagName === "INPUT"))) {
    // An input of one line becomes a text area when a text of several lines is pasted.
    await input.fill("", wait);
    await input.evaluate(paste, text);
  } else {
    await input.fill(text, wait);
  }
}

// Writes a number that every locale reads alike. Three digits after a point may be thousands, but four digits cannot.
function numberText(value: number): string {
  const text = String(value);
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

// Runs in the frame.
function paste(input: HTMLInputElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  input.focus();
  input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

const DAY = String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`;
const CLOCK = String.raw`(?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:\[(?<name>[^\]]+)\]|(?<zone>Z|[+-]\d{2}:\d{2}))?`;
const MOMENTS: { [kind in Field["kind"]]?: { shape: string; parts: string[]; example: string } } = {
  date: { shape: DAY, parts: ["year", "month", "day"], example: "2026-02-28" },
  time: { shape: CLOCK, parts: ["time"], example: "14:30, 14:30Z or 14:30+02:00" },
  moment: {
    shape: `${DAY}T${CLOCK}`,
    parts: ["year", "month", "day", "time"],
    example: "2026-02-28T14:30, 2026-02-28T14:30Z or 2026-02-28T14:30[Europe/Berlin]",
  },
};

async function fillMoment(place: Place, value: FieldValue): Promise<void> {
  const { shape, parts, example } = MOMENTS[place.field.kind]!;
  const match = new RegExp(`^${shape}$`).exec(String(value ?? ""))?.groups;
  if (!match && value !== null) {
    fail(place, `takes a text like ${example}, and not ${JSON.stringify(value)}`);
  }
  for (const part of parts) {
    await control(place, `-${part}`).fill(match?.[part] ?? "", place.driver.wait);
  }
  const zone = match?.["name"] ?? match?.["zone"];
  if (zone) {
    const list = control(place, "-zone");
    await list.fill(zone === "Z" ? "UTC" : zone, place.driver.wait);
    // The list closes when the focus leaves it.
    await list.press("Tab", place.driver.wait);
  }
}

// Finds the option of a value by its title in the schema, or else by its text on the screen.
function option(place: Place, value: string | number | boolean): number {
  const at = indexOf(place, value);
  return at >= 0 ? at : fail(place, `has no option ${JSON.stringify(value)}. There are: ${listed(place.field.options)}`);
}

function indexOf(place: Place, value: string | number | boolean): number {
  const { options, kind } = place.field;
  if (typeof value === "boolean" && kind !== "search" && kind !== "select" && options.length === 2) {
    return value ? 0 : 1; // Yes comes first, in every language.
  }
  const at = place.options?.findIndex((choice) => choice.value === value) ?? -1;
  const text = plain(place.options?.[at]?.title ?? String(value));
  const index = options.indexOf(text);
  // Titles that are the same are written with their values.
  return index < 0 && place.options?.length === options.length ? at : index;
}

// Reports whether a value is the person's own words, for a choice that takes them.
function isOwn(place: Place, value: FieldValue): value is string {
  return place.field.own && typeof value === "string" && indexOf(place, value) < 0;
}

async function writeOwn({ driver, field: { index } }: Place, text: string): Promise<void> {
  const option = `input[name="f${index}"][value="own"]`;
  await driver.within(option).setChecked(true, driver.wait);
  await driver.within(`.field:has(${option}) .part-of :is(input, textarea)`).fill(text, driver.wait);
}

async function choose(place: Place, value: FieldValue): Promise<void> {
  const { driver, field: { kind, options } } = place;
  if (typeof value === "object" && value !== null) {
    fail(place, `takes one option, and not a list`);
  } else if (isOwn(place, value)) {
    await writeOwn(place, value);
  } else if (kind === "search") {
    await search(place, value === null ? "" : plain(place.options?.find((choice) => choice.value === value)?.title ?? String(value)));
  } else if (kind === "select") {
    await control(place).selectOption({ index: value === null ? 0 : option(place, value) + 1 }, driver.wait);
  } else if (kind === "buttons") {
    // A press would send the answer: only send() may do that.
    const at = value === null ? fail(place, "has an answer once it is sent") : option(place, value);
    await control(place, at === 0 ? "" : `-${at}`).press("Shift", driver.wait);
  } else {
    // The radio button after the options removes an answer.
    const at = value === null ? options.length : option(place, value);
    await control(place, at === 0 ? "" : `-${at}`).setChecked(true, driver.wait);
  }
}

async function search(place: Place, text: string): Promise<void> {
  const { driver, field: { index } } = place;
  await control(place).fill(text, driver.wait);
  if (text === "") {
    return;
  }
  const list = driver.within(`.combobox:has(> #f${index})`);
  const at = await driver.until(`the option ${JSON.stringify(text)} of ${JSON.stringify(place.field.label)}`, async () => {
    const { entries, none } = (await list.evaluate(listedBelow)) as ReturnType<typeof listedBelow>;
    if (none) {
      // The next search must not find the result of this search.
      await control(place).fill("", driver.wait);
      fail(place, `has no option ${JSON.stringify(text)}`);
    }
    const index = entries.map(plain).indexOf(text);
    return index >= 0 ? index : undefined;
  });
  await driver.within(`#f${index}-list [role=option]`, at).click(driver.wait);
}

// Runs in the frame.
function listedBelow(combobox: Element): { entries: string[]; none: boolean } {
  const entries = [...combobox.querySelectorAll("[role=option]")].map(({ textContent }) => textContent ?? "");
  return { entries, none: combobox.querySelector(".muted") !== null };
}

async function tick(place: Place, value: FieldValue): Promise<void> {
  const { driver, field } = place;
  const { index } = field;
  const values = value === null ? [] : Array.isArray(value) ? (value as readonly string[]) : fail(place, "takes a list of options");
  if (field.moreOptions) {
    await driver.within(`#f${index}-filter`).fill("", driver.wait);
    await driver.within(`.filtered:has(#f${index}-filter) > button`).click(driver.wait);
    const more = await driver.until("more options", (screen) => {
      const now = screen?.fields.find((other) => other.index === index);
      return now && (now.options.length > field.options.length || !now.moreOptions) ? now : undefined;
    });
    await tick({ ...place, field: more }, value);
    return;
  }
  const own = values.filter((item) => isOwn(place, item));
  const chosen = new Set(values.filter((item) => !own.includes(item)).map((item) => option(place, item)));
  for (const i of [...field.options.keys()].filter((i) => field.on[i] !== chosen.has(i))) {
    await driver.within(`label:has(> [name="f${index}"]):nth-of-type(${i + 1}) > input`).setChecked(chosen.has(i), driver.wait);
  }
  if (own.length > 0) {
    await writeOwn(place, own.length > 1 ? fail(place, `takes one text beside its options, and not ${listed(own)}`) : own[0]!);
  }
}
