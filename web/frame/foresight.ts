// How high a form is going to be, before it is drawn. The host page needs a frame of
// the screen to give the document more room, and has it while the program still draws.

import { isObject, listOf, own } from "../../bridge/message/json.js";

// In pixels, with short texts, at the usual size of text.
const AROUND = 376;
const FIELD = 98.5;
const LINE = 28.5;
const OPTION = 43;
const LARGE_TEXT = 80;
// More options than that are in a list that opens.
const MOST_OPTIONS = 10;
const LARGE_TEXT_LENGTH = 200;
// Of a longer form about so many fields are drawn before somebody wants to see more; see
// internal/flow/drawing.go.
const PAGE_FIELDS = 200;
// A line holds about so many characters.
const LINE_LENGTH = 90;

const numberOr = (value: unknown, other: number): number => (typeof value === "number" ? value : other);

function fieldHeight(field: unknown): number {
  const options = ["enum", "oneOf", "anyOf"].map((name) => listOf(own(field, name)).length || listOf(own(field, "items", name)).length);
  const count = Math.max(...options);
  const description = own(field, "description");
  const bounded = own(field, "minimum") !== undefined || own(field, "maximum") !== undefined;
  return (
    FIELD +
    (count <= MOST_OPTIONS ? count * OPTION : 0) +
    (typeof description === "string" ? Math.min(Math.ceil(description.length / LINE_LENGTH), 5) * LINE : 0) +
    (bounded ? LINE : 0) +
    (numberOr(own(field, "maxLength"), 0) >= LARGE_TEXT_LENGTH ? LARGE_TEXT : 0)
  );
}

// Fonts, languages and narrow frames make forms higher than short texts in English,
// and seldom lower.
const LEAST = 0.7;
const MOST = 2;

/** Learns from each form how far off the rough height was. */
export class Foresight {
  #factor = 1;
  #rough: number | undefined;

  /** How high the form with that schema is probably going to be, as far as it is drawn without being asked; undefined when it is no schema of a form. */
  of(schema: unknown): number | undefined {
    this.#rough = undefined;
    const properties = own(schema, "properties");
    if (!isObject(properties)) {
      return undefined;
    }
    const fields = Object.values(properties).slice(0, PAGE_FIELDS);
    this.#rough = fields.reduce<number>((sum, field) => sum + fieldHeight(field), AROUND);
    return Math.ceil(this.#rough * this.#factor - 0.01);
  }

  /** The form that was asked about last has turned out to be that high. Only the first time counts. */
  learn(height: number): void {
    if (this.#rough !== undefined) {
      this.#factor = Math.min(Math.max(height / this.#rough, LEAST), MOST);
      this.#rough = undefined;
    }
  }
}
