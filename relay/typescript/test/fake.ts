import type { Elicitor, ElicitOptions, ElicitResult, InputRequest, InputResponse, RoundOptions } from "../../../bridge/host/types.js";
import { ElicitationError, type ElicitationErrorCode } from "../../../bridge/host/errors.js";
import { settle, waitUntil } from "../../../bridge/message/test/clock.js";
import type { RelayConnection } from "../relay-browser.js";
import { connectRelay, type RelayConnectionEvent, type RelayConnectionOptions } from "../relay-browser.js";
import type { Relay } from "../relay-server.js";

/** A round that a form shows. */
export class FormRound {
  state: "open" | "settled" | "withdrawn" | "failed" = "open";
  readonly options: ElicitOptions & { waitForPages?: boolean | undefined };
  readonly #settle: (result: any) => void;
  readonly #reject: (error: unknown) => void;

  constructor(readonly text: string, options: ElicitOptions, settle: (result: any) => void, reject: (error: unknown) => void) {
    this.options = options;
    this.#settle = settle;
    this.#reject = reject;
    options.signal?.addEventListener("abort", () => this.#end("withdrawn", () => reject(options.signal!.reason)));
  }

  /** Sends an answer: as in the frame it is checked first. Returns the problems. */
  async send(content: Record<string, any>): Promise<unknown> {
    const check = Promise.resolve(this.options.check?.(structuredClone(content)));
    const problems = (await settle(check)) ?? [];
    if (problems.length === 0) {
      this.#end("settled", () => this.#settle({ action: "accept", content }));
    }
    return problems;
  }

  /** Declines or cancels, or answers a round of several requests. */
  settle(result: ElicitResult | Record<string, InputResponse>): void {
    this.#end("settled", () => this.#settle(result));
  }

  /** Fails as a frame does that cannot show the round. */
  fail(code: ElicitationErrorCode, reason?: string): void {
    this.#end("failed", () => this.#reject(new ElicitationError(code, { reason })));
  }

  #end(state: FormRound["state"], end: () => void): void {
    if (this.state === "open") {
      this.state = state;
      end();
    }
  }
}

/** Forms that record the rounds that they show. */
export class FakeForms implements Elicitor {
  readonly all: FormRound[] = [];
  readonly pages: string[] = [];

  get open(): FormRound[] {
    return this.all.filter(({ state }) => state === "open");
  }

  elicit(params: string | object, options: ElicitOptions): Promise<ElicitResult> {
    return this.#show(params, options);
  }

  elicitAll(requests: string | Record<string, InputRequest>, options: RoundOptions): Promise<Record<string, InputResponse>> {
    return this.#show(requests, options);
  }

  complete(server: { id: string }, elicitationId: string): void {
    this.pages.push(`${server.id} ${elicitationId}`);
  }

  /** Waits for round n, counted from 0. */
  async waitForRound(n = 0): Promise<FormRound> {
    await waitUntil(() => this.all.length > n);
    return this.all[n]!;
  }

  #show<T>(text: string | object, options: ElicitOptions): Promise<T> {
    return new Promise((settle, reject) => this.all.push(new FormRound(String(text), options, settle, reject)));
  }
}

/** The network between the device and the relay, which may be slow, fail, or buffer. */
export type Line = (request: Request, next: () => Promise<Response>) => Promise<Response>;

export const ADDRESS = "https://chat.example/relay";

/** A connected device with forms. */
export class Device {
  readonly forms = new FakeForms();
  readonly events: RelayConnectionEvent[] = [];
  readonly connection: RelayConnection;

  constructor(options: RelayConnectionOptions = {}) {
    this.connection = connectRelay(ADDRESS, this.forms, { ...options, onEvent: (event) => this.events.push(event) });
  }

  async waitFor<T extends RelayConnectionEvent["type"]>(type: T, matches: (event: RelayConnectionEvent & { type: T }) => boolean = () => true): Promise<RelayConnectionEvent & { type: T }> {
    const find = (): RelayConnectionEvent | undefined => this.events.find((event) => event.type === type && matches(event as any));
    await waitUntil(find);
    return find() as any;
  }
}

/** Replaces fetch: each request goes to the relay that is the server at that moment. */
export class Network {
  relay: Relay | undefined;
  line: Line = (_, next) => next();
  origin: string | undefined;
  readonly requests: Request[] = [];
  readonly #real = globalThis.fetch;

  constructor() {
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, { ...init, keepalive: false } as RequestInit);
      request.headers.set("sec-fetch-site", this.origin ? "cross-site" : "same-origin");
      if (this.origin ?? request.method === "POST") {
        request.headers.set("origin", this.origin ?? "https://chat.example");
      }
      this.requests.push(request.clone());
      const response = await this.line(request, async () => {
        if (!this.relay) {
          throw new TypeError("fetch failed");
        }
        return this.relay.handle(request);
      });
      return response;
    };
  }

  restore(): void {
    globalThis.fetch = this.#real;
  }
}
