// How long to wait for the observers, in milliseconds.
const UNRENDERED = 50;

/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #page: Document;
  readonly #report: (size: { width: number; height: number }) => void;
  readonly #observer: ResizeObserver;
  #last = "";
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

  #measure(): void {
    clearTimeout(this.#timer);
    // The height of the root element depends on its content alone, margins
    // included, and not on the height of the frame: no loop can arise. What
    // overflows the body counts as well.
    const root = this.#page.documentElement.getBoundingClientRect();
    const width = Math.ceil(root.width);
    const height = Math.ceil(Math.max(root.height, this.#page.body.scrollHeight));
    if (this.#last !== `${width} ${height}`) {
      this.#last = `${width} ${height}`;
      this.#report({ width, height });
    }
  }
}
