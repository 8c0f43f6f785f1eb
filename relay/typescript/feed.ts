import { textOf } from "../../bridge/message/json.js";
import { eventReader } from "../../bridge/message/events.js";
import type { RelayConnectionState } from "./relay-events.js";
import { Sleeper } from "./sleeper.js";

/** The times of new feeds, in milliseconds; the load test changes them. */
export const TIMES = {
  /** A stream without a byte for this time is buffered by a proxy. */
  first: 20_000,
  /** A stream that is silent for this time is broken. */
  silence: 45_000,
  /** How often a device reads without a stream, and for how long before it tries a stream again. */
  poll: 3000,
  polling: 300_000,
  pause: 500,
  longest: 15_000,
};

export interface FeedOptions {
  url: string;
  token: string | (() => string | Promise<string>) | undefined;
  credentials: RequestCredentials;
  /** Takes each message, and returns the new version of the device, if it has one. If it throws, the feed requests everything. */
  take: (message: unknown) => number | undefined;
  changed: (state: RelayConnectionState) => void;
  failed: (error: Error) => void;
}

/** The connection of a device to a relay. It brings messages, and connects again after failures. */
export class Feed {
  readonly #times = { ...TIMES };
  readonly #closed = new AbortController();
  state: RelayConnectionState = "connecting";
  #version: number | undefined;
  #token: string | undefined;
  readonly #pauses = new Set<Sleeper>();

  constructor(readonly options: FeedOptions) {
    const { signal } = this.#closed;
    for (const type of ["online", "pageshow", "visibilitychange"]) {
      globalThis.addEventListener?.(type, this.kick, { signal });
    }
    void this.#run();
  }

  readonly kick = (): void => this.#pauses.forEach(({ wake }) => wake());

  close(): void {
    this.#closed.abort();
    this.kick();
    this.#setState("closed");
  }

  async pause(n: number): Promise<void> {
    const { pause, longest } = this.#times;
    await this.#sleep(Math.min(longest, pause * 2 ** Math.min(n, 10)) * (0.5 + Math.random() / 2));
  }

  /** Sends a request with the token, and once more with a new token if that one has expired. */
  async send(init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { url, credentials, token } = this.options;
    for (let isRetry = false; ; isRetry = true) {
      this.#token ??= typeof token === "function" ? await token() : token;
      const headers = { ...init.headers, ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }) };
      const response = await fetch(url, { cache: "no-store", credentials, ...init, headers });
      if (response.status !== 401) {
        return response;
      }
      this.#token = undefined;
      if (isRetry || typeof token !== "function") {
        return response;
      }
      await response.body?.cancel();
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    let pollsUntil = 0;
    while (!this.#closed.signal.aborted) {
      const polls = Date.now() < pollsUntil;
      try {
        const hasBytes = await this.#read(polls, () => (failures = 0));
        if (polls) {
          await this.#sleep(this.#times.poll * (0.8 + 0.4 * Math.random()));
          continue;
        }
        if (!hasBytes) {
          pollsUntil = Date.now() + this.#times.polling;
          continue;
        }
      } catch (error) {
        if (this.#closed.signal.aborted) {
          return;
        }
        const { status } = error as { status?: number };
        this.options.failed(error as Error);
        // Another attempt does not help a wrong origin, or a fixed token that is invalid.
        if (status === 403 || (status === 401 && typeof this.options.token !== "function")) {
          this.#setState("denied");
          return;
        }
      }
      this.#setState(failures > 0 ? "offline" : "connecting");
      await this.pause(failures++);
    }
  }

  // With `once` a stream has only the present state. The result is false if a proxy buffers the stream: no byte came in time.
  async #read(once: boolean, began: () => void): Promise<boolean> {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    this.#closed.signal.addEventListener("abort", end, { signal: ending.signal });
    let hasBytes = false;
    let timer = setTimeout(end, this.#times.first);
    try {
      const reader = await this.#open(once, ending.signal);
      const read = eventReader(({ type, data }) => {
        if (type === "state") {
          this.#take(JSON.parse(data));
          began();
          this.#setState(once ? "polling" : "open");
        }
      }, () => {
        throw new Error("relay: an event is too large");
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return hasBytes || !ending.signal.aborted;
        }
        hasBytes = true;
        clearTimeout(timer);
        timer = setTimeout(end, this.#times.silence);
        read(value);
      }
    } catch (error) {
      if (ending.signal.aborted && !this.#closed.signal.aborted && !once) {
        return hasBytes;
      }
      throw error;
    } finally {
      clearTimeout(timer);
      ending.abort();
    }
  }

  async #open(once: boolean, signal: AbortSignal): Promise<ReadableStreamDefaultReader<string>> {
    const version = this.#version !== undefined && { "last-event-id": String(this.#version) };
    const response = await this.send({ headers: { ...(!once && { accept: "text/event-stream" }), ...version }, signal });
    if (response.status !== 200) {
      throw Object.assign(new Error(`relay: status ${response.status}`), { status: response.status });
    }
    if (!textOf(response.headers.get("content-type"))?.startsWith("text/event-stream")) {
      throw new Error("relay: something else answers at this address");
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
    signal.throwIfAborted();
    return reader;
  }

  #take(message: unknown): void {
    const before = this.#version;
    this.#version = undefined;
    this.#version = this.options.take(message) ?? before;
  }

  async #sleep(milliseconds: number): Promise<void> {
    const sleeper = new Sleeper();
    this.#pauses.add(sleeper);
    await sleeper.sleep(this.#closed.signal.aborted ? 0 : milliseconds);
    this.#pauses.delete(sleeper);
  }

  #setState(state: RelayConnectionState): void {
    if (this.state !== state && this.state !== "closed") {
      this.state = state;
      this.options.changed(state);
    }
  }
}
