import { type JsonObject, own, parseObject, requestId, type RequestId } from "../message/json.js";
import {
  ASK, CANCELLED, CONTEXT_CHANGED, ERROR_CODE, FOCUS, INTERNAL_ERROR, PING, PRERENDER, QUEUE, RECEIVED, REFUSED, TEARDOWN,
} from "../message/names.js";
import { forProgram, withDefaults, withLanguage } from "./defaults.js";
import { type Decision, OpenRound } from "./openround.js";

/** The id of the one request that the boot script makes of the host. */
export const INITIALIZE_ID = "elicitform-initialize";

/**
 * Why the host took a round back: the server needs no answer any longer, the deadline has passed, or another window has
 * answered.
 */
export type CalledOff = "withdrawn" | "expired" | "elsewhere";

/** What a display calls when something changes that the shell, the document or the host has to know. */
export interface DisplayHandlers {
  send(text: string): void;
  /** The host answered ui/initialize. `prerender` says whether it wants a form drawn ahead. */
  onInitialized(prerender: boolean): void;
  /** The focus has moved to the page around the frame, or to another window. */
  onPageFocus?(hasFocus: boolean): void;
  /** A whole or partial host context came. */
  onContext(context: unknown): void;
  /** Another round is open, its place has changed, or no round is open. calledOff says why the host took the round back. */
  onChange(calledOff?: CalledOff): void;
  /** No round is open any longer. */
  onClose(): void;
}

// The maximum of messages that wait for the program. No host has a reason to send more before the program runs.
const MAX_WAITING = 1000;
const STOPPED = "The form stopped working";

/**
 * What the frame shows: one round at a time, or nothing. Until the program runs the shell shows the round, and the
 * host's messages wait for the program. An open round is answered exactly once: by the shell, before the program runs or
 * after it has given up; by the program; or with an error when the program has ended without an answer.
 */
export class Display {
  readonly #handlers: DisplayHandlers;
  // The messages for the program in the order of arrival, each with the id of the round that it is about.
  #waiting: { text: string; about: unknown; method?: unknown }[] = [];
  #current: OpenRound | undefined;
  // The last round that the program has answered. Until the host has confirmed the answer, it may refuse it.
  #answered: OpenRound | undefined;
  #initialize: string | undefined;
  #program: ((text: string) => void) | undefined;
  // The error for the host once the program has ended, or will never run.
  #endError: string | undefined;
  // The latest hold on the program, an object for each: only its own release ends it.
  #hold: object | undefined;

  constructor(handlers: DisplayHandlers) {
    this.#handlers = handlers;
  }

  get hasProgram(): boolean {
    return this.#program !== undefined;
  }

  get current(): OpenRound | undefined {
    return this.#current;
  }

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
          this.#cancel(own(params, "reason"));
        }
        break;
      case RECEIVED:
        if (this.#answered?.id === about) {
          this.#answered = undefined;
        }
        break;
      case QUEUE:
        if (open) {
          this.#moveInQueue(open, own(params, "queue"));
        }
        break;
      case REFUSED:
        this.#reopen(about);
        break;
      case FOCUS:
        this.#handlers.onPageFocus?.(own(params, "focused") === true);
        return;
      case CONTEXT_CHANGED: {
        const change = withDefaults(params);
        text = JSON.stringify({ ...message, params: forProgram(change) });
        this.#handlers.onContext(change);
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
          this.#start(message, own(message, "result"));
          return;
        }
    }
    // A program that starts later does not know the rounds that have already ended.
    if (this.hasProgram || !(method === CANCELLED || method === RECEIVED || (method === QUEUE && !open))) {
      this.#deliver(text, about, method);
    }
  }

  /** The person decided in the shell. It does nothing once the program has taken over. */
  decide(round: OpenRound, action: Decision): void {
    if (!this.hasProgram && this.#current === round) {
      this.#close();
      this.#handlers.send(round.answer(action));
      this.#handlers.onChange();
    }
  }

  /** The program takes over. Returns the earlier messages that still matter to it, in the order of arrival. */
  attach(receive: (text: string) => void): string[] {
    this.#program = receive;
    const texts = this.#waiting.splice(0).map(({ text }) => text);
    return this.#initialize === undefined ? texts : [this.#initialize, ...texts];
  }

  /** Lets messages wait for the program until the returned function is called. */
  hold(): () => void {
    const hold = (this.#hold = {});
    return () => {
      if (this.#hold === hold) {
        this.#hold = undefined;
        for (const { text, about } of this.#waiting.splice(0)) {
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
    this.#endError ??= why;
    const open = this.#close();
    if (open) {
      this.#fail(open.id);
    }
    return open !== undefined;
  }

  /** The program has given up. Returns the open round, which is decided in the shell from now on. */
  detach(): OpenRound | undefined {
    this.#endError = STOPPED;
    this.#program = undefined;
    return this.#current;
  }

  // A host shows one round after the other. A second round fails, because nobody would see it. A round under the id of the
  // open one is ignored: its error would count as the answer to the open round.
  #ask(round: OpenRound, text: string): void {
    const { id } = round;
    if (this.#current?.id === id) {
      return;
    }
    if (this.#current || this.#endError || this.#waiting.length >= MAX_WAITING) {
      this.#fail(id);
      return;
    }
    this.#current = round;
    this.#handlers.onChange();
    this.#deliver(text, id);
  }

  #cancel(reason: unknown): void {
    this.#close();
    if (!this.hasProgram) {
      this.#handlers.onChange(reason === "expired" || reason === "elsewhere" ? reason : "withdrawn");
    }
  }

  #moveInQueue(open: OpenRound, queue: unknown): void {
    open.queue = queue;
    // Of many changes while the program loads only the last one counts.
    this.#waiting = this.#waiting.filter(({ method }) => method !== QUEUE);
    if (!this.hasProgram) {
      this.#handlers.onChange();
    }
  }

  // The host refuses the answer: the round is open again. Nobody can correct the answer if the program has ended.
  #reopen(id: unknown): void {
    const round = this.#answered;
    if (round?.id !== id || this.#current) {
      return;
    }
    this.#answered = undefined;
    if (!this.#endError) {
      this.#current = round;
    } else if (round) {
      this.#fail(round.id);
    }
  }

  #start(message: JsonObject, result: unknown): void {
    const hostContext = withLanguage(own(result, "hostContext"));
    this.#initialize = JSON.stringify({ ...message, result: { hostContext: forProgram(hostContext) } });
    this.#handlers.onContext(hostContext);
    // Only the host package writes into _meta.
    const meta = own(result, "_meta");
    this.#handlers.onInitialized(meta !== undefined && own(meta, PRERENDER) !== false);
  }

  // Closes the open round, and drops the messages about it that wait for the program.
  #close(): OpenRound | undefined {
    const round = this.#current;
    this.#current = undefined;
    this.#waiting = this.#waiting.filter(({ about }) => about === undefined || about !== round?.id);
    this.#handlers.onClose();
    return round;
  }

  #deliver(text: string, about: unknown, method?: unknown): void {
    if (this.#program && !this.#hold && !this.#endError) {
      this.#program(text);
    } else if (!this.#endError && this.#waiting.length < MAX_WAITING) {
      this.#waiting.push({ text, about, method });
    }
  }

  #fail(id: RequestId): void {
    const error = { code: INTERNAL_ERROR, message: this.#endError ?? STOPPED, data: { [ERROR_CODE]: "internal" } };
    this.#handlers.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }
}
