// The frame and the connection to it. Our document identifies itself by its hello; any other document ends the connection.

import { isObject, listOf, own, parseObject, requestId, textOf } from "../message/json.js";
import {
  APPS_VERSION, BLUR, CATALOGUE_REJECTED, CONTEXT_BACKGROUND, CONTEXT_BEHIND, CONTEXT_CHANGED, FAILED, FOCUS, INITIALIZE,
  INITIALIZED, METHOD_NOT_FOUND, OPEN_LINK, PING, PRERENDER, READY, SIZE_CHANGED, TEARDOWN,
} from "../message/names.js";
import { rateLimit } from "../message/rate.js";
import { VERSION } from "../message/version.js";
import type { SessionRound } from "../session/round.js";
import type { Session } from "../session/session.js";
import { describeFault, type Diagnosis, diagnose } from "./diagnosis.js";
import { ElicitationError } from "./errors.js";
import type { Frame, FrameFactory, Port } from "./frame.js";
import type { FormHostEvent, FormHostOptions, HostContext } from "./types.js";
import type { Program } from "./wasm.js";
import { handOverWords } from "./words.js";

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
  /** Gets the responses of the frame, and learns when a document is lost. */
  readonly session: Session<SessionRound, unknown>;
  /** The frame sent a notification that is about a request. */
  notified(method: string, params: unknown): void;
  /** A script took the frame out of the page while it was shown, and did not put it back at once. */
  takenOut(): void;
  /** Hides the frame: its document shows nothing. */
  hide(): void;
  /** Reports an event to the page. */
  report(event: FormHostEvent): void;
}

/** The frame and the connection to it: loading, handshake, context, height. */
export type Bridge = ReturnType<typeof openBridge>;

/** Puts a frame at this address into the container. */
export function openBridge(options: FormHostOptions, url: string, makeFrame: FrameFactory, owner: BridgeOwner) {
  const { session, report } = owner;
  let context: HostContext = { containerDimensions: { maxHeight: options.maxHeight, minHeight: options.minHeight }, ...options.context };
  // The members of the context that the frame does not know yet.
  let changed: HostContext | undefined;
  let contextTimer: ReturnType<typeof setTimeout> | undefined;
  // The colours behind the frame that the frame knows, as JSON text.
  let behind = "";
  let port: Port | undefined;
  // See FormHost.ready, and the function that settles it; undefined once it has settled.
  let ready!: Promise<void>;
  let settleReady: ((error?: Error) => void) | undefined;
  let handshakeTimer: ReturnType<typeof setTimeout> | undefined;
  let initialized = false;
  // Whether the frame believes that the page has the focus.
  let pageFocused = true;
  // The next request gets a new frame.
  let hasFailed = false;
  let program: Program | undefined;
  // The document said hello, and its load event is due.
  let greeted = false;
  // Identifies the last document that loaded without a hello.
  let stranger: object | undefined;
  let reloads = 0;

  const load = (container: HTMLElement): Frame => {
    const frame = makeFrame(url, container, {
      connected,
      hasLoaded: () => void inspect(),
      // The page's own policy forbids the frame.
      blocked: () => lose(describeFault(url, "blocked", "is not in this page's frame-src")),
      takenOut: owner.takenOut,
      pageMayHaveChanged: () => sendContext(),
    });
    frame.setTheme(context.theme);
    // A frame outside the page does not load, so no handshake is due.
    if (frame.present) {
      expectHandshake();
    }
    return frame;
  };

  const disconnect = (): void => {
    if (port) {
      port.onmessage = null;
      port.close();
    }
    port = stranger = undefined;
  };

  const restart = (): void => {
    disconnect();
    session.displayLost();
    if (!session.active) {
      // The outcome of the last request is gone with the document.
      owner.hide();
    }
    expectHandshake();
  };

  const expectHandshake = (): void => {
    initialized = false;
    renewReady();
    clearTimeout(handshakeTimer);
    const timer = (handshakeTimer = setTimeout(async () => {
      const diagnosis = await diagnose(url);
      // The handshake may have come during the diagnosis.
      if (handshakeTimer === timer && !initialized) {
        lose(diagnosis);
      }
    }, HANDSHAKE_TIMEOUT));
  };

  const renewReady = (): void => {
    if (!settleReady) {
      ready = new Promise((resolve, reject) => {
        settleReady = (error) => {
          settleReady = undefined;
          return error ? reject(error) : resolve();
        };
      });
      // A page need not handle the promise: events and requests report the failure too.
      ready.catch(() => {});
    }
  };

  // Examines a document after its load event. Without a hello it is not ours: the address is wrong, or the frame navigated away.
  const inspect = async (): Promise<void> => {
    const lastPort = port;
    if (greeted || (hasFailed && !lastPort)) {
      greeted = false;
      return;
    }
    const current = (stranger = {});
    const diagnosis: Diagnosis = lastPort ? { reason: "navigated", message: `the frame leaves ${url}` } : await diagnose(url);
    if (diagnosis.reason !== "wrong-page") {
      await new Promise((resolve) => setTimeout(resolve, lastPort ? LATER_HELLO_DELAY : FIRST_HELLO_DELAY));
    }
    if (stranger !== current) {
      return;
    }
    if (lastPort && reloads++ < MAX_RELOADS) {
      frame.reload();
      restart();
    } else {
      lose(diagnosis);
    }
  };

  // Gives up the document: no request can be answered.
  const lose = ({ reason, message }: Diagnosis): void => {
    console.error(`elicitform: ${message}`);
    disconnect();
    session.fail(fail(reason, message));
    owner.hide();
  };

  const fail = (reason: string, detail: string | undefined): ElicitationError => {
    clearTimeout(handshakeTimer);
    const error = new ElicitationError("load-failed", { reason, detail });
    hasFailed = true;
    renewReady();
    settleReady!(error);
    report({ type: "load-failed", reason, message: error.message });
    return error;
  };

  const connected = (newPort: Port, hello: unknown, newProgram: Program | undefined): void => {
    greeted = !stranger;
    restart();
    program = newProgram;
    hasFailed = false;
    port = newPort;
    const mayPass = rateLimit(MAX_MESSAGES_PER_SECOND);
    // The port starts when onmessage is set.
    newPort.onmessage = ({ data }) => {
      // The answer of a person passes even when the frame sends too many messages.
      if (typeof data === "string" && (mayPass() || session.shown?.id === Number(RESPONSE.exec(data)?.[1]))) {
        receive(newPort, data);
      }
    };
    // The hello carries the first messages of a document, so that requests follow before the program keeps the processor busy.
    words.connected(hello);
    void words.follow(context.locale);
    listOf(own(hello, "first")).forEach((data) => newPort.onmessage!({ data } as MessageEvent));
    // These are the only messages that are not text. A closed connection drops them.
    if (program) {
      program.passTo(newPort);
    } else {
      newPort.postMessage(null);
    }
  };

  const receive = (from: Port, data: string): void => {
    const message = parseObject(data);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (typeof method !== "string") {
      // Only an own member counts: a page may have put a result on Object.prototype.
      if (message && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
        session.reply(id, message);
      }
    } else if (id === undefined) {
      notification(method, params);
    } else {
      request(method, params, (outcome) => sendJson(from, { id, ...outcome }));
    }
  };

  const request = (method: string, params: unknown, answer: (outcome: object) => void): void => {
    if (method === INITIALIZE) {
      changed = undefined;
      behind = "";
      const result = {
        protocolVersion: APPS_VERSION,
        hostInfo: { name: "elicitform", version: VERSION },
        hostCapabilities: { elicitation: { form: {}, url: {} } },
        hostContext: context,
        _meta: { [PRERENDER]: options.prerender },
      };
      answer({ result });
    } else if (method === OPEN_LINK) {
      void openLink(own(params, "url"), session.opensPages && options.openLink).then(answer);
    } else {
      answer(method === PING ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
    }
  };

  const notification = (method: string, params: unknown): void => {
    switch (method) {
      case INITIALIZED:
        clearTimeout(handshakeTimer);
        initialized = pageFocused = true;
        sendContext();
        session.show();
        break;
      case SIZE_CHANGED: {
        const height = own(params, "height");
        if (typeof height === "number" && height >= 0 && height <= MAX_HEIGHT) {
          const pixels = Math.ceil(height);
          frame.setHeight(pixels);
          report({ type: "resized", height: pixels });
        }
        break;
      }
      case BLUR:
        // The frame had the focus, and with it the page.
        pageFocused = true;
        sendContext();
        break;
      case FOCUS:
        frame.reveal(own(params, "top") as number, own(params, "height") as number);
        break;
      case READY:
        if (settleReady) {
          settleReady();
          report({ type: "ready" });
          if (session.active) {
            words.shown();
          }
        }
        break;
      case CATALOGUE_REJECTED:
        words.rejected(params);
        break;
      case FAILED:
        // The shown request stays: the frame lets the person decline or cancel it, or rejects it.
        if (settleReady) {
          program?.markUnusable();
        }
        fail(textOf(own(params, "reason")) ?? "unknown", textOf(own(params, "message")));
    }
    owner.notified(method, params);
  };

  // Sends a notification; with an id, a request whose response is ignored.
  const inform = (method: string, params: unknown, id?: number): void => sendJson(port, { id, method, params });

  const sendContext = (): void => {
    clearTimeout(contextTimer);
    contextTimer = undefined;
    if (!initialized) {
      return;
    }
    // An opaque frame need not know the colours behind it.
    const colours = (context.theme || context[CONTEXT_BACKGROUND]) && JSON.stringify(frame.behind());
    if (colours && colours !== behind) {
      behind = colours;
      changed = { ...changed, [CONTEXT_BEHIND]: JSON.parse(colours) };
    }
    // On a server, where a page is rendered for the first time, the container belongs to no document.
    const focused = options.container.ownerDocument?.hasFocus?.() !== false;
    if (focused !== pageFocused) {
      inform(FOCUS, { focused });
      pageFocused = focused;
    }
    if (changed) {
      inform(CONTEXT_CHANGED, changed);
      changed = undefined;
    }
  };

  renewReady();
  const words = handOverWords(options, url, inform, report);
  let frame = load(options.container);

  return {
    get ready(): Promise<void> {
      return ready;
    },
    /** Whether the frame accepts requests: it has sent ui/notifications/initialized. */
    get open(): boolean {
      return initialized;
    },
    /** The frame. A new frame takes the place of a failed one. */
    get frame(): Frame {
      return frame;
    },
    /** Moves the frame into a container. It replaces a failed frame; a document that the move ended loads again. */
    place(container: HTMLElement): void {
      reloads = 0;
      if (hasFailed) {
        frame.remove();
        hasFailed = false;
        frame = load(container);
        restart();
      } else if (frame.place(container)) {
        restart();
      }
    },
    /** Sends a message after all earlier changes of the context. */
    send(message: object): void {
      sendContext();
      sendJson(port, message);
      if (!settleReady) {
        words.shown();
      }
    },
    inform,
    setContext(change: Partial<HostContext>): void {
      // A context that JSON cannot carry throws here, at its caller.
      JSON.stringify(change);
      context = { ...context, ...change };
      frame.setTheme(context.theme);
      // undefined becomes null, because JSON lacks undefined.
      Object.keys(change).forEach((name) => ((changed ??= {})[name] = change[name] ?? null));
      const handover = "locale" in change ? words.follow(context.locale) : undefined;
      if (words.pending) {
        void handover?.then(sendContext);
      }
      // Only the last value counts: a page may change the context with every movement of a slider.
      contextTimer ??= setTimeout(sendContext, words.pending ? WORDS_DELAY : CONTEXT_DELAY);
    },
    /** Announces the end to the frame, and removes the frame. */
    close(error: ElicitationError): void {
      clearTimeout(handshakeTimer);
      clearTimeout(contextTimer);
      words.close();
      inform(TEARDOWN, {}, TEARDOWN_ID);
      disconnect();
      frame.remove();
      settleReady?.(error);
    },
  };
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
  return { error: { code: NOT_OPENED, message: "Not opened" } };
}
