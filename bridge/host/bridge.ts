import { own, textOf } from "../message/json.js";
import { METHOD_NOT_FOUND } from "../message/jsonrpc.js";
import { VERSION } from "../message/version.js";
import type { SessionRequest } from "../session/request.js";
import type { Session } from "../session/session.js";
import { type Diagnosis, diagnose } from "./diagnosis.js";
import { ElicitationError } from "./errors.js";
import type { Frame, FrameFactory } from "./frame.js";
import { openLink } from "./openlink.js";
import { openRpc, type Port, type Rpc, type RpcOutcome } from "./rpc.js";
import type { FormHostEvent, FormHostOptions, HostContext } from "./types.js";
import { forgetWasm, wasmFor, wasmUrl } from "./wasm.js";

const PROTOCOL_VERSION = "2026-01-26";
const HANDSHAKE_TIMEOUT = 15_000;
// How long after it has loaded a document may still say hello, in milliseconds:
// the first document of a frame, and one that took the place of another.
const LATE_HELLO = 3000;
const LATER_HELLO = 100;
// How often our document is loaded again when somebody has led the frame to
// another one. The count begins anew when the frame is moved.
const MOST_RELOADS = 3;
// How long a change of context waits for more changes, in milliseconds: the frame
// takes 500 messages a second.
const CONTEXT_EVERY = 10;
// No call of elicit has it. Nobody waits for the answer.
const TEARDOWN_ID = 0;
const MAX_HEIGHT = 100_000;

/** Who uses a bridge, and is told what comes over it. */
export interface BridgeOwner {
  /** The requests that are shown in the frame. */
  readonly session: Session<SessionRequest, unknown>;
  /** The frame sent a notification that is about a request. */
  notified(method: string, params: unknown): void;
  /** Somebody took the frame out of the page while it was shown. */
  removed(): void;
  /** Tells the host page what happened. */
  report(event: FormHostEvent): void;
}

/** The frame and the connection to it: loading, handshake, context, height. */
export class Bridge {
  readonly #options: FormHostOptions;
  readonly #url: string;
  readonly #makeFrame: FrameFactory;
  readonly #owner: BridgeOwner;
  #context: HostContext;
  // The names of the members of the context that the frame has yet to be told.
  readonly #changed = new Set<string>();
  #changes: ReturnType<typeof setTimeout> | undefined;

  #frame: Frame;
  #rpc: Rpc | undefined;
  #ready = new Deferred();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #open = false;
  // The frame has failed: the next request gets a new frame.
  #failed = false;
  // The address of the program that the document has asked for, and whether the
  // document has said hello but its load event has not come yet.
  #wasm: string | undefined;
  #greeted = false;
  // Stands for a document that has loaded without saying hello. Each one has an
  // object of its own.
  #stranger: object | undefined;
  #reloads = 0;

  constructor(options: FormHostOptions, url: string, makeFrame: FrameFactory, owner: BridgeOwner) {
    this.#options = options;
    this.#url = url;
    this.#makeFrame = makeFrame;
    this.#owner = owner;
    this.#context = { ...options.context };
    this.#frame = this.#load(options.container);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** The frame has said that it is initialized: requests may be sent. */
  get open(): boolean {
    return this.#open;
  }

  /** The frame; another one after it has failed. */
  get frame(): Frame {
    return this.#frame;
  }

  /** Brings the frame into a container. A frame that has failed is replaced, and the document loads again where it does not survive the move. */
  place(container: HTMLElement): void {
    this.#reloads = 0;
    if (this.#failed) {
      this.#frame.remove();
      this.#failed = false;
      this.#frame = this.#load(container);
      this.#restart();
    } else if (this.#frame.place(container)) {
      this.#restart();
    }
  }

  /** Sends a message, after all changes of context that came before it. */
  sendText(text: string): void {
    this.#sendContext();
    this.#rpc?.sendText(text);
  }

  notify(method: string, params: unknown): void {
    this.#rpc?.notify(method, params);
  }

  setContext(context: Partial<HostContext>): void {
    // A context that cannot be written as JSON fails here, at its caller.
    JSON.stringify(context);
    this.#context = { ...this.#context, ...context };
    this.#frame.setTheme(this.#context.theme);
    Object.keys(context).forEach((name) => this.#changed.add(name));
    // A page may change it with every movement of a slider: only the last value counts.
    this.#changes ??= setTimeout(() => this.#sendContext(), CONTEXT_EVERY);
  }

  /** Tells the frame that it is about to go, and removes it. */
  close(error: ElicitationError): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#changes);
    this.#rpc?.notify("ui/resource-teardown", {}, TEARDOWN_ID);
    this.#disconnect();
    this.#frame.remove();
    this.#ready.settle(error);
  }

  #load(container: HTMLElement): Frame {
    const frame = this.#makeFrame(this.#url, container, {
      connected: (port, hello) => this.#connect(port, hello),
      loaded: () => void this.#loaded(),
      removed: () => this.#owner.removed(),
    });
    frame.setTheme(this.#context.theme);
    // A frame in a container that is not part of the page does not load: nothing is late.
    if (frame.connected) {
      this.#expectHandshake();
    }
    return frame;
  }

  #restart(): void {
    this.#disconnect();
    this.#owner.session.displayLost();
    this.#expectHandshake();
  }

  #disconnect(): void {
    this.#rpc?.close();
    this.#rpc = undefined;
    this.#stranger = undefined;
  }

  #expectHandshake(): void {
    this.#open = false;
    this.#renewReady();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#lose({ reason: "no-handshake", message: `${this.#url} does not answer` }),
      HANDSHAKE_TIMEOUT,
    );
  }

  #renewReady(): void {
    if (this.#ready.settled) {
      this.#ready = new Deferred();
    }
  }

  // Our document says hello while it loads. A document that has loaded without a
  // hello is not ours: the address is wrong, or somebody has led the frame away.
  async #loaded(): Promise<void> {
    const known = this.#rpc;
    if (this.#greeted || (this.#failed && !known)) {
      this.#greeted = false;
      return;
    }
    const stranger = (this.#stranger = {});
    const found = known ? { reason: "navigated", message: `the frame leaves ${this.#url} again and again` } : await diagnose(this.#url);
    if (found.reason !== "wrong-page") {
      await new Promise((resolve) => setTimeout(resolve, known ? LATER_HELLO : LATE_HELLO));
    }
    if (this.#stranger !== stranger) {
      return;
    }
    if (known && this.#reloads++ < MOST_RELOADS) {
      this.#frame.reload();
      this.#restart();
    } else {
      this.#lose(found);
    }
  }

  // There is no document of ours: nobody can be asked.
  #lose({ reason, message }: Diagnosis): void {
    console.error(`elicitform: ${message}`);
    this.#disconnect();
    this.#owner.session.fail(this.#fail(reason, message));
    this.#frame.hide();
  }

  #connect(port: Port, hello: unknown): void {
    this.#greeted = !this.#stranger;
    this.#restart();
    this.#wasm = wasmUrl(hello, this.#url);
    this.#failed = false;
    const { session } = this.#owner;
    const rpc = openRpc(port, {
      request: (method, params, answer) => this.#answer(method, params, answer),
      notification: (method, params) => this.#notified(method, params),
      response: (id, response) => session.reply(id, response),
      awaits: (id) => session.shown?.id === id,
    });
    this.#rpc = rpc;
    this.#options.connected?.(port);
    // When the connection has been closed by then, this goes nowhere.
    void wasmFor(this.#wasm, hello).then((wasm) => rpc.sendWasm(wasm));
  }

  #answer(method: string, params: unknown, answer: (outcome: RpcOutcome) => void): void {
    switch (method) {
      case "ui/initialize":
        this.#changed.clear();
        answer({
          result: {
            protocolVersion: PROTOCOL_VERSION,
            hostInfo: { name: "elicitform", version: VERSION },
            hostCapabilities: {
              elicitation: { form: {}, url: {} },
              openLinks: this.#options.openLink && {},
            },
            hostContext: effective(this.#context),
          },
        });
        break;
      case "ping":
        answer({ result: {} });
        break;
      case "ui/open-link":
        void openLink(own(params, "url"), this.#owner.session.opensPages && this.#options.openLink).then(answer);
        break;
      default:
        answer({ error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
    }
  }

  #notified(method: string, params: unknown): void {
    switch (method) {
      case "ui/notifications/initialized":
        clearTimeout(this.#timer);
        this.#open = true;
        this.#sendContext();
        this.#owner.session.displayOpened();
        break;
      case "ui/notifications/size-changed":
        this.#resize(own(params, "height"));
        break;
      case "elicitform/ready":
        if (!this.#ready.settled) {
          this.#ready.settle();
          this.#owner.report({ type: "ready" });
        }
        break;
      case "elicitform/failed":
        // The request that is shown stays: the frame still lets the person
        // decline or cancel it, or answers it with an error itself.
        if (this.#wasm && !this.#ready.settled) {
          forgetWasm(this.#wasm);
        }
        this.#fail(textOf(own(params, "reason")) ?? "unknown", textOf(own(params, "message")));
    }
    this.#owner.notified(method, params);
  }

  #fail(reason: string, detail: string | undefined): ElicitationError {
    clearTimeout(this.#timer);
    const error = new ElicitationError("load-failed", { reason, detail });
    this.#failed = true;
    this.#renewReady();
    this.#ready.settle(error);
    this.#owner.report({ type: "load-failed", reason, message: error.message });
    return error;
  }

  #resize(height: unknown): void {
    if (typeof height === "number" && height >= 0 && height <= MAX_HEIGHT) {
      this.#frame.setHeight(Math.ceil(height));
      this.#owner.report({ type: "resized", height: Math.ceil(height) });
    }
  }

  #sendContext(): void {
    clearTimeout(this.#changes);
    this.#changes = undefined;
    if (this.#open && this.#changed.size > 0) {
      const context = effective(this.#context);
      // A member that was unset is null in the message, because JSON has no undefined.
      const change = Array.from(this.#changed, (name) => [name, context[name] ?? null]);
      this.notify("ui/notifications/host-context-changed", Object.fromEntries(change));
      this.#changed.clear();
    }
  }
}

/** A promise that is settled from outside, once. */
class Deferred {
  settled = false;
  settle!: (error?: Error) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.settle = (error) => {
      this.settled = true;
      return error ? reject(error) : resolve();
    };
  });

  constructor() {
    // Nobody has to wait for the promise: events and requests tell of the failure too.
    this.promise.catch(() => {});
  }
}

// The context for the frame. Language and time zone are those of this page's
// browser where the host page has not set them: the frame has no way to know
// whether the host page did.
function effective(context: HostContext): HostContext {
  return {
    ...context,
    locale: context.locale ?? globalThis.navigator?.language ?? "en",
    timeZone: context.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
