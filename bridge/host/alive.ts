// Keeping calls alive while a person answers: a client gives up a call without progress.

import { type JsonObject, own } from "../message/json.js";
import { META_WAITING, PING, PROGRESS } from "../message/names.js";
import type { Message, SendRequest, TransportLike } from "./transport.js";

// When a server is first asked whether it lives after a form has opened, and how often then, in milliseconds.
const FIRST = 500;
const INTERVAL = 1000;

/** What waits for a form. */
export interface Waiting {
  /** The calls of the client that wait for the form now, each with the last progress that the server has told. */
  readonly calls: () => { readonly message: Message; readonly progress: JsonObject | undefined }[];
  /** The server's own request, if that waits for the form. */
  readonly request?: Message;
  /** Whether the server can be asked whether it lives: revision 2026-07-28 has no ping. */
  readonly pings: boolean;
}

/** Tells client and server that a form is open, where they have asked for progress. `deliver` passes a notification to the client. */
export function keepWaiting(transport: TransportLike, deliver: (notice: Message) => void, request: SendRequest) {
  const open = new Set<Waiting>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A ping of ours that the server has not answered is on its way.
  let pinging = false;
  let told = 0;

  const tell = ({ calls, request }: Waiting): void => {
    for (const { message, progress } of calls()) {
      const progressToken = tokenOf(message);
      if (progressToken !== undefined) {
        // What the server has said last is never more than what it says next.
        const params = { progress: 0, ...progress, progressToken, _meta: { [META_WAITING]: true } };
        deliver({ jsonrpc: "2.0", method: PROGRESS, params });
      }
    }
    const progressToken = tokenOf(request);
    if (progressToken !== undefined) {
      transport.send({ jsonrpc: "2.0", method: PROGRESS, params: { progressToken, progress: ++told } }).catch(() => {});
    }
  };

  const later = (milliseconds: number): void => {
    timer = setTimeout(look, milliseconds);
    // A form that nobody answers is no reason for Node to go on.
    (timer as { unref?: () => void }).unref?.();
  };

  const look = (): void => {
    later(INTERVAL);
    const tellAll = (pinged: boolean): void => [...open].filter(({ pings }) => pings === pinged).forEach(tell);
    tellAll(false);
    const wantsProgress = ({ calls, request, pings }: Waiting): boolean =>
      pings && [request, ...calls().map(({ message }) => message)].some((one) => tokenOf(one) !== undefined);
    if (!pinging && [...open].some(wantsProgress)) {
      pinging = true;
      const answered = (): void => {
        pinging = false;
        tellAll(true);
      };
      request({ method: PING }, answered, () => (pinging = false));
    }
  };

  return {
    /** Returns the outcome of a form, and keeps client and server from giving up meanwhile. */
    async during<T>(waiting: Waiting, form: Promise<T>): Promise<T> {
      if (open.add(waiting).size === 1) {
        later(FIRST);
      }
      try {
        return await form;
      } finally {
        if (open.delete(waiting) && open.size === 0) {
          clearTimeout(timer);
        }
      }
    },
    /** The connection is gone. */
    clear(): void {
      clearTimeout(timer);
      pinging = false;
      open.clear();
    },
  };
}

/** What a notice of the server says about the progress of a call. */
export function progressOf(notice: Message): JsonObject | undefined {
  const { progress, total, message } = (own(notice, "params") ?? {}) as JsonObject;
  return typeof progress === "number" ? { progress, total, message } : undefined;
}

/** The token of the progress notifications that a request asks for. */
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

// The requests that a server may answer by asking a person something.
const MAY_ASK: readonly unknown[] = ["tools/call", "prompts/get", "resources/read"];

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
    // Before the options may be a schema, which every call of version 1 has.
    const at = rest[0]?.["~standard"] || rest[0]?.parse ? 1 : 0;
    if (MAY_ASK.includes(own(message, "method")) || rest[at]?.onprogress) {
      rest[at] = keepAlive(rest[at]);
    }
    return request.call(client, message, ...rest);
  };
  return client;
}
