// The frame and the connection to it. Our document identifies itself by its hello; any other document ends the connection.

import { isObject, type JsonObject, listOf, own, parseObject, requestId, type RequestId, textOf } from "../message/json.js";
import {
  BLUR, CATALOGUE_REJECTED, CONTEXT_BACKGROUND, CONTEXT_BEHIND, CONTEXT_CHANGED, FAILED, FOCUS, INITIALIZE,
  INITIALIZED, METHOD_NOT_FOUND, OPEN_LINK, PING, PRERENDER, READY, SIZE_CHANGED, TEARDOWN,
} from "../message/names.js";
import { rateLimit } from "../message/rate.js";
import type { Diagnosis } from "./diagnosis.js";
import { ElicitationError } from "./errors.js";
import type { Frame, FrameClass, FrameHandlers, Port } from "./frame.js";
import type { FormHostEvent, FormHostOptions, HostContext } from "./types.js";
import type { Program } from "./wasm.js";
import { Words } from "./words.js";

const HANDSHAKE_TIMEOUT = 15_000;
// A document may say hello this long after its load event, in milliseconds: the first document of a frame, and a later document.
const FIRST_HELLO_DELAY = 3000;
const LATER_HELLO_DELAY = 100;
// The number of times that our document replaces a foreign document, until the frame is moved.
const MAX_RELOADS = 3;
// Changes of context within this time reach the frame together, in milliseconds: it accepts 500 messages a second.
const CONTEXT_DELAY = 10;
// A change of language waits this long for its words, in milliseconds, so that the form is not in English for a moment.
const WORDS_DELAY = 500;
// No call of elicit has this id. The response is ignored.
const TEARDOWN_ID = 0;
const MAX_HEIGHT = 100_000;
const MAX_MESSAGES_PER_SECOND = 200;
// The beginning of each response of our own program.
const RESPONSE = /^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/;
// The error code of a page that was not opened.
const NOT_OPENED = -32000;

/** The owner of a bridge. It gets what the frame sends. */
export interface BridgeOwner {
  /** The id of the request on the screen, which is not answered. */
  readonly awaited: RequestId | undefined;
  /** Opens a page, if a person may be asked to open one at present. */
  readonly openLink: FormHostOptions["openLink"] | false;
  /** The frame has responded to a request. */
  replied(id: RequestId | undefined, response: JsonObject): void;
  /** The frame sent a notification. After INITIALIZED it accepts requests. */
  notified(method: string, params: unknown): void;
  /** The document is gone, or loads again: it shows nothing. Another hello is due. */
  lost(): void;
  /** The frame cannot be loaded: nobody can answer the open requests. */
  failed(error: ElicitationError): void;
  /** A script took the frame out of the page while it was shown, and did not put it back at once. */
  takenOut(): void;
  /** Reports an event to the page. */
  report(event: FormHostEvent): void;
}

/** The frame and the connection to it: loading, handshake, context, height. */
export class Bridge implements FrameHandlers {
  /** The frame. A new frame takes the place of a failed one. */
  frame: Frame;
  /** See FormHost.ready. */
  ready!: Promise<void>;
  /** Whether the frame accepts requests: it has sent ui/notifications/initialized. */
  open = false;
  readonly #options: FormHostOptions;
  readonly #url: string;
  readonly #frameClass: FrameClass;
  readonly #owner: BridgeOwner;
  readonly #words: Words;
  #context: HostContext;
  // The members of the context that the frame does not know yet.
  #changed: HostContext | undefined;
  #contextTimer: ReturnType<typeof setTimeout> | undefined;
  // The colours behind the frame that the frame knows, as JSON text.
  #behind = "";
  // Whether the frame believes that the page has the focus.
  #pageFocused = true;
  #port: Port | undefined;
  // Settles `ready`; undefined once it has settled.
  #settleReady: ((error?: Error) => void) | undefined;
  #handshakeTimer: ReturnType<typeof setTimeout> | undefined;
  // The next request gets a new frame.
  #hasFailed = false;
  #program: Program | undefined;
  // The document said hello, and its load event is due.
  #greeted = false;
  // Identifies the last document that loaded without a hello.
  #stranger: object | undefined;
  #reloads = 0;

  /** Puts a frame at this address into the container. */
  constructor(options: FormHostOptions, url: string, frameClass: FrameClass, owner: BridgeOwner) {
    this.#options = options;
    this.#url = url;
    this.#frameClass = frameClass;
    this.#owner = owner;
    this.#words = new Words(options, url, (method, params) => this.inform(method, params), (event) => owner.report(event));
    this.#context = { containerDimensions: { maxHeight: options.maxHeight, minHeight: options.minHeight }, ...options.context };
    this.#renewReady();
    this.frame = this.#load(options.container);
  }

  #load(container: HTMLElement): Frame {
    const frame = new this.#frameClass(this.#url, container, this);
    frame.setLook(this.#context);
    // A frame outside the page does not load, so no handshake is due.
    if (frame.present) {
      this.#expectHandshake();
    }
    return frame;
  }

  /**
   * Moves the frame into a container. It replaces a failed frame; a document that the move ended loads again. Returns true if
   * the document is lost.
   */
  place(container: HTMLElement): boolean {
    const isNew = this.#hasFailed;
    this.#reloads = 0;
    if (isNew) {
      this.frame.remove();
      this.#hasFailed = false;
      this.frame = this.#load(container);
    }
    const isLost = isNew || this.frame.place(container);
    if (isLost) {
      this.#restart();
    }
    return isLost;
  }

  /** Announces the end to the frame, and removes the frame. */
  close(error: ElicitationError): void {
    clearTimeout(this.#handshakeTimer);
    clearTimeout(this.#contextTimer);
    this.#words.close();
    this.inform(TEARDOWN, {}, TEARDOWN_ID);
    this.#disconnect();
    this.frame.remove();
    this.#settleReady?.(error);
  }

  // The handshake.

  #expectHandshake(): void {
    this.open = false;
    this.#renewReady();
    clearTimeout(this.#handshakeTimer);
    const timer = (this.#handshakeTimer = setTimeout(async () => {
      const diagnosis = await this.#diagnose();
      // The handshake may have come during the diagnosis.
      if (this.#handshakeTimer === timer && !this.open) {
        this.#lose(diagnosis);
      }
    }, HANDSHAKE_TIMEOUT));
  }

  #renewReady(): void {
    if (!this.#settleReady) {
      this.ready = new Promise((resolve, reject) => {
        this.#settleReady = (error) => {
          this.#settleReady = undefined;
          return error ? reject(error) : resolve();
        };
      });
      // A page need not handle the promise: events and requests report the failure too.
      this.ready.catch(() => {});
    }
  }

  connected(port: Port, hello: unknown, program: Program | undefined): void {
    this.#greeted = !this.#stranger;
    this.#restart();
    this.#owner.lost();
    this.#program = program;
    this.#hasFailed = false;
    this.#port = port;
    const mayPass = rateLimit(MAX_MESSAGES_PER_SECOND);
    const take = (data: unknown): void => {
      // The answer of a person passes even when the frame sends too many messages.
      if (typeof data === "string" && (mayPass() || this.#owner.awaited === Number(RESPONSE.exec(data)?.[1]))) {
        this.#receive(port, data);
      }
    };
    // The port starts when onmessage is set.
    port.onmessage = ({ data }) => take(data);
    // The hello carries the first messages of a document, so that requests follow before the program keeps the processor busy.
    this.#words.connected(hello);
    void this.#words.follow(this.#addLanguage());
    listOf(own(hello, "first")).forEach(take);
    // These are the only messages that are not text. A closed connection drops them.
    if (program) {
      program.passTo(port);
    } else {
      port.postMessage(null);
    }
  }

  #restart(): void {
    this.#disconnect();
    this.#expectHandshake();
  }

  #disconnect(): void {
    if (this.#port) {
      this.#port.onmessage = null;
      this.#port.close();
    }
    this.#port = this.#stranger = undefined;
  }

  // Its failure.

  // Without a hello the document is not ours: the address is wrong, or the frame navigated away.
  async hasLoaded(): Promise<void> {
    const lastPort = this.#port;
    if (this.#greeted || (this.#hasFailed && !lastPort)) {
      this.#greeted = false;
      return;
    }
    const current = (this.#stranger = {});
    const diagnosis: Diagnosis = lastPort
      ? { reason: "navigated", message: `the frame leaves ${this.#url}` }
      : await this.#diagnose();
    if (diagnosis.reason !== "wrong-page") {
      await new Promise((resolve) => setTimeout(resolve, lastPort ? LATER_HELLO_DELAY : FIRST_HELLO_DELAY));
    }
    if (this.#stranger !== current) {
      return;
    }
    if (lastPort && this.#reloads++ < MAX_RELOADS) {
      this.frame.reload();
      this.#restart();
      this.#owner.lost();
    } else {
      this.#lose(diagnosis);
    }
  }

  async blocked(): Promise<void> {
    this.#lose(await this.#diagnose("blocked"));
  }

  // Only a page whose frame fails loads the script that finds out why. The page may lack it, or forbid it.
  #diagnose(known: Diagnosis["reason"] = "no-handshake"): Promise<Diagnosis> {
    const url = this.#url;
    const unknown = { reason: known, message: `${url} failed. Run: npx elicitform check` };
    return import("./diagnosis.js").then(({ diagnose }) => diagnose(url, known), () => unknown);
  }

  // Gives up the document: no request can be answered.
  #lose({ reason, message }: Diagnosis): void {
    console.error(`elicitform: ${message}`);
    this.#disconnect();
    this.#owner.failed(this.#fail(reason, message));
  }

  #fail(reason: string, detail: string | undefined): ElicitationError {
    clearTimeout(this.#handshakeTimer);
    const error = new ElicitationError("load-failed", { reason, detail });
    this.#hasFailed = true;
    this.#renewReady();
    this.#settleReady!(error);
    this.#owner.report({ type: "load-failed", reason, message: error.message });
    return error;
  }

  takenOut(): void {
    this.#owner.takenOut();
  }

  // Messages of the frame.

  #receive(from: Port, data: string): void {
    const message = parseObject(data);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (typeof method !== "string") {
      // Only an own member counts: a page may have put a result on Object.prototype.
      if (message && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
        this.#owner.replied(id, message);
      }
    } else if (id === undefined) {
      this.#notified(method, params);
      this.#owner.notified(method, params);
    } else {
      this.#respond(method, params, (outcome) => sendJson(from, { id, ...outcome }));
    }
  }

  #respond(method: string, params: unknown, answer: (outcome: object) => void): void {
    if (method === INITIALIZE) {
      this.#changed = undefined;
      this.#behind = "";
      answer({ result: { hostContext: this.#context, _meta: { [PRERENDER]: this.#options.prerender } } });
    } else if (method === OPEN_LINK) {
      void openLink(own(params, "url"), this.#owner.openLink).then(answer);
    } else {
      answer(method === PING ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "" } });
    }
  }

  #notified(method: string, params: unknown): void {
    switch (method) {
      case INITIALIZED:
        clearTimeout(this.#handshakeTimer);
        this.open = this.#pageFocused = true;
        this.#sendContext();
        break;
      case SIZE_CHANGED:
        this.#resize(own(params, "height"));
        break;
      case BLUR:
        // The frame had the focus, and with it the page.
        this.#pageFocused = true;
        this.pageChanged();
        break;
      case FOCUS:
        this.frame.reveal(own(params, "top") as number, own(params, "height") as number);
        break;
      case READY:
        if (this.#settleReady) {
          this.#settleReady();
          this.#owner.report({ type: "ready" });
          if (this.#owner.awaited !== undefined) {
            this.#words.shown();
          }
        }
        break;
      case CATALOGUE_REJECTED:
        this.#words.rejected(params);
        break;
      case FAILED:
        // The shown request stays: the frame lets the person decline or cancel it, or rejects it.
        if (this.#settleReady) {
          this.#program?.markUnusable();
        }
        this.#fail(textOf(own(params, "reason")) ?? "unknown", textOf(own(params, "message")));
    }
  }

  #resize(height: unknown): void {
    if (typeof height === "number" && height >= 0 && height <= MAX_HEIGHT) {
      const pixels = Math.ceil(height);
      this.frame.setHeight(pixels);
      this.#owner.report({ type: "resized", height: pixels });
    }
  }

  // Messages to the frame.

  /** Sends a message after all earlier changes of the context. */
  send(message: object): void {
    this.#sendContext();
    sendJson(this.#port, message);
    if (!this.#settleReady) {
      this.#words.shown();
    }
  }

  /** Sends a notification; with an id, a request whose response is ignored. */
  inform(method: string, params: unknown, id?: number): void {
    sendJson(this.#port, { id, method, params });
  }

  /** See FormHost.setContext. */
  setContext(change: Partial<HostContext>): void {
    // A context that JSON cannot carry throws here, at its caller.
    JSON.stringify(change);
    this.#context = { ...this.#context, ...change };
    this.frame.setLook(this.#context);
    if ("locale" in change) {
      void this.#words.follow(this.#addLanguage())?.then(() => this.#sendContext());
    }
    // undefined becomes null, because JSON lacks undefined.
    Object.keys(change).forEach((name) => ((this.#changed ??= {})[name] = this.#context[name] ?? null));
    // Only the last value counts: a page may change the context with every movement of a slider.
    this.#contextTimer ??= setTimeout(() => this.#sendContext(), this.#words.pending ? WORDS_DELAY : CONTEXT_DELAY);
  }

  // Completes the context with the language of the page, which may be set after this script has run.
  #addLanguage(): string | undefined {
    return (this.#context.locale ||= globalThis.document?.documentElement.lang || undefined);
  }

  pageChanged(): void {
    this.#sendContext(!this.#contextTimer);
  }

  // Sends the changes of the context only if they are due: a new language waits for its words, and its timer runs meanwhile.
  #sendContext(isDue = true): void {
    if (isDue) {
      clearTimeout(this.#contextTimer);
      this.#contextTimer = undefined;
    }
    if (!this.open) {
      return;
    }
    // On a server, where a page is rendered for the first time, the container belongs to no document.
    const focused = this.#options.container.ownerDocument?.hasFocus?.() !== false;
    if (focused !== this.#pageFocused) {
      this.inform(FOCUS, { focused });
      this.#pageFocused = focused;
    }
    const context = this.#context;
    // An opaque frame need not know the colours behind it.
    const colours = (context.theme || context[CONTEXT_BACKGROUND]) && JSON.stringify(this.frame.behind());
    if (colours && colours !== this.#behind) {
      this.#behind = colours;
      this.#changed = { ...this.#changed, [CONTEXT_BEHIND]: JSON.parse(colours) };
    }
    if (isDue && this.#changed) {
      this.inform(CONTEXT_CHANGED, this.#changed);
      this.#changed = undefined;
    }
  }
}

function sendJson(port: Port | undefined, message: object): void {
  port?.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

// Opens a page to which the person agreed in the frame, with a last check of the address.
async function openLink(url: unknown, open: FormHostOptions["openLink"] | false): Promise<object> {
  try {
    if (open && typeof url === "string" && /^https?:$/.test(new URL(url).protocol)) {
      await open(url);
      return { result: {} };
    }
  } catch {
    // The text is not an address, or the page failed to open it: the frame tells the person.
  }
  return { error: { code: NOT_OPENED, message: "" } };
}
