/** Reports the size of the content whenever it changes. */
export class ContentSize {
  readonly #page: Document;
  readonly #report: (size: { width: number; height: number }) => void;
  #last = "";

  constructor(page: Document, report: (size: { width: number; height: number }) => void) {
    this.#page = page;
    this.#report = report;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(page.documentElement);
    observer.observe(page.body);
  }

  /**
   * Measures now. Observers are not called while the frame is not rendered: whoever
   * draws in a hidden frame has to call this.
   */
  measure(): void {
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
