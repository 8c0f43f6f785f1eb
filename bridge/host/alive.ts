// Keeping calls alive while a person answers: a client gives up a call without progress.

import { type JsonObject, own } from "../message/json.js";
import { META_WAITING, PING, PROGRESS } from "../message/names.js";
import type { Message, SendRequest, TransportLike } from "./transport.js";

// The first ping after a form has opened, and the interval of the next pings, in milliseconds.
const FIRST_PING = 500;
const PING_INTERVAL = 1000;

/** The calls and the request that wait for a form. */
export interface Waiting {
  /** The calls of the client that wait for the form now, each with the last progress that the server reported. */
  readonly calls: () => { readonly message: Message; readonly progress: JsonObject | undefined }[];
  /** The server's own request, if that waits for the form. */
  readonly request?: Message;
  /** Whether the server answers a ping: revision 2026-07-28 has none. */
  readonly pings: boolean;
}

/**
 * Reports progress to client and server while a form is open, if they asked for progress. `deliver` passes a notification to
 * the client.
 */
export class KeepAlive {
  readonly #transport: TransportLike;
  readonly #deliver: (notification: Message) => void;
  readonly #request: SendRequest;
  readonly #open = new Set<Waiting>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  // The server has not answered our last ping yet.
  #isPinging = false;
  #progress = 0;

  constructor(transport: TransportLike, deliver: (notification: Message) => void, request: SendRequest) {
    this.#transport = transport;
    this.#deliver = deliver;
    this.#request = request;
  }

  /** Returns the outcome of a form, and keeps client and server from giving up before. */
  async during<T>(waiting: Waiting, form: Promise<T>): Promise<T> {
    if (this.#open.add(waiting).size === 1) {
      this.#schedule(FIRST_PING);
    }
    try {
      return await form;
    } finally {
      if (this.#open.delete(waiting) && this.#open.size === 0) {
        clearTimeout(this.#timer);
      }
    }
  }

  /** Stops, because the connection is gone. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#isPinging = false;
    this.#open.clear();
  }

  #schedule(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#tick(), milliseconds);
    // An open form must not keep Node from ending.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #tick(): void {
    this.#schedule(PING_INTERVAL);
    this.#reportAll(false);
    const wantsProgress = ({ calls, request, pings }: Waiting): boolean =>
      pings && [request, ...calls().map(({ message }) => message)].some((message) => tokenOf(message) !== undefined);
    if (!this.#isPinging && [...this.#open].some(wantsProgress)) {
      this.#isPinging = true;
      const responded = (): void => {
        this.#isPinging = false;
        this.#reportAll(true);
      };
      this.#request({ method: PING }, responded, () => (this.#isPinging = false));
    }
  }

  #reportAll(hasPing: boolean): void {
    [...this.#open].filter(({ pings }) => pings === hasPing).forEach((waiting) => this.#report(waiting));
  }

  #report({ calls, request }: Waiting): void {
    for (const { message, progress } of calls()) {
      const progressToken = tokenOf(message);
      if (progressToken !== undefined) {
        // Repeats the server's last progress: progress must never decrease.
        const params = { progress: 0, ...progress, progressToken, _meta: { [META_WAITING]: true } };
        this.#deliver({ jsonrpc: "2.0", method: PROGRESS, params });
      }
    }
    const progressToken = tokenOf(request);
    if (progressToken !== undefined) {
      const params = { progressToken, progress: ++this.#progress };
      this.#transport.send({ jsonrpc: "2.0", method: PROGRESS, params }).catch(() => {});
    }
  }
}

/** Reads the progress of a call from a notification of the server. */
export function progressOf(notification: Message): JsonObject | undefined {
  const { progress, total, message } = (own(notification, "params") ?? {}) as JsonObject;
  return typeof progress === "number" ? { progress, total, message } : undefined;
}

/** Returns the token with which a request asks for progress notifications. */
export function tokenOf(request: Message): unknown {
  return own(request, "params", "_meta", "progressToken");
}

/**
 * Completes the options of a call of the official clients, which then wait for as long as a form is open and the
 * server lives. `onprogress` gets only the progress of the server. In version 1 of the SDK the options are the third argument.
 *
 * @example
 * ```ts
 * await client.callTool({ name }, keepAlive({ signal }));
 * ```
 */
export function keepAlive<T extends object>(
  options?: T & { onprogress?: ((progress: any) => void) | undefined },
): Omit<T, "onprogress"> & { resetTimeoutOnProgress: true; onprogress(progress: any): void } {
  const onprogress = (progress: any): void => {
    if (!own(progress, "_meta", META_WAITING)) {
      options?.onprogress?.(progress);
    }
  };
  return { ...(options as T), resetTimeoutOnProgress: true, onprogress };
}

// The requests that a server may answer by asking the person.
const ASKING_METHODS: readonly unknown[] = ["tools/call", "prompts/get", "resources/read"];

/**
 * Completes the options of all calls of a client with {@link keepAlive}, and returns the client.
 *
 * @example
 * ```ts
 * const client = keepCallsAlive(new Client(info, { capabilities }));
 * ```
 */
export function keepCallsAlive<T extends { request(...args: any[]): any }>(client: T): T {
  const request = client.request;
  client.request = (message: unknown, ...rest: any[]): any => {
    // In version 1 each call has a schema before the options.
    const at = rest[0]?.["~standard"] || rest[0]?.parse ? 1 : 0;
    if (ASKING_METHODS.includes(own(message, "method")) || rest[at]?.onprogress) {
      rest[at] = keepAlive(rest[at]);
    }
    return request.call(client, message, ...rest);
  };
  return client;
}
