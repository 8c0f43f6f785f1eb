// How long to wait for the observers, in milliseconds.
const UNRENDERED = 50;

/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #page: Document;
  readonly #report: (size: { width: number; height: number }) => void;
  #last = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Document, report: (size: { width: number; height: number }) => void) {
    this.#page = page;
    this.#report = report;
    // Observers are called after layout and before painting, when to measure costs
    // nothing.
    const observer = new ResizeObserver(() => this.#measure());
    observer.observe(page.documentElement);
    observer.observe(page.body);
  }

  /**
   * Whoever has drawn calls this, because observers are not called while the frame is
   * not rendered. Where it is, its layout is done by the time of this measurement.
   */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), UNRENDERED);
  }

  #measure(): void {
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
