import { Foresight } from "./foresight.js";

// How long to wait for the observers, in milliseconds.
const UNRENDERED = 50;
// How long a form that was announced may take to be drawn, in milliseconds.
const UNDRAWN = 300;

// How often it is looked, and how long that takes at least each time, in milliseconds,
// whether the page has made the room that was asked for. It need not do so at all.
const LOOKS = 5;
const LOOK = 1;

// Resolves when the frame is so high. The event for that comes only with the next
// rendering.
async function roomFor(height: number): Promise<void> {
  for (let look = 0; look < LOOKS && innerHeight < height; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #page: Document;
  readonly #report: (size: { width: number; height: number }) => void;
  readonly #observer: ResizeObserver;
  readonly #foresight = new Foresight();
  #width = 0;
  #height = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Document, report: (size: { width: number; height: number }) => void) {
    this.#page = page;
    this.#report = report;
    // Observers are called after layout and before painting, when to measure costs
    // nothing.
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(page.documentElement);
    this.#observer.observe(page.body);
  }

  /**
   * Whoever has drawn calls this, because observers are not called while the frame is
   * not rendered.
   */
  changed(): void {
    // An element that is observed anew is told of in the next frame, changed or not.
    this.#observer.unobserve(this.#page.body);
    this.#observer.observe(this.#page.body);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNRENDERED);
  }

  /**
   * The program is about to draw a form with that schema. Where it will probably need
   * more room than there is, that is reported at once, and the promise is kept when the
   * frame has it: what is drawn before then is drawn twice. What the form needs in truth
   * is reported when it is drawn.
   */
  announce(schema: unknown): Promise<void> | undefined {
    const height = this.#foresight.of(schema) ?? 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNDRAWN);
    if (this.#width > 0 && height > this.#height) {
      this.#tell(this.#width, height);
      return roomFor(height);
    }
    return undefined;
  }

  #measure(): void {
    clearTimeout(this.#timer);
    // A long form is drawn in slices. The page around it makes the room for all of it
    // once, and not again with every slice.
    if (this.#page.querySelector(".drawing") && this.#page.documentElement.scrollHeight <= this.#height) {
      return;
    }
    // The height of the root element depends on its content alone, margins
    // included, and not on the height of the frame: no loop can arise. What
    // overflows the body counts as well.
    const root = this.#page.documentElement.getBoundingClientRect();
    const width = Math.ceil(root.width);
    const height = Math.ceil(Math.max(root.height, this.#page.body.scrollHeight));
    this.#foresight.learn(height);
    this.#tell(width, height);
  }

  #tell(width: number, height: number): void {
    if (width !== this.#width || height !== this.#height) {
      this.#width = width;
      this.#height = height;
      this.#report({ width, height });
    }
  }
}
