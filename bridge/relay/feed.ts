import { textOf } from "../message/json.js";
import { eventReader } from "../message/events.js";
import type { RelayConnectionState } from "./relay-events.js";
import { Sleeper } from "./sleeper.js";

/** In milliseconds, for the feeds that are made next; the load test has others. */
export const TIMES = {
  /** How soon a stream has to show its first byte, unless something on the way collects it. */
  first: 20_000,
  /** How long a stream may be silent. */
  silence: 45_000,
  /** How often one looks without a stream, and for how long before a stream is tried again. */
  poll: 3000,
  polling: 300_000,
  /** The first and the longest pause before the next attempt. */
  pause: 500,
  longest: 15_000,
};

/** What the feed is made of. */
export interface FeedOptions {
  url: string;
  token: string | (() => string | Promise<string>) | undefined;
  credentials: RequestCredentials;
  /** Gets each message; returns the version that the device then knows, if it is another. If it throws, all is asked for. */
  take: (message: unknown) => number | undefined;
  changed: (state: RelayConnectionState) => void;
  failed: (error: Error) => void;
}

/** The connection to a relay: messages come from it, whatever happens to the line, and answers go to it. */
export class Feed {
  readonly #times = { ...TIMES };
  readonly #closed = new AbortController();
  state: RelayConnectionState = "connecting";
  #version: number | undefined;
  #token: string | undefined;
  // Those that wait for the next attempt.
  readonly #waiting = new Set<Sleeper>();

  constructor(readonly options: FeedOptions) {
    const { signal } = this.#closed;
    // What makes an attempt worth while, at once.
    for (const type of ["online", "pageshow", "visibilitychange"]) {
      globalThis.addEventListener?.(type, this.kick, { signal });
    }
    void this.#run();
  }

  /** Makes the next attempt now, for everybody who waits for one. */
  readonly kick = (): void => this.#waiting.forEach(({ wake }) => wake());

  close(): void {
    this.#closed.abort();
    this.kick();
    this.#be("closed");
  }

  /** Waits before attempt number n, unless something says that it is worth while at once. */
  async pause(n: number): Promise<void> {
    const { pause, longest } = this.#times;
    await this.#sleep(Math.min(longest, pause * 2 ** Math.min(n, 10)) * (0.5 + Math.random() / 2));
  }

  /** Sends a request with the token, and with a new one when that is not valid any more. */
  async send(init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { url, credentials, token } = this.options;
    for (let fresh = false; ; fresh = true) {
      this.#token ??= typeof token === "function" ? await token() : token;
      const headers = { ...init.headers, ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }) };
      const response = await fetch(url, { cache: "no-store", credentials, ...init, headers });
      if (response.status !== 401) {
        return response;
      }
      this.#token = undefined;
      if (fresh || typeof token !== "function") {
        return response;
      }
      await response.body?.cancel();
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    // Until when streams are not tried.
    let polls = 0;
    while (!this.#closed.signal.aborted) {
      const once = Date.now() < polls;
      try {
        const bytes = await this.#read(once, () => (failures = 0));
        if (once) {
          await this.#sleep(this.#times.poll * (0.8 + 0.4 * Math.random()));
          continue;
        }
        if (!bytes) {
          polls = Date.now() + this.#times.polling;
          continue;
        }
      } catch (error) {
        if (this.#closed.signal.aborted) {
          return;
        }
        const { status } = error as { status?: number };
        this.options.failed(error as Error);
        // A device of a wrong origin, or with a token for good that is none, does not get
        // better by asking again.
        if (status === 403 || (status === 401 && typeof this.options.token !== "function")) {
          this.#be("denied");
          return;
        }
      }
      this.#be(failures > 0 ? "offline" : "connecting");
      await this.pause(failures++);
    }
  }

  // Reads a stream to its end, or once what it has up to now. Returns false when nothing came of it for so long that
  // something on the way must be collecting it.
  async #read(once: boolean, began: () => void): Promise<boolean> {
    const over = new AbortController();
    const stop = (): void => over.abort();
    this.#closed.signal.addEventListener("abort", stop, { signal: over.signal });
    let bytes = false;
    let timer = setTimeout(stop, this.#times.first);
    try {
      // The relay sends only what is newer than what this device knows.
      const known = this.#version !== undefined && { "last-event-id": String(this.#version) };
      const response = await this.send({ headers: { ...(!once && { accept: "text/event-stream" }), ...known }, signal: over.signal });
      if (response.status !== 200) {
        throw Object.assign(new Error(`relay: status ${response.status}`), { status: response.status });
      }
      if (!textOf(response.headers.get("content-type"))?.startsWith("text/event-stream")) {
        throw new Error("relay: something else answers at this address");
      }
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      over.signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
      over.signal.throwIfAborted();
      const read = eventReader(({ type, data }) => {
        if (type === "state") {
          this.#take(JSON.parse(data));
          began();
          this.#be(once ? "polling" : "open");
        }
      }, () => {
        throw new Error("relay: an event is too large");
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return bytes || !over.signal.aborted;
        }
        bytes = true;
        clearTimeout(timer);
        timer = setTimeout(stop, this.#times.silence);
        read(value);
      }
    } catch (error) {
      if (over.signal.aborted && !this.#closed.signal.aborted && !once) {
        return bytes;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  #take(message: unknown): void {
    const known = this.#version;
    this.#version = undefined;
    this.#version = this.options.take(message) ?? known;
  }

  async #sleep(milliseconds: number): Promise<void> {
    const sleeper = new Sleeper();
    this.#waiting.add(sleeper);
    await sleeper.sleep(this.#closed.signal.aborted ? 0 : milliseconds);
    this.#waiting.delete(sleeper);
  }

  #be(state: RelayConnectionState): void {
    if (this.state !== state && this.state !== "closed") {
      this.state = state;
      this.options.changed(state);
    }
  }
}
