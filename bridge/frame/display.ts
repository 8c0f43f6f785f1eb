import { type JsonObject, own, parseObject, requestId, type RequestId } from "../message/json.js";
import {
  ASK, CANCELLED, CONTEXT_CHANGED, ERROR_CODE, FOCUS, INTERNAL_ERROR, PING, PRERENDER, QUEUE, RECEIVED, REFUSED, TEARDOWN,
} from "../message/names.js";
import { forProgram, withDefaults, withLanguage } from "./defaults.js";
import { type Decision, OpenRound } from "./round.js";

/** The id of the one request that the boot script makes of the host. */
export const INITIALIZE_ID = "elicitform-initialize";

/** Why the host took a round back: it needs no answer any more, or its deadline has passed. */
export type CalledOff = "withdrawn" | "expired" | "elsewhere";

/** What a display calls when something changes that the shell, the document or the host has to know. */
export interface DisplayHandlers {
  /** Sends a text to the host. */
  send(text: string): void;
  /** The host answered ui/initialize. prerender says that it wants a form drawn ahead. */
  initialized(prerender: boolean): void;
  /** The page around the frame has the focus, or another window. */
  pageFocus?(focused: boolean): void;
  /** A whole or partial host context came. */
  context(context: unknown): void;
  /** Another round is open, or at another place, or none is. calledOff says why the host took it back. */
  changed(calledOff?: CalledOff): void;
  /** No round is open any more. */
  closed(): void;
}

// How many messages are kept for the program: more than a host has reason to send before it runs.
const MOST_KEPT = 1000;
const STOPPED = "The form stopped working";

/**
 * What the frame shows: one round at a time, or nothing. Until the program runs the shell shows the round, and the
 * host's messages are kept for the program. An open round is answered exactly once: by the shell, before the program
 * runs or after it has given up; by the program; or with an error when the program has ended without a word.
 */
export class Display {
  readonly #handlers: DisplayHandlers;
  // The messages for the program in the order of arrival, each with the id of the round that it is about.
  #kept: { text: string; about: unknown; method?: unknown }[] = [];
  #current: OpenRound | undefined;
  // The last round that the program has answered. Until the host has confirmed the answer, it may refuse it.
  #answered: OpenRound | undefined;
  #initialize: string | undefined;
  #program: ((text: string) => void) | undefined;
  // What the host is told once the program has ended, or will never run.
  #ended: string | undefined;
  // Stands for what holds the program: it gets nothing until that has let go.
  #held: object | undefined;

  constructor(handlers: DisplayHandlers) {
    this.#handlers = handlers;
  }

  /** Whether the program has taken over. */
  get attached(): boolean {
    return this.#program !== undefined;
  }

  /** The round that is open. */
  get current(): OpenRound | undefined {
    return this.#current;
  }

  /** Takes a message of the host. */
  receive(message: JsonObject, text = JSON.stringify(message)): void {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    const about = own(params, "requestId");
    const open = this.#current?.id === about ? this.#current : undefined;
    switch (method) {
      case ASK:
        if (id !== undefined) {
          this.#ask(new OpenRound(id, params), text);
          return;
        }
        break;
      case CANCELLED:
        if (open) {
          this.#close();
        }
        if (open && !this.attached) {
          const reason = own(params, "reason");
          this.#handlers.changed(reason === "expired" || reason === "elsewhere" ? reason : "withdrawn");
        }
        break;
      case RECEIVED:
        if (this.#answered?.id === about) {
          this.#answered = undefined;
        }
        break;
      case QUEUE:
        if (open) {
          open.queue = own(params, "queue");
          // Of many changes while the program loads only the last one counts.
          this.#kept = this.#kept.filter((kept) => kept.method !== method);
        }
        if (open && !this.attached) {
          this.#handlers.changed();
        }
        break;
      case REFUSED:
        this.#refused(about);
        break;
      case FOCUS:
        this.#handlers.pageFocus?.(own(params, "focused") === true);
        return;
      case CONTEXT_CHANGED: {
        const change = withDefaults(params);
        text = JSON.stringify({ ...message, params: forProgram(change) });
        this.#handlers.context(change);
        break;
      }
      case PING:
      case TEARDOWN:
        if (id !== undefined) {
          this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
          return;
        }
        break;
      case undefined:
        if (id === INITIALIZE_ID && this.#initialize === undefined) {
          const result = own(message, "result");
          const hostContext = withLanguage(own(result, "hostContext"));
          this.#initialize = JSON.stringify({ ...message, result: { hostContext: forProgram(hostContext) } });
          this.#handlers.context(hostContext);
          // Only the host package says anything there.
          const meta = own(result, "_meta");
          this.#handlers.initialized(meta !== undefined && own(meta, PRERENDER) !== false);
          return;
        }
    }
    // A program that starts later knows nothing of the rounds that are over by then.
    if (this.attached || !(method === CANCELLED || method === RECEIVED || (method === QUEUE && !open))) {
      this.#deliver(text, about, method);
    }
  }

  /** The person decided in the shell. It does nothing once the program has taken over. */
  decide(round: OpenRound, action: Decision): void {
    if (!this.attached && this.#current === round) {
      this.#close();
      this.#handlers.send(round.answer(action));
      this.#handlers.changed();
    }
  }

  /** The program takes over; returns what it has to know, in the order of arrival. */
  attach(receive: (text: string) => void): string[] {
    this.#program = receive;
    const texts = this.#kept.splice(0).map(({ text }) => text);
    return this.#initialize === undefined ? texts : [this.#initialize, ...texts];
  }

  /** Keeps what comes for the program until the returned function is called. */
  hold(): () => void {
    const held = (this.#held = {});
    return () => {
      if (this.#held === held) {
        this.#held = undefined;
        for (const { text, about } of this.#kept.splice(0)) {
          this.#deliver(text, about);
        }
      }
    };
  }

  /** The program sends a text. An answer closes its round. */
  post(text: string): void {
    const message = parseObject(text);
    if (own(message, "method") === undefined && this.#current && this.#current.id === own(message, "id")) {
      this.#answered = this.#close();
    }
    this.#handlers.send(text);
  }

  /** The program has ended, or will never run: the open round and later ones get an error. Reports whether one was open. */
  crash(why = STOPPED): boolean {
    this.#ended ??= why;
    const open = this.#close();
    if (open) {
      this.#fail(open.id);
    }
    return open !== undefined;
  }

  /** The program has given up. Returns the open round, which is decided in the shell from now on. */
  detach(): OpenRound | undefined {
    this.#ended = STOPPED;
    this.#program = undefined;
    return this.#current;
  }

  // A host shows one round after the other. A round beside the open one fails, because nobody would see
  // it. One under the id of the open one is ignored: the error would be taken for the answer to the open one.
  #ask(round: OpenRound, text: string): void {
    const { id } = round;
    if (this.#current?.id === id) {
      return;
    }
    if (this.#current || this.#ended || this.#kept.length >= MOST_KEPT) {
      this.#fail(id);
      return;
    }
    this.#current = round;
    this.#handlers.changed();
    this.#deliver(text, id);
  }

  // The host has not taken the answer: the round is open again. Where the program has ended nobody can correct it.
  #refused(id: unknown): void {
    const round = this.#answered;
    if (round?.id !== id || this.#current) {
      return;
    }
    this.#answered = undefined;
    if (!this.#ended) {
      this.#current = round;
    } else if (round) {
      this.#fail(round.id);
    }
  }

  // Closes the open round, and drops the messages about it that wait for the program.
  #close(): OpenRound | undefined {
    const round = this.#current;
    this.#current = undefined;
    this.#kept = this.#kept.filter(({ about }) => about === undefined || about !== round?.id);
    this.#handlers.closed();
    return round;
  }

  #deliver(text: string, about: unknown, method?: unknown): void {
    if (this.#program && !this.#held && !this.#ended) {
      this.#program(text);
    } else if (!this.#ended && this.#kept.length < MOST_KEPT) {
      this.#kept.push({ text, about, method });
    }
  }

  #fail(id: RequestId): void {
    const error = { code: INTERNAL_ERROR, message: this.#ended ?? STOPPED, data: { [ERROR_CODE]: "internal" } };
    this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }
}
