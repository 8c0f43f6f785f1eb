import { timeOfDay } from "../../bridge/frame/intl.js";
import { localeTag } from "../../bridge/frame/tag.js";
import { isObject, listOf, own } from "../../bridge/message/json.js";
import {
  CONTEXT_ACTIONS, CONTEXT_BACKGROUND, CONTEXT_BEHIND, CONTEXT_DENSITY, CONTEXT_MARK, CONTEXT_PADDING,
} from "../../bridge/message/names.js";
import type { HostFonts } from "./fonts.js";
import type { Palette } from "./palette.js";
import { type ShellWords, wordsFor } from "./shell-words.js";

// Bounds CONTEXT_BEHIND: the colour of the text behind the frame, and the backgrounds, the nearest first.
const MAX_LAYERS = 32;

/** The host's theme, style variables and fonts in the document, for the shell and the program. */
export class DocumentContext {
  readonly #root: HTMLElement;
  readonly #palette: Pick<Palette, "use">;
  readonly #fonts: Pick<HostFonts, "use">;
  #variables: string[] = [];
  #colours: { [name: string]: string } = {};
  #behind: string[] = [];
  #locale: unknown = "en";
  // Read only when it is needed: the first use of Intl takes ten milliseconds.
  #timeZone: unknown;

  constructor(root: HTMLElement, palette: Pick<Palette, "use">, fonts: Pick<HostFonts, "use">) {
    this.#root = root;
    this.#palette = palette;
    this.#fonts = fonts;
  }

  get words(): ShellWords {
    return wordsFor(this.#locale);
  }

  /** Writes a time like the program, with the day unless that is today; "" for a number out of range. */
  clock(milliseconds: number): string {
    const tag = localeTag(this.#locale);
    const zone = typeof this.#timeZone === "string" ? this.#timeZone : undefined;
    // The browser's own zone replaces a zone that it does not know.
    return timeOfDay(tag, zone, milliseconds) || timeOfDay(tag, undefined, milliseconds);
  }

  /** Applies a whole context or a change of it. A member that is null goes back to its default. */
  apply(context: unknown): void {
    if (!isObject(context)) {
      return;
    }
    const { dataset } = this.#root;
    const ifPresent = (name: string, take: (value: unknown) => void): void => {
      if (Object.hasOwn(context, name)) {
        take(context[name]);
      }
    };
    ifPresent("locale", (locale) => (this.#locale = locale));
    ifPresent("timeZone", (timeZone) => (this.#timeZone = timeZone));
    ifPresent("theme", (theme) => {
      delete dataset["theme"];
      if (theme === "light" || theme === "dark") {
        dataset["theme"] = theme;
      }
    });
    const ifGiven = (name: string, wanted: unknown, attribute: string, text = String(wanted)): void =>
      ifPresent(name, (value) => (dataset[attribute] = value === wanted ? text : ""));
    ifGiven(CONTEXT_BACKGROUND, "transparent", "background");
    ifGiven(CONTEXT_DENSITY, "compact", "density");
    ifGiven(CONTEXT_ACTIONS, "end", "actions");
    ifGiven(CONTEXT_PADDING, "none", "padding");
    ifGiven(CONTEXT_MARK, false, "mark", "none");
    ifPresent("styles", (styles) => {
      this.#restyle(own(styles, "variables"));
      this.#fonts.use(own(styles, "css", "fonts"));
    });
    ifPresent(CONTEXT_BEHIND, (behind) => (this.#behind = listOf(behind).slice(0, MAX_LAYERS).filter((value) => isHarmless(value))));
    if (["theme", "styles", CONTEXT_BACKGROUND, CONTEXT_BEHIND].some((name) => Object.hasOwn(context, name))) {
      this.#palette.use(this.#colours, this.#behind);
    }
  }

  #restyle(variables: unknown): void {
    for (const name of this.#variables) {
      this.#root.style.removeProperty(name);
    }
    this.#variables = [];
    this.#colours = {};
    for (const [name, value] of Object.entries(isObject(variables) ? variables : {})) {
      if (isStyleVariable(name, value) && name.startsWith("--color-")) {
        this.#colours[name] = value;
      } else if (isStyleVariable(name, value)) {
        this.#root.style.setProperty(name, value);
        this.#variables.push(name);
      }
    }
  }
}

const NAME = /^--(color|font|border|shadow)-[a-z0-9-]+$/;
// Characters that could end the declaration or hide a name in escapes, and functions that could load a file.
const HARMFUL = /[;{}<>@\\\u0000-\u001f\u007f]|url\(|src\(|image\(|image-set\(|expression\(|\/\*/i;
const MAX_VALUE = 200;

/** Reports whether the frame may use a style variable of the host. */
export function isStyleVariable(name: string, value: unknown): value is string {
  return NAME.test(name) && isHarmless(value);
}

function isHarmless(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_VALUE && !HARMFUL.test(value);
}
