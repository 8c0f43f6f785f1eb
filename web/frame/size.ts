import { isObject, own } from "../../bridge/message/json.js";

// How long to wait for the observers, in milliseconds.
const UNRENDERED = 50;
// About how high, in pixels, in English at the usual size of text, are a request without questions, the
// parts of a form beside its questions, and each question; and what a question is higher by for a line of its
// description, for each option, for a date, for a date with its time, and for several lines of text.
const OTHER = 365;
const AROUND = 232;
const QUESTION = 91;
// How much more a question takes where the form is not compact, which is in frames wider than this.
const [WIDER, COMPACT] = [11, 704];
const [LINE, OPTION, DATE, MOMENT, LINES] = [26, 48, 25, 120, 28];
// As many questions as a request can have, and options as are all drawn; above how many characters a text has several lines.
const [MOST_QUESTIONS, MOST_OPTIONS, LONG_TEXT] = [300, 10, 200];
// How much lower a form may be than was announced and keep the room, in pixels: the page would move again for little.
const SPARE = 40;
// How long a form that was announced may take to be drawn, in milliseconds.
const UNDRAWN = 300;
// The least room in which a person can answer a form, in pixels.
const LEAST_HEIGHT = 200;
// How long the page may take to make room, in milliseconds. It need not do so at all.
const ROOM_TIME = 6;

// Calls back when the frame has this height, or after ROOM_TIME. The event of a resize comes only with the next rendering,
// and timers, those of the browser's scheduler too, are late in a frame that is not seen or that the person has not touched.
function whenRoom(height: number, act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  const end = performance.now() + ROOM_TIME;
  const look = (): void => port2.postMessage(null);
  port1.onmessage = () => {
    if (innerHeight < height && performance.now() < end) {
      look();
    } else {
      port1.close();
      act();
    }
  };
  look();
}

// Gives what is not laid out, because nobody sees it, the height of what it is like: see component/unseen.go. It gives it once,
// and anew in a frame of another width: what it is like may have got an error since, or a line that says how its answer is understood.
function foresee(anew: boolean): void {
  const heights = new Map<Element, string>();
  const found: [HTMLElement, string][] = [];
  for (const unseen of document.querySelectorAll<HTMLElement>("[data-like]")) {
    const like = unseen.parentElement!.children[Number(unseen.dataset["like"])];
    if (like && unseen.style.contentVisibility === "" && (anew || unseen.style.containIntrinsicBlockSize === "")) {
      const height = heights.get(like) ?? `auto ${contentHeight(like)}px`;
      heights.set(like, height);
      found.push([unseen, height]);
    }
  }
  for (const [unseen, height] of found) {
    unseen.style.containIntrinsicBlockSize = height;
  }
}

function contentHeight(element: Element): number {
  const { paddingTop, paddingBottom, borderTopWidth, borderBottomWidth } = getComputedStyle(element);
  return [paddingTop, paddingBottom, borderTopWidth, borderBottomWidth]
    .reduce((height, side) => height - parseFloat(side), element.getBoundingClientRect().height);
}

// About how high a question is in a frame of this width.
function expectedHeight(schema: unknown, width: number): number {
  const lists = ["enum", "oneOf", "anyOf"].map((name) => own(schema, name) ?? own(own(schema, "items"), name));
  const options = lists.find(Array.isArray)?.length ?? 0;
  const [description, format, length] = [own(schema, "description"), own(schema, "format"), own(schema, "maxLength")];
  let height = width > COMPACT ? QUESTION + WIDER : QUESTION;
  if (typeof description === "string") {
    height += LINE * Math.min(Math.ceil((8 * description.length) / Math.max(width, LEAST_HEIGHT)), 5);
  }
  if (options > 0 && options <= MOST_OPTIONS) {
    // One more takes the answer back where there are radio buttons.
    height += OPTION * (options - Number(isObject(own(schema, "items"))));
  }
  const long = typeof length === "number" && length > LONG_TEXT;
  return height + (format === "date" ? DATE : format === "date-time" ? MOMENT : long ? LINES : 0);
}

function pixels(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #report: (size: { width: number; height: number }) => void;
  readonly #observer: ResizeObserver;
  // The last height of a form with so many questions.
  readonly #known = new Map<number, number>();
  // How many questions the announced form has, until it is measured.
  #questions: number | undefined;
  #width = 0;
  #height = 0;
  // How high the form is that keeps more room.
  #sparing: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  // How high the page lets the frame get, and how high it is at least.
  #most = Infinity;
  #least = 0;
  // How high the buttons are that stay in view.
  #buttons = 0;
  // The announced form has not been drawn yet, because the page makes room for it.
  #waiting = false;

  constructor(report: (size: { width: number; height: number }) => void) {
    this.#report = report;
    // Observers are called after layout and before painting, when measuring costs nothing.
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(document.documentElement);
    this.#observer.observe(document.body);
    // What has come near the view is like all else from then on: a focus ring or a list may reach out of its box.
    document.addEventListener("contentvisibilityautostatechange", (event) => {
      if (event.target instanceof HTMLElement && !(event as ContentVisibilityAutoStateChangeEvent).skipped) {
        event.target.style.contentVisibility = "visible";
      }
    });
  }

  /**
   * Takes the room that the page has for the frame: `containerDimensions` of a host context. The document can change no
   * `height`. Beyond that or `maxHeight` it scrolls, with its buttons in view. A value that is not a number sets no limit.
   */
  limit(room: unknown): void {
    const most = pixels(own(room, "height")) || pixels(own(room, "maxHeight"));
    this.#most = most ? Math.max(most, LEAST_HEIGHT) : Infinity;
    this.#least = Math.min(pixels(own(room, "minHeight")), this.#most);
    document.documentElement.classList.toggle("limited", this.#most < Infinity);
    this.changed();
  }

  /** Whether the page has been told another height and has not made it yet. */
  get told(): boolean {
    return this.#most === Infinity && Math.abs(this.#height - innerHeight) > 1;
  }

  /** Call this after drawing: observers are not called while the frame is not rendered. */
  changed(): void {
    // The observer reports a newly observed element in the next frame, changed or not.
    this.#observer.unobserve(document.body);
    this.#observer.observe(document.body);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNRENDERED);
  }

  /**
   * The program is about to draw a form with that schema. If it will probably need more room than there is, the expected
   * height is reported at once, and the program is held until the frame has that: the browser would else draw the form
   * twice. The true height is reported when the form is drawn.
   */
  announce(schema: unknown, hold: () => () => void): void {
    const height = Math.min(Math.max(this.#expected(own(schema, "properties")), this.#height, this.#least), this.#most);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNDRAWN);
    if (this.#width === 0 || height <= innerHeight) {
      return;
    }
    this.#height = height;
    this.#report({ width: this.#width, height });
    const release = hold();
    this.#waiting = true;
    whenRoom(height, () => {
      this.#waiting = false;
      release();
    });
  }

  // About how high a form with these properties is going to be: as high as the last one with as many questions, or as their kinds are.
  #expected(properties: unknown): number {
    const questions = isObject(properties) ? Object.values(properties) : undefined;
    this.#questions = questions?.length;
    if (!questions) {
      return OTHER;
    }
    const heights = questions.slice(0, MOST_QUESTIONS).map((question) => expectedHeight(question, this.#width));
    const usual = heights.reduce((sum, height) => sum + height, AROUND);
    return Math.min(this.#known.get(questions.length) ?? usual, 2 * usual);
  }

  #measure(): void {
    clearTimeout(this.#timer);
    // Before the announced form is drawn, the present height says nothing about it.
    if (this.#waiting) {
      return;
    }
    // The height of the root element depends on its content alone, margins included, and not on the height of the
    // frame: no loop can arise. Content that overflows the body counts as well.
    const { documentElement, body } = document;
    const width = Math.ceil(documentElement.getBoundingClientRect().width);
    foresee(width !== this.#width);
    const drawn = Math.ceil(Math.max(documentElement.getBoundingClientRect().height, body.scrollHeight));
    if (this.#questions !== undefined) {
      this.#known.set(this.#questions, drawn);
      this.#questions = undefined;
      this.#sparing = drawn < this.#height && drawn > this.#height - SPARE ? drawn : undefined;
    } else if (drawn !== this.#sparing) {
      this.#sparing = undefined;
    }
    if (this.#most < Infinity) {
      documentElement.classList.toggle("scrolls", drawn > this.#most);
      // The browser scrolls a focused element to above the buttons.
      const buttons = document.querySelector<HTMLElement>(".decide:not([hidden])")?.offsetHeight ?? 0;
      if (buttons !== this.#buttons) {
        this.#buttons = buttons;
        documentElement.style.setProperty("--decide", `${buttons}px`);
      }
    }
    // A frame that draws nothing needs no room.
    const height = drawn === this.#sparing ? this.#height : Math.min(Math.max(drawn, drawn && this.#least), this.#most);
    if (width !== this.#width || height !== this.#height) {
      this.#width = width;
      this.#height = height;
      this.#report({ width, height });
    }
  }
}
