// The frame and the connection to it. The hello of a document tells that it is ours; any other document ends the connection.

import { isObject, listOf, own, parseObject, requestId, textOf } from "../message/json.js";
import {
  APPS_VERSION, BLUR, CATALOGUE_REJECTED, CONTEXT_BACKGROUND, CONTEXT_BEHIND, CONTEXT_CHANGED, FAILED, FOCUS, INITIALIZE,
  INITIALIZED, METHOD_NOT_FOUND, OPEN_LINK, PING, PRERENDER, READY, SIZE_CHANGED, TEARDOWN,
} from "../message/names.js";
import { rateLimit } from "../message/rate.js";
import { VERSION } from "../message/version.js";
import type { SessionRound } from "../session/round.js";
import type { Session } from "../session/session.js";
import { type Diagnosis, diagnose, told } from "./diagnosis.js";
import { ElicitationError } from "./errors.js";
import type { Frame, FrameFactory, Port } from "./frame.js";
import type { FormHostEvent, FormHostOptions, HostContext } from "./types.js";
import type { Program } from "./wasm.js";
import { handOverWords } from "./words.js";

const HANDSHAKE_TIMEOUT = 15_000;
// How long after it has loaded a document may still say hello, in milliseconds: the first document of a frame, and a later one.
const LATE_HELLO = 3000;
const LATER_HELLO = 100;
// How often our document replaces one that the frame was led to, until the frame is moved.
const MOST_RELOADS = 3;
// How long a change of context waits for more, in milliseconds: the frame takes 500 messages a second.
const CONTEXT_EVERY = 10;
// How long a change of the language waits for its words, unless a request comes, in milliseconds: else the form is in English for a moment.
const WORDS_TIME = 500;
// No call of elicit has it. Nobody waits for the answer.
const TEARDOWN_ID = 0;
const MAX_HEIGHT = 100_000;
const MESSAGES_PER_SECOND = 200;
// How a response of our own program begins.
const RESPONSE = /^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/;
// The error of a page that was not opened.
const NOT_OPENED = -32000;

/** Who uses a bridge, and is told what comes over it. */
export interface BridgeOwner {
  /** The requests that are shown in the frame. */
  readonly session: Session<SessionRound, unknown>;
  /** The frame sent a notification that is about a request. */
  notified(method: string, params: unknown): void;
  /** The frame was taken out of the page while it was shown, and not put back at once. */
  takenOut(): void;
  /** There is nothing to see in the frame any more. */
  hide(): void;
  /** Tells the host page what happened. */
  report(event: FormHostEvent): void;
}

/** The frame and the connection to it: loading, handshake, context, height. */
export type Bridge = ReturnType<typeof openBridge>;

/** Puts a frame at this address into the container. */
export function openBridge(options: FormHostOptions, url: string, makeFrame: FrameFactory, owner: BridgeOwner) {
  const { session, report } = owner;
  let context: HostContext = { containerDimensions: { maxHeight: options.maxHeight, minHeight: options.minHeight }, ...options.context };
  // The members of the context that the frame has not been told yet.
  let changed: HostContext | undefined;
  let changes: ReturnType<typeof setTimeout> | undefined;
  // The colours behind the frame, as the frame was told them last.
  let behind = "";
  let port: Port | undefined;
  // Whether forms can be shown, and what settles that promise, as long as it is open.
  let ready!: Promise<void>;
  let settleReady: ((error?: Error) => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let initialized = false;
  // Whether the page had the focus when the frame was told of it last.
  let pageFocused = true;
  // The frame has failed: the next request gets a new frame.
  let failed = false;
  let program: Program | undefined;
  // The document has said hello, but its load event has not come yet.
  let greeted = false;
  // A document that has loaded without saying hello: another object for each.
  let stranger: object | undefined;
  let reloads = 0;

  const load = (container: HTMLElement): Frame => {
    const frame = makeFrame(url, container, {
      connected,
      hasLoaded: () => void loaded(),
      // The page's own policy forbids the frame.
      blocked: () => lose(told(url, "blocked", "is not in this page's frame-src")),
      takenOut: owner.takenOut,
      pageMayHaveChanged: () => sendContext(),
    });
    frame.setTheme(context.theme);
    // A frame in a container that is not part of the page does not load: nothing is late.
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
      // What became of the last request is gone with the document.
      owner.hide();
    }
    expectHandshake();
  };

  const expectHandshake = (): void => {
    initialized = false;
    renewReady();
    clearTimeout(timer);
    const mine = (timer = setTimeout(async () => {
      const diagnosis = await diagnose(url);
      // It may have spoken in between.
      if (timer === mine && !initialized) {
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
      // Nobody has to wait for the promise: events and requests tell of the failure too.
      ready.catch(() => {});
    }
  };

  // A document that has loaded without a hello is not ours: the address is wrong, or the frame was led away.
  const loaded = async (): Promise<void> => {
    const known = port;
    if (greeted || (failed && !known)) {
      greeted = false;
      return;
    }
    const found = (stranger = {});
    const diagnosis: Diagnosis = known ? { reason: "navigated", message: `the frame leaves ${url}` } : await diagnose(url);
    if (diagnosis.reason !== "wrong-page") {
      await new Promise((resolve) => setTimeout(resolve, known ? LATER_HELLO : LATE_HELLO));
    }
    if (stranger !== found) {
      return;
    }
    if (known && reloads++ < MOST_RELOADS) {
      frame.reload();
      restart();
    } else {
      lose(diagnosis);
    }
  };

  // There is no document of ours: nobody can be asked.
  const lose = ({ reason, message }: Diagnosis): void => {
    console.error(`elicitform: ${message}`);
    disconnect();
    session.fail(fail(reason, message));
    owner.hide();
  };

  const fail = (reason: string, detail: string | undefined): ElicitationError => {
    clearTimeout(timer);
    const error = new ElicitationError("load-failed", { reason, detail });
    failed = true;
    renewReady();
    settleReady!(error);
    report({ type: "load-failed", reason, message: error.message });
    return error;
  };

  const connected = (opened: Port, hello: unknown, its: Program | undefined): void => {
    greeted = !stranger;
    restart();
    program = its;
    failed = false;
    port = opened;
    // The port starts when onmessage is set.
    const limit = rateLimit(MESSAGES_PER_SECOND);
    opened.onmessage = ({ data }) => {
      // The answer of a person is taken even when the frame sends too many messages.
      if (typeof data === "string" && (limit() || session.shown?.id === Number(RESPONSE.exec(data)?.[1]))) {
        take(opened, data);
      }
    };
    // The first messages of a document are in its hello, so that requests follow before the program keeps the processor busy.
    words.connected(hello);
    void words.follow(context.locale);
    listOf(own(hello, "first")).forEach((data) => opened.onmessage!({ data } as MessageEvent));
    // These messages alone are not text. A connection that has been closed drops them.
    if (program) {
      program.passTo(opened);
    } else {
      opened.postMessage(null);
    }
  };

  const take = (opened: Port, data: string): void => {
    const message = parseObject(data);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (typeof method !== "string") {
      // The member must be its own: a page may have put a result on Object.prototype.
      if (message && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
        session.reply(id, message);
      }
    } else if (id === undefined) {
      notification(method, params);
    } else {
      request(method, params, (outcome) => sendJson(opened, { id, ...outcome }));
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
        clearTimeout(timer);
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
        // The frame had it.
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
        // The request that is shown stays: the frame lets the person decline or cancel it, or rejects it.
        if (settleReady) {
          program?.markUnusable();
        }
        fail(textOf(own(params, "reason")) ?? "unknown", textOf(own(params, "message")));
    }
    owner.notified(method, params);
  };

  // Sends a notification; with an id, a request to which nobody waits for an answer.
  const inform = (method: string, params: unknown, id?: number): void => sendJson(port, { id, method, params });

  const sendContext = (): void => {
    clearTimeout(changes);
    changes = undefined;
    if (!initialized) {
      return;
    }
    // A frame that is not seen through need not know the colours behind it.
    const found = (context.theme || context[CONTEXT_BACKGROUND]) && JSON.stringify(frame.behind());
    if (found && found !== behind) {
      behind = found;
      changed = { ...changed, [CONTEXT_BEHIND]: JSON.parse(found) };
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
    /** The frame has said that it is initialized: requests may be sent. */
    get open(): boolean {
      return initialized;
    },
    /** The frame; another one after it has failed. */
    get frame(): Frame {
      return frame;
    },
    /** Brings the frame into a container. A failed frame is replaced, and a document that the move has ended loads again. */
    place(container: HTMLElement): void {
      reloads = 0;
      if (failed) {
        frame.remove();
        failed = false;
        frame = load(container);
        restart();
      } else if (frame.place(container)) {
        restart();
      }
    },
    /** Sends a message, after all changes of context that came before it. */
    send(message: object): void {
      sendContext();
      sendJson(port, message);
      if (!settleReady) {
        words.shown();
      }
    },
    inform,
    setContext(change: Partial<HostContext>): void {
      // A context that cannot be written as JSON fails here, at its caller.
      JSON.stringify(change);
      context = { ...context, ...change };
      frame.setTheme(context.theme);
      // A member that was unset is null in the message, because JSON has no undefined.
      Object.keys(change).forEach((name) => ((changed ??= {})[name] = change[name] ?? null));
      const following = "locale" in change ? words.follow(context.locale) : undefined;
      if (words.pending) {
        void following?.then(sendContext);
      }
      // A page may change it with every movement of a slider: only the last value counts.
      changes ??= setTimeout(sendContext, words.pending ? WORDS_TIME : CONTEXT_EVERY);
    },
    /** Tells the frame that it is about to go, and removes it. */
    close(error: ElicitationError): void {
      clearTimeout(timer);
      clearTimeout(changes);
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

// Opens a page to which the person has agreed in the frame, with a last check of the address.
async function openLink(url: unknown, open: FormHostOptions["openLink"] | false): Promise<object> {
  try {
    if (open && typeof url === "string" && /^https?:$/.test(new URL(url).protocol)) {
      await open(url);
      return { result: {} };
    }
  } catch {
    // The text is no address, or the host page has not opened it: the frame tells the person.
  }
  return { error: { code: NOT_OPENED, message: "Not opened" } };
}
