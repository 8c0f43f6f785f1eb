import { timeOfDay } from "../../bridge/frame/intl.js";
import { localeTag } from "../../bridge/frame/tag.js";
import { isObject, listOf, own } from "../../bridge/message/json.js";
import { CONTEXT_BACKGROUND, CONTEXT_BEHIND, CONTEXT_MARK } from "../../bridge/message/names.js";
import type { HostFonts } from "./fonts.js";
import type { Palette } from "./palette.js";
import { type ShellWords, wordsFor } from "./shell-words.js";

// Of CONTEXT_BEHIND: the colour of the text behind the frame, and the backgrounds, the nearest first.
const MOST_LAYERS = 32;

/**
 * Applies the host's context to the document: theme, style variables and fonts, which the shell and the program both
 * follow, so that the look stays when the program replaces the shell. It knows the language and the time zone of the shell.
 */
export class DocumentContext {
  readonly #root: HTMLElement;
  readonly #palette: Pick<Palette, "use">;
  readonly #fonts: Pick<HostFonts, "use">;
  #variables: string[] = [];
  #colours: { [name: string]: string } = {};
  #behind: string[] = [];
  #words = wordsFor("en");
  #locale: unknown;
  // Looked at when it is needed: the first use of Intl takes ten milliseconds.
  #timeZone: unknown;

  constructor(root: HTMLElement, palette: Pick<Palette, "use">, fonts: Pick<HostFonts, "use">) {
    this.#root = root;
    this.#palette = palette;
    this.#fonts = fonts;
  }

  /** The words in the language of the host. */
  get words(): ShellWords {
    return this.#words;
  }

  /** A moment as the program writes it; "" for a number that is no moment. */
  clock(milliseconds: number): string {
    const tag = localeTag(this.#locale);
    const zone = typeof this.#timeZone === "string" ? this.#timeZone : undefined;
    // The browser's own zone takes the place of one that the browser does not know.
    return timeOfDay(tag, zone, milliseconds) || timeOfDay(tag, undefined, milliseconds);
  }

  /** Applies a whole context or a change of it. A member that is null goes back to its default. */
  apply(context: unknown): void {
    if (!isObject(context)) {
      return;
    }
    if (Object.hasOwn(context, "locale")) {
      this.#locale = context["locale"];
      this.#words = wordsFor(this.#locale);
    }
    if (Object.hasOwn(context, "timeZone")) {
      this.#timeZone = context["timeZone"];
    }
    if (Object.hasOwn(context, "theme")) {
      const { theme } = context;
      if (theme === "light" || theme === "dark") {
        this.#root.dataset["theme"] = theme;
      } else {
        delete this.#root.dataset["theme"];
      }
    }
    if (Object.hasOwn(context, CONTEXT_BACKGROUND)) {
      this.#root.dataset["background"] = context[CONTEXT_BACKGROUND] === "transparent" ? "transparent" : "";
    }
    if (Object.hasOwn(context, CONTEXT_MARK)) {
      this.#root.dataset["mark"] = context[CONTEXT_MARK] === false ? "none" : "";
    }
    if (Object.hasOwn(context, "styles")) {
      this.#restyle(own(context["styles"], "variables"));
      this.#fonts.use(own(context["styles"], "css", "fonts"));
    }
    if (Object.hasOwn(context, CONTEXT_BEHIND)) {
      this.#behind = listOf(context[CONTEXT_BEHIND]).slice(0, MOST_LAYERS).filter((value) => isHarmless(value));
    }
    if (["theme", "styles", CONTEXT_BACKGROUND, CONTEXT_BEHIND].some((name) => Object.hasOwn(context, name))) {
      this.#palette.use(this.#colours, this.#behind);
    }
  }

  // A host always sends all its variables: one that is missing now is removed.
  #restyle(variables: unknown): void {
    for (const name of this.#variables) {
      this.#root.style.removeProperty(name);
    }
    this.#variables = [];
    this.#colours = {};
    if (!isObject(variables)) {
      return;
    }
    for (const [name, value] of Object.entries(variables)) {
      if (!isStyleVariable(name, value)) {
        continue;
      }
      if (name.startsWith("--color-")) {
        this.#colours[name] = value;
      } else {
        this.#root.style.setProperty(name, value);
        this.#variables.push(name);
      }
    }
  }
}

const NAME = /^--(color|font|border|shadow)-[a-z0-9-]+$/;
// What could end the declaration, hide a name in escapes, or load a file.
const HARMFUL = /[;{}<>@\\\u0000-\u001f\u007f]|url\(|src\(|image\(|image-set\(|expression\(|\/\*/i;
const LONGEST_VALUE = 200;

/** Reports whether the frame may use a style variable of the host. */
export function isStyleVariable(name: string, value: unknown): value is string {
  return NAME.test(name) && isHarmless(value);
}

function isHarmless(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE && !HARMFUL.test(value);
}
