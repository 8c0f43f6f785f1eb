// How high a form is going to be, before it is drawn. The host page needs a frame of
// the screen to give the document more room, and has it while the program still draws.

import { isObject, listOf, own } from "../../bridge/message/json.js";

// In pixels, as forms are in English at the usual size of text, in a chat and in a wide
// page, where there is more room between the questions; see style.css.
const COMPACT = {
  // What is around the fields, and the note of a form that has optional ones only.
  around: 249.5,
  note: 39,
  // A field with its label and one control, and what makes it higher.
  field: 90,
  line: 26.5,
  suggested: 32,
  largeText: 28,
  date: 51.5,
  dateTime: 130.5,
  boxes: -21.5,
};
const ROOMY: typeof COMPACT = { around: 299, note: 46, field: 98, line: 28.5, suggested: 34, largeText: 52, date: 53.5, dateTime: 132.5, boxes: -19.5 };
// Radio buttons and check boxes, and what is around them.
const OPTION = 48;
const RADIOS = -48;
const SEARCHED_BOXES = 448.5;

// As in internal/schema/elements.go: more options than that are in a list that opens, or
// under a filter.
const MOST_RADIOS = 10;
const MOST_BOXES = 20;
// From that length on a text has several lines.
const LARGE_TEXT_LENGTH = 200;
// Of a longer form about so many fields are drawn before somebody wants to see more; see
// internal/flow/drawing.go.
const PAGE_FIELDS = 200;
// A line holds about so many characters, and a longer description is folded.
const LINE_LENGTH = 90;
const MOST_LINES = 5;

function fieldHeight(field: unknown, required: boolean, room: typeof COMPACT): number {
  const get = (name: string): unknown => own(field, name);
  const number = (name: string): number => (typeof get(name) === "number" ? (get(name) as number) : -1);
  const most = number("maxLength");
  const type = get("type");
  const options = (listOf(get("enum")).length || listOf(get("oneOf")).length) + (required ? 0 : 1);
  const boxes = listOf(own(field, "items", "enum")).length || listOf(own(field, "items", "anyOf")).length;
  const description = get("description");
  const ruled = number("minLength") > 1 || most >= 0 || type === "number" || type === "integer";
  const described = typeof description === "string" ? Math.min(Math.ceil(description.length / LINE_LENGTH), MOST_LINES) : 0;
  const controls: Record<string, number> = { date: room.date, "date-time": room.dateTime, time: room.date, uri: room.line };
  let height = room.field + room.line * (described + (ruled ? 1 : 0)) + (controls[String(get("format"))] ?? 0);
  if (most >= LARGE_TEXT_LENGTH) {
    height += room.largeText;
  }
  if ((get("default") ?? null) !== null) {
    height += room.suggested;
  }
  if (boxes > 0) {
    height += boxes > MOST_BOXES ? SEARCHED_BOXES : room.boxes + boxes * OPTION;
  } else if (options > 1 && options <= MOST_RADIOS + 1) {
    height += RADIOS + options * OPTION;
  }
  return height;
}

// Fonts, languages and narrow frames make forms higher than short texts in English,
// and seldom lower.
const LEAST = 0.7;
const MOST = 2;

// A frame that is a little too high at first becomes right when the form is drawn. In one
// that is too low the form is painted twice.
const MARGIN = 40;

/** Learns from each form how far off the rough height was. */
export class Foresight {
  #factor = 1;
  #rough = 0;
  // What was learned last: a form of that rough height is so high.
  #known = { rough: 0, height: 0 };
  #asked = false;

  /** How high the form with that schema is probably going to be, as far as it is drawn without being asked; undefined when it is no schema of a form. wide says that the form has the room of a wide page. */
  of(schema: unknown, wide = false): number | undefined {
    const room = wide ? ROOMY : COMPACT;
    const properties = own(schema, "properties");
    this.#asked = isObject(properties);
    if (!isObject(properties)) {
      return undefined;
    }
    const fields = Object.entries(properties);
    const required = new Set(listOf(own(schema, "required")));
    this.#rough = room.around + (fields.some(([name]) => required.has(name)) ? 0 : room.note);
    for (const [name, field] of fields.slice(0, PAGE_FIELDS)) {
      this.#rough += fieldHeight(field, required.has(name), room);
    }
    return this.#rough === this.#known.rough ? this.#known.height : Math.ceil(this.#rough * this.#factor + MARGIN);
  }

  /** The form that was asked about last has turned out to be that high. Only the first time counts. */
  learn(height: number): void {
    if (this.#asked) {
      this.#asked = false;
      const likely = Math.min(Math.max(height, this.#rough * LEAST), this.#rough * MOST);
      this.#factor = likely / this.#rough;
      this.#known = { rough: this.#rough, height: likely };
    }
  }
}
