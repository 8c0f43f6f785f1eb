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
   * Measures now. An observer is silent while the frame is not rendered, so
   * that whoever draws in a hidden frame has to ask.
   */
  measure(): void {
    // The root element is as high as the content with its margins, whatever
    // the height of the frame: no loop. What overflows the body counts too.
    const root = this.#page.documentElement.getBoundingClientRect();
    const width = Math.ceil(root.width);
    const height = Math.ceil(Math.max(root.height, this.#page.body.scrollHeight));
    if (this.#last !== `${width} ${height}`) {
      this.#last = `${width} ${height}`;
      this.#report({ width, height });
    }
  }
}
