import { INTERNAL_ERROR, INVALID_PARAMS } from "../message/jsonrpc.js";
import { type JsonObject, own, parseObject } from "../message/json.js";
import { asks, type Decision, OpenRequest } from "./request.js";

/** The id of the one request that the boot script makes of the host. */
export const INITIALIZE_ID = "elicitform-initialize";

/** Why the host took a request back: it needs no answer any more, or its deadline has passed. */
export type CalledOff = "withdrawn" | "expired";

/** Told what the shell and the document have to follow. */
export interface InboxHandlers {
  /** Sends a text to the host. */
  send(text: string): void;
  /** The host answered ui/initialize. */
  initialized(): void;
  /** A whole or partial host context came. */
  context(context: unknown): void;
  /** Other requests are open than before; why, if the host took one back. */
  changed(calledOff?: CalledOff): void;
}

// How long after a decision a repetition of its request gets the same answer, in
// milliseconds. Later it is another request, which nobody has seen.
const REPEATABLE = 30_000;
// More than any host has reason to send before the program runs.
const MOST_TEXTS = 1000;

/**
 * Keeps what the host says until the program runs, and knows throughout which
 * requests are open, so that each is answered exactly once: by the shell
 * before the program runs and after it gave up, by the program, or with an error
 * when it crashed.
 */
export class Inbox {
  readonly #handlers: InboxHandlers;
  readonly #texts: { text: string; request?: string }[] = [];
  readonly #open = new Map<string, OpenRequest>();
  // The last request that the program has answered: the host may refuse that.
  #sent: OpenRequest | undefined;
  // The last answer of the shell, until the host has confirmed it, in case that
  // it sends the request again.
  #answered: { request: OpenRequest; answer: string; at: number } | undefined;
  #initialize: string | undefined;
  #receive: ((text: string) => void) | undefined;
  #crashed = false;

  constructor(handlers: InboxHandlers) {
    this.#handlers = handlers;
  }

  /** Whether the program has taken over. */
  get attached(): boolean {
    return this.#receive !== undefined;
  }

  /** The request that has been open for longest. */
  get current(): OpenRequest | undefined {
    return this.#open.values().next().value;
  }

  /** Takes a text from the host. */
  receive(text: string): void {
    const message = parseObject(text);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = idOf(message);
    switch (method) {
      case "notifications/cancelled":
        if (this.#calledOff(params)) {
          return;
        }
        break;
      case "elicitform/received":
        if (this.#sent?.id === idText(own(params, "requestId"))) {
          this.#sent = undefined;
        }
        // The program knows nothing of what the shell has answered.
        if (this.#answered?.request.id === idText(own(params, "requestId"))) {
          this.#answered = undefined;
          return;
        }
        break;
      case "elicitform/refused":
        this.#refused(idText(own(params, "requestId")));
        break;
      case "ui/notifications/host-context-changed":
        this.#handlers.context(params);
        break;
      case "ping":
      case "ui/resource-teardown":
        if (id !== undefined && (!this.attached || this.#crashed)) {
          this.#handlers.send(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
          return;
        }
        break;
      case undefined:
        if (id === JSON.stringify(INITIALIZE_ID) && this.#initialize === undefined) {
          this.#initialize = text;
          this.#handlers.context(own(own(message, "result"), "hostContext"));
          this.#handlers.initialized();
          return;
        }
    }
    if (id === undefined || !asks(method)) {
      this.#deliver({ text });
    } else if (this.#opened(new OpenRequest(id, method, params, text))) {
      this.#deliver({ text, request: id });
    }
  }

  /**
   * Takes a text that came in a flood. Nothing is done with it, but a request
   * is answered: nobody waits for ever for what was dropped.
   */
  refuse(text: string): void {
    const message = parseObject(text);
    const id = idOf(message);
    const method = own(message, "method");
    if (id !== undefined && asks(method) && !this.#open.get(id)?.repeats(new OpenRequest(id, method, undefined, text))) {
      this.#handlers.send(internalError(id));
    }
  }

  /** The person decided in the shell. It does nothing once the program has taken over. */
  decide(request: OpenRequest, action: Decision): void {
    if (this.attached || !this.#open.delete(request.id)) {
      return;
    }
    this.#forget(request.id);
    const answer = request.answer(action);
    this.#answered = { request, answer, at: performance.now() };
    this.#handlers.send(answer);
    this.#handlers.changed();
  }

  /** The program takes over; returns what it has to know, in the order of arrival. */
  attach(receive: (text: string) => void): string[] {
    this.#receive = receive;
    const texts = this.#texts.splice(0).map(({ text }) => text);
    return this.#initialize === undefined ? texts : [this.#initialize, ...texts];
  }

  /** The program sends a text. An answer closes its request. */
  post(text: string): void {
    const message = parseObject(text);
    const id = idOf(message);
    if (id !== undefined && own(message, "method") === undefined) {
      this.#sent = this.#open.get(id) ?? this.#sent;
      this.#open.delete(id);
    }
    this.#handlers.send(text);
  }

  /** The program is gone: what it had been handed is answered with an error. Reports whether there was any. */
  crash(): boolean {
    this.#crashed = true;
    const open = [...this.#open.keys()];
    this.#open.clear();
    for (const id of open) {
      this.#handlers.send(internalError(id));
    }
    return open.length > 0;
  }

  /**
   * The program has given up. The request that it showed stays open, to be
   * decided here; the others, which nobody has seen, are answered with an error.
   */
  detach(): OpenRequest | undefined {
    const shown = this.current;
    this.#open.delete(shown?.id ?? "");
    this.crash();
    this.#receive = undefined;
    if (shown) {
      this.#open.set(shown.id, shown);
    }
    return shown;
  }

  // Reports whether the text is to be delivered.
  #opened(request: OpenRequest): boolean {
    const { id } = request;
    const open = this.#open.get(id);
    if (open && !open.repeats(request)) {
      // JSON-RPC does not allow that. Refused before the first is answered, it
      // cannot get the answer to the first.
      this.#handlers.send(errorOf(id, INVALID_PARAMS, "The id is in use", { code: "invalid-request", reason: "id-in-use" }));
      return false;
    }
    if (open) {
      // Sent again. The program has to see that; what is kept for it has it already.
      return this.attached;
    }
    const last = this.#answered;
    if (last?.request.id === id && last.request.repeats(request) && performance.now() - last.at < REPEATABLE) {
      this.#handlers.send(last.answer);
      return false;
    }
    if (this.#crashed || this.#texts.length >= MOST_TEXTS) {
      this.#handlers.send(internalError(request.id));
      return false;
    }
    this.#open.set(request.id, request);
    this.#handlers.changed();
    return true;
  }

  // The host has not settled the answer: the request is open again. Where the
  // program is gone nobody can put the answers right.
  #refused(id: string | undefined): void {
    const request = this.#sent;
    if (request && request.id === id && !this.#open.has(id)) {
      if (this.#crashed) {
        this.#handlers.send(internalError(id));
      } else {
        this.#open.set(id, request);
      }
    }
  }

  // Reports whether that was all there is to it.
  #calledOff(params: unknown): boolean {
    const id = idText(own(params, "requestId"));
    const wasOpen = id !== undefined && this.#open.delete(id);
    if (this.attached) {
      return false;
    }
    if (wasOpen) {
      this.#forget(id);
      this.#handlers.changed(own(params, "reason") === "expired" ? "expired" : "withdrawn");
    }
    return true;
  }

  #deliver(kept: { text: string; request?: string }): void {
    if (this.#crashed) {
      return;
    }
    if (this.#receive) {
      this.#receive(kept.text);
    } else if (this.#texts.length < MOST_TEXTS) {
      this.#texts.push(kept);
    }
  }

  #forget(id: string): void {
    const at = this.#texts.findIndex((kept) => kept.request === id);
    if (at >= 0) {
      this.#texts.splice(at, 1);
    }
  }
}

function idOf(message: JsonObject | undefined): string | undefined {
  return idText(own(message, "id"));
}

function idText(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined;
}

function internalError(id: string): string {
  return errorOf(id, INTERNAL_ERROR, "The form stopped working", { code: "internal" });
}

function errorOf(id: string, code: number, message: string, ours: { [name: string]: string }): string {
  const data = Object.fromEntries(Object.entries(ours).map(([name, value]) => [`elicitform/${name}`, value]));
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`;
}
