import { contextChange, effectiveContext } from "./context.js";
import { Deferred } from "./deferred.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { Frame, FrameFactory } from "./frame.js";
import { own } from "./json.js";
import { readOutcome } from "./outcome.js";
import { createMessage, paramsText } from "./params.js";
import { type Entry, onAbort, Queue } from "./queue.js";
import { type Port, Rpc, type RpcOutcome } from "./rpc.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostEvent, FormHostOptions, HostContext,
} from "./types.js";
import { VERSION } from "./version.js";
import { wasmBytes, wasmUrl } from "./wasm.js";

const PROTOCOL_VERSION = "2026-01-26";
const HANDSHAKE_TIMEOUT = 15_000;
const MAX_HEIGHT = 100_000;

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests. */
export class Host implements FormHost {
  readonly #options: FormHostOptions;
  readonly #makeFrame: FrameFactory;
  readonly #frameUrl: string;
  readonly #queue = new Queue();
  #context: HostContext;
  // Names of what changed in the context before the frame may be told.
  readonly #changed = new Set<string>();

  #frame: Frame;
  #rpc: Rpc | undefined;
  #ready = new Deferred();
  #timer: ReturnType<typeof setTimeout> | undefined;
  // The frame has said that it is initialized: requests may be sent.
  #open = false;
  // The active request has been sent over this connection.
  #sent = false;
  // The frame has failed: the next request gets a new one.
  #failed = false;
  #disposed = false;
  #lastId = 0;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory) {
    this.#options = options;
    this.#makeFrame = makeFrame;
    this.#frameUrl = frameUrl;
    this.#context = { ...options.context };
    this.#frame = this.#load(options.container);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult> {
    return new Promise((resolve, reject) => {
      if (typeof options?.server?.id !== "string" || options.server.id === "") {
        throw new TypeError("elicit: options.server.id must be the host's name of the server");
      }
      if (this.#disposed) {
        throw new ElicitationError("disposed");
      }
      if (options.signal?.aborted) {
        throw abortReason(options.signal);
      }
      const text = textOf(params);
      const stop = onAbort(options.signal, (reason) => this.#withdraw(entry, reason));
      const entry: Entry = {
        id: ++this.#lastId,
        params: text,
        options,
        resolve: (result) => (stop(), resolve(result)),
        reject: (error) => (stop(), reject(error)),
      };
      this.#queue.add(entry);
      if (this.#queue.active || this.#queue.waiting > 1) {
        this.#tell({ type: "queued", server: options.server.id, waiting: this.#queue.waiting });
      }
      // Later in this turn, so that requests made together know of each other.
      queueMicrotask(() => this.#advance());
    });
  }

  setContext(context: Partial<HostContext>): void {
    if (this.#disposed) {
      return;
    }
    this.#context = { ...this.#context, ...context };
    this.#frame.setTheme(this.#context.theme);
    for (const name of Object.keys(context)) {
      this.#changed.add(name);
    }
    this.#sendContext();
  }

  dispose(): void {
    if (this.#disposed) {
      return;
    }
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#rpc?.request(++this.#lastId, "ui/resource-teardown", {});
    this.#rpc?.close();
    this.#frame.remove();
    const error = new ElicitationError("disposed");
    this.#ready.reject(error);
    this.#rejectAll(error);
  }

  #load(container: HTMLElement): Frame {
    const frame = this.#makeFrame(this.#frameUrl, container, (port, wasmName) => this.#connect(port, wasmName));
    frame.setTheme(this.#context.theme);
    // In a container that is not in the page yet nothing loads, and nothing is late.
    if (frame.connected) {
      this.#expectHandshake();
    }
    return frame;
  }

  #expectHandshake(): void {
    this.#open = false;
    this.#sent = false;
    if (this.#ready.settled) {
      this.#ready = new Deferred();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#rejectAll(this.#fail("no-handshake"));
      this.#frame.hide();
    }, HANDSHAKE_TIMEOUT);
  }

  #connect(port: Port, wasmName: unknown): void {
    this.#rpc?.close();
    this.#expectHandshake();
    this.#failed = false;
    const rpc = new Rpc(port, {
      request: (method) => this.#answer(method),
      notification: (method, params) => this.#notified(method, params),
      response: (id, outcome) => this.#settle(id, outcome),
    });
    this.#rpc = rpc;
    const url = wasmUrl(wasmName, this.#frameUrl);
    if (url === undefined) {
      rpc.sendBytes(null);
      return;
    }
    // A closed connection drops what comes too late for it.
    wasmBytes(url).then(
      (bytes) => rpc.sendBytes(bytes),
      () => rpc.sendBytes(null),
    );
  }

  #answer(method: string): unknown {
    switch (method) {
      case "ui/initialize":
        this.#changed.clear();
        return {
          protocolVersion: PROTOCOL_VERSION,
          hostInfo: { name: "elicitform", version: VERSION },
          hostCapabilities: { elicitation: { form: {} } },
          hostContext: effectiveContext(this.#context),
        };
      case "ping":
        return {};
      default:
        return undefined;
    }
  }

  #notified(method: string, params: unknown): void {
    switch (method) {
      case "ui/notifications/initialized":
        clearTimeout(this.#timer);
        this.#open = true;
        this.#sendContext();
        this.#sendActive();
        break;
      case "ui/notifications/size-changed":
        this.#resize(own(params, "height"));
        break;
      case "elicitform/ready":
        if (!this.#ready.settled) {
          this.#ready.resolve();
          this.#tell({ type: "ready" });
        }
        break;
      case "elicitform/failed": {
        // The request that is shown stays: the frame still lets the person
        // decline or cancel it, or answers it with an error itself.
        const reason = own(params, "reason");
        this.#fail(typeof reason === "string" ? reason : "unknown");
        break;
      }
    }
  }

  #fail(reason: string): ElicitationError {
    clearTimeout(this.#timer);
    const error = new ElicitationError("load-failed", { reason });
    this.#failed = true;
    if (this.#ready.settled) {
      this.#ready = new Deferred();
    }
    this.#ready.reject(error);
    this.#tell({ type: "load-failed", reason });
    return error;
  }

  #resize(height: unknown): void {
    if (typeof height === "number" && height >= 0 && height <= MAX_HEIGHT) {
      this.#frame.setHeight(Math.ceil(height));
      this.#tell({ type: "resized", height: Math.ceil(height) });
    }
  }

  // Shows the next request when none is shown, and brings a frame back that
  // somebody has taken out of the page.
  #advance(): void {
    if (this.#disposed) {
      return;
    }
    const next = this.#queue.advance();
    const active = next ?? this.#queue.active;
    if (!active) {
      return;
    }
    if (next) {
      this.#sent = false;
    }
    if (next && this.#failed) {
      this.#replaceFrame(next);
    } else if (next || !this.#frame.connected) {
      this.#placeFrame(active);
    }
    if (next) {
      this.#frame.show(`Request from ${next.options.server.id}`);
      this.#tell({ type: "shown", server: next.options.server.id });
    }
    this.#sendActive();
  }

  #replaceFrame(entry: Entry): void {
    this.#rpc?.close();
    this.#rpc = undefined;
    this.#frame.remove();
    this.#failed = false;
    this.#frame = this.#load(this.#containerOf(entry));
    this.#expectHandshake();
  }

  #placeFrame(entry: Entry): void {
    if (this.#frame.place(this.#containerOf(entry))) {
      this.#rpc?.close();
      this.#rpc = undefined;
      this.#expectHandshake();
    }
  }

  #containerOf(entry: Entry): HTMLElement {
    return entry.options.container ?? this.#options.container;
  }

  #sendActive(): void {
    const entry = this.#queue.active;
    if (!entry || !this.#open || this.#sent) {
      return;
    }
    const place = this.#queue.place();
    entry.message ??= createMessage(entry.id, entry.params, {
      server: entry.options.server,
      focus: entry.options.focus === true,
      ...(place ? { queue: place } : {}),
    });
    if (entry.options.focus) {
      this.#frame.focus();
    }
    this.#sent = true;
    this.#rpc?.sendText(entry.message);
  }

  #sendContext(): void {
    if (this.#open && this.#changed.size > 0) {
      this.#rpc?.notify("ui/notifications/host-context-changed", contextChange(this.#context, this.#changed));
      this.#changed.clear();
    }
  }

  #settle(id: number, response: RpcOutcome): void {
    const entry = this.#queue.active;
    // A response to anything but the request being shown is late or repeated.
    if (!entry || entry.id !== id || !this.#sent) {
      return;
    }
    this.#queue.remove(entry);
    const outcome = readOutcome(response);
    const server = entry.options.server.id;
    if (outcome instanceof ElicitationError) {
      entry.reject(outcome);
      this.#tell({ type: "error", server, code: outcome.code });
    } else {
      entry.resolve(outcome);
      this.#tell({ type: "settled", server, action: outcome.action });
    }
    this.#advance();
  }

  #withdraw(entry: Entry, reason: Error): void {
    const active = this.#queue.active === entry;
    if (!this.#queue.remove(entry)) {
      return;
    }
    if (active && this.#sent) {
      this.#rpc?.notify("notifications/cancelled", { requestId: entry.id });
    } else if (active) {
      this.#frame.hide();
    }
    entry.reject(reason);
    this.#tell({ type: "error", server: entry.options.server.id, code: "aborted" });
    this.#advance();
  }

  #rejectAll(error: ElicitationError): void {
    for (const entry of this.#queue.clear()) {
      entry.reject(error);
      this.#tell({ type: "error", server: entry.options.server.id, code: error.code });
    }
  }

  #tell(event: FormHostEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (error) {
      // A listener must not be able to stop a request from settling.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

function textOf(params: unknown): string | undefined {
  try {
    return paramsText(params);
  } catch (cause) {
    // A cycle, for instance: this never was JSON, and no server sent it.
    throw new ElicitationError("invalid-request", { reason: "not-json", cause });
  }
}
