import { byId } from "../byid.js";
import { button, element } from "../element.js";

// How many calls run at the same time. A browser opens at most six connections to
// an HTTP/1 server. Each session and each call keeps one open; the others are for
// the answers to requests and for the pages that people open.
const AT_A_TIME = 3;

/** Why a call has no result when the person has stopped it. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** The tool calls that are running, each with a button that stops it. */
export class Running {
  readonly #list = byId("running");
  readonly #stops = new Set<AbortController>();

  /** Whether one more call would take the connections that the others need. */
  get full(): boolean {
    return this.#stops.size >= AT_A_TIME;
  }

  /** Runs a call, and shows it until it is over. */
  async run<T>(title: string, limit: number | undefined, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const state = element("span", { className: "state" }, limit === undefined ? "running" : `running, for at most ${limit / 1000} seconds`);
    const item = element("li", {}, element("span", {}, title), " ", state, button("Stop", () => stop.abort(), { ariaLabel: `Stop ${title}` }));
    this.#stops.add(stop);
    this.#list.append(item);
    try {
      return await call(stop.signal);
    } catch (error) {
      throw stop.signal.aborted ? new Stopped("stopped", { cause: error }) : error;
    } finally {
      this.#stops.delete(stop);
      item.remove();
    }
  }

  stopAll(): void {
    this.#stops.forEach((stop) => stop.abort());
  }
}
