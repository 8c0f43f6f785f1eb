import { isObject, own } from "../../bridge/message/json.js";

const UNRENDERED_MS = 50;
// The heights in pixels, measured in English at the usual size of text: of a request without questions, of the parts of a
// form beside its questions, and of a question.
const OTHER = 290;
const AROUND = 180;
const QUESTION = 86;
// The height that is missing where the chat wants no padding.
const PADDING = 20;
// The additional height of a question, and of a text of several lines, in a frame wider than COMPACT, where the form is not compact.
const [WIDER, WIDER_LINES, COMPACT] = [12, 24, 704];
// The additional height of a description's line, an option, a date, a date with its time, and a text of several lines.
const [LINE, OPTION, DATE, MOMENT, LINES] = [26, 44, 25, 120, 28];
// The largest number of questions, the largest number of options that are all drawn, and the length up to which a text has one line.
const [MAX_QUESTIONS, MAX_OPTIONS, LONG_TEXT] = [300, 10, 200];
// A form that is lower than expected by less than this keeps the room: the page would move again for little.
const SPARE_PX = 40;
const UNDRAWN_MS = 300;
const MIN_HEIGHT_PX = 200;
// How long the page may take to make room. It need not do so at all.
const ROOM_MS = 6;

// Calls back when the frame has this height, or after ROOM_MS. The event of a resize comes only with the next rendering, and
// timers are late in a frame out of view or that the person has not touched.
function whenRoom(height: number, act: () => void): void {
  const { port1, port2 } = new MessageChannel();
  const end = performance.now() + ROOM_MS;
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

function expectedHeight(schema: unknown, width: number): number {
  const lists = ["enum", "oneOf", "anyOf"].map((name) => own(schema, name) ?? own(own(schema, "items"), name));
  const options = lists.find(Array.isArray)?.length ?? 0;
  const [description, format, length] = [own(schema, "description"), own(schema, "format"), own(schema, "maxLength")];
  let height = width > COMPACT ? QUESTION + WIDER : QUESTION;
  if (typeof description === "string") {
    height += LINE * Math.min(Math.ceil((8 * description.length) / Math.max(width, MIN_HEIGHT_PX)), 5);
  }
  if (options > 0 && options <= MAX_OPTIONS) {
    // Radio buttons have one more, for the empty answer.
    height += OPTION * (options - Number(isObject(own(schema, "items"))));
  }
  const isLong = typeof length === "number" && length > LONG_TEXT;
  height += isLong && width > COMPACT ? WIDER_LINES : 0;
  return height + (format === "date" ? DATE : format === "date-time" ? MOMENT : isLong ? LINES : 0);
}

function pixels(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #report: (size: { width: number; height: number }) => void;
  readonly #observer: ResizeObserver;
  readonly #knownHeights = new Map<number, number>();
  #questions: number | undefined;
  #width = 0;
  #height = 0;
  #sparingHeight: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #maxHeight = Infinity;
  // Whether the frame can be lower than its content.
  #isLimited = false;
  #minHeight = 0;
  #buttonsHeight = 0;
  #awaitsRoom = false;

  constructor(report: (size: { width: number; height: number }) => void) {
    this.#report = report;
    // Observers are called after layout and before painting, when measuring costs nothing.
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(document.documentElement);
    this.#observer.observe(document.body);
    // A CSS length bounds the frame without a message from the host.
    addEventListener("resize", () => this.#isLimited && this.changed());
  }

  /**
   * Takes the room for the frame: `containerDimensions` of a host context. A document higher than `height`, which is
   * fixed, or `maxHeight` scrolls, with its buttons in view. The host itself bounds the frame by a `maxHeight` that is a CSS length.
   */
  limit(room: unknown): void {
    const max = pixels(own(room, "height")) || pixels(own(room, "maxHeight"));
    this.#maxHeight = max ? Math.max(max, MIN_HEIGHT_PX) : Infinity;
    this.#minHeight = Math.min(pixels(own(room, "minHeight")), this.#maxHeight);
    this.#isLimited = max > 0 || typeof own(room, "maxHeight") === "string";
    document.documentElement.classList.toggle("limited", this.#isLimited);
    this.changed();
  }

  get awaitsHeight(): boolean {
    return !this.#isLimited && Math.abs(this.#height - innerHeight) > 1;
  }

  /** Must be called after drawing: observers are not called while the frame is not rendered. */
  changed(): void {
    // The observer reports a newly observed element in the next frame, changed or not.
    this.#observer.unobserve(document.body);
    this.#observer.observe(document.body);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNRENDERED_MS);
  }

  /**
   * The program is about to draw a form. If that probably needs more room than there is, the expected height is reported at
   * once, and the program is held until the frame has it. Otherwise the browser would draw the form twice.
   */
  announce(schema: unknown, hold: () => () => void): void {
    const height = Math.min(Math.max(this.#predict(own(schema, "properties")), this.#height, this.#minHeight), this.#maxHeight);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNDRAWN_MS);
    if (this.#width === 0 || height <= innerHeight) {
      return;
    }
    this.#height = height;
    this.#report({ width: this.#width, height });
    const release = hold();
    this.#awaitsRoom = true;
    whenRoom(height, () => {
      this.#awaitsRoom = false;
      release();
    });
  }

  // Predicts the height of a form with these properties: that of the last form with as many questions, or the sum of their heights.
  #predict(properties: unknown): number {
    // The text of the option Other takes no room until Other is chosen.
    const isOther = (question: unknown): boolean =>
      (own(question, "_meta", "_askUserQuestionCustomAnswer") ?? own(question, "_meta", "codex", "isOtherAnswer")) !== undefined;
    const questions = isObject(properties) ? Object.values(properties).filter((question) => !isOther(question)) : undefined;
    this.#questions = questions?.length;
    const padding = document.documentElement.dataset["padding"] === "none" ? PADDING : 0;
    if (!questions) {
      return OTHER - padding;
    }
    const heights = questions.slice(0, MAX_QUESTIONS).map((question) => expectedHeight(question, this.#width));
    const usual = heights.reduce((sum, height) => sum + height, AROUND - padding);
    return Math.min(this.#knownHeights.get(questions.length) ?? usual, 2 * usual);
  }

  #measure(): void {
    clearTimeout(this.#timer);
    // Before the announced form is drawn, the present height is that of an older screen.
    if (this.#awaitsRoom) {
      return;
    }
    // The root's height depends on its content alone, margins included, and not on the frame's height: no loop
    // can arise. Content that overflows the body counts as well.
    const { documentElement, body } = document;
    const width = Math.ceil(documentElement.getBoundingClientRect().width);
    const natural = Math.ceil(Math.max(documentElement.getBoundingClientRect().height, body.scrollHeight));
    if (this.#questions !== undefined) {
      this.#knownHeights.set(this.#questions, natural);
      this.#questions = undefined;
      this.#sparingHeight = natural < this.#height && natural > this.#height - SPARE_PX ? natural : undefined;
    } else if (natural !== this.#sparingHeight) {
      this.#sparingHeight = undefined;
    }
    if (this.#isLimited) {
      documentElement.classList.toggle("scrolls", natural > Math.min(this.#maxHeight, innerHeight));
      // The browser scrolls a focused element to above the buttons.
      const buttons = document.querySelector<HTMLElement>(".decide:not([hidden])")?.offsetHeight ?? 0;
      if (buttons !== this.#buttonsHeight) {
        this.#buttonsHeight = buttons;
        documentElement.style.setProperty("--decide", `${buttons}px`);
      }
    }
    const bounded = Math.min(Math.max(natural, natural && this.#minHeight), this.#maxHeight);
    const height = natural === this.#sparingHeight ? this.#height : bounded;
    if (width !== this.#width || height !== this.#height) {
      this.#width = width;
      this.#height = height;
      this.#report({ width, height });
    }
  }
}
