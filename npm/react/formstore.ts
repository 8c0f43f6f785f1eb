import {
  createFormHost, type ElicitationError, type ElicitOptions, type FormHost, type FormHostEvent, type FormHostOptions, type HostContext,
} from "../../bridge/host/forms.js";
import { Following } from "../../bridge/host/following.js";
import { contextChange, type LiveOptions, liveOptions } from "../../bridge/host/live.js";
import { move } from "../../bridge/host/move.js";
import type { FollowOptions } from "../../bridge/host/styles.js";

/** A request without a decision. */
export interface PendingRequest {
  /** A unique number. */
  readonly id: number;
  /** The host's name of the server that asks. */
  readonly server: string;
  /** The name of its place, if it has one. */
  readonly place: string | undefined;
}

/** The state of the forms, for components. */
export interface ElicitationState {
  /** "loading" until forms can be shown; "failed" if the frame could not be loaded: the next request tries again. */
  readonly status: "loading" | "ready" | "failed";
  /** Why the frame could not be loaded. */
  readonly error: ElicitationError | undefined;
  /** The open requests, the oldest first: the oldest is on the screen. */
  readonly pending: readonly PendingRequest[];
}

/** The options of a provider: those of a host without its container. */
export interface ElicitationOptions extends Omit<FormHostOptions, "container"> {
  /**
   * A host of yours in place of a frame, such as `fakeHost` of `elicitform/testing`. It stays yours to dispose of.
   *
   * @defaultValue the provider makes a host
   */
  host?: FormHost | undefined;
  /**
   * Follows the styles of the page at the element behind the children, like `followStyles` of `elicitform/styles`: true, the name of
   * a design system, or a map.
   *
   * @defaultValue only the variables of that element, such as `--elicitform-accent`
   */
  followStyles?: FollowOptions["map"];
}

/** The state before the page runs: a server renders it, and a browser at first. */
export const INITIAL_STATE: ElicitationState = Object.freeze({ status: "loading", error: undefined, pending: Object.freeze([]) });

/**
 * The forms of one provider. It disposes of the host only if the provider does not come back: React may run effects again,
 * as in StrictMode, and the frame must not load twice for that. The forms of each place have an element, which is in the
 * component of the place, or else in the provider's element. So a request outlives the component that shows it.
 */
export class FormStore {
  /** The forms without a place. */
  readonly forms = this.at(undefined);
  #options: ElicitationOptions;
  // The host reads these options whenever it needs one.
  readonly #live: LiveOptions;
  // The context of the last render.
  #context: HostContext | undefined;
  readonly #following = new Following(() => this.update(this.#options));
  #host: FormHost | undefined;
  // The provider's element, while it is in the page.
  #parking: HTMLElement | undefined;
  #mounted!: (host: FormHost) => void;
  // Calls wait until the provider is in the page.
  readonly #whenMounted = new Promise<FormHost>((resolve) => (this.#mounted = resolve));
  readonly #homes = new Map<string | undefined, HTMLElement>();
  #slots: readonly { place: string | undefined; element: HTMLElement }[] = [];
  readonly #listeners = new Set<() => void>();
  #state: ElicitationState = INITIAL_STATE;
  #lastId = 0;

  constructor(options: ElicitationOptions) {
    this.#options = options;
    this.#live = liveOptions(options, options.context);
    this.#context = this.#live.context;
  }

  /** Takes the props of a render. Their objects and functions may be new each time: the host gets only changed values. */
  update(options: ElicitationOptions): void {
    this.#options = options;
    if (this.#parking) {
      this.#following.follow(this.#parking, options.followStyles);
    }
    const { context, ...settings } = liveOptions(options, this.#following.complete(options.context));
    const change = contextChange(this.#context, context);
    this.#context = context;
    Object.assign(this.#live, settings);
    if (change) {
      this.#setContext(change);
    }
  }

  /** Takes the provider's element in the page. Returns the function to call when it leaves. */
  mount(parking: HTMLElement): () => void {
    this.#parking = parking;
    this.#following.follow(parking, this.#options.followStyles);
    this.#homes.forEach((_, place) => this.#settle(place));
    if (!this.#host) {
      this.#start();
    }
    return () => {
      this.#parking = undefined;
      // If React runs the effect again, it does so before this.
      queueMicrotask(() => this.#parking || this.#dispose());
    };
  }

  /** Takes the element of a component for this place. Returns the function to call before the element leaves the page. */
  adopt(place: string | undefined, element: HTMLElement): () => void {
    const slot = { place, element };
    this.#slots = [...this.#slots, slot];
    this.#settle(place);
    return () => {
      this.#slots = this.#slots.filter((other) => other !== slot);
      this.#settle(place);
    };
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same object until the state changes. */
  readonly state = (): ElicitationState => this.#state;

  /** Returns the forms of a place. */
  at(place: string | undefined): FormHost {
    const ready = (): Promise<void> => this.#host?.ready ?? this.#whenMounted.then((host) => host.ready);
    return {
      get ready() {
        return ready();
      },
      elicit: (params, options) => this.#ask(options, place, (host, shown) => host.elicit(params, shown)),
      elicitAll: (requests, options) => this.#ask(options, place, (host, shown) => host.elicitAll(requests, shown)),
      approve: (approval, options) =>
        this.#ask({ ...options, server: approval.server }, place, (host, shown) => host.approve(approval, shown)),
      complete: (server, elicitationId) => this.#host?.complete(server, elicitationId),
      setContext: (context) => this.#setContext(context),
      dispose: () => this.#dispose(),
    };
  }

  #setContext(context: Partial<HostContext>): void {
    this.#live.context = { ...this.#live.context, ...context };
    this.#host?.setContext(context);
  }

  #dispose(): void {
    this.#following.stop();
    if (this.#host) {
      if (!this.#options.host) {
        this.#host.dispose();
      }
      // Calls reject until the provider is back: their host is disposed.
      this.#host = undefined;
      this.#homes.forEach((home) => home.remove());
      this.#homes.clear();
      this.#change({ ...INITIAL_STATE, pending: this.#state.pending });
    }
  }

  #start(): void {
    const { frameUrl, host: given, prerender } = this.#options;
    given?.ready.then(() => this.#change({ ...this.#state, status: "ready" }), () => {});
    const host = (this.#host = given ?? createFormHost(Object.assign(this.#live, {
      frameUrl,
      prerender,
      container: this.#home(undefined),
      onEvent: (event: FormHostEvent) => {
        if (event.type === "ready") {
          this.#change({ ...this.#state, status: "ready", error: undefined });
        } else if (event.type === "load-failed") {
          host.ready.catch((error: ElicitationError) => this.#change({ ...this.#state, status: "failed", error }));
        }
        this.#options.onEvent?.(event);
      },
    })));
    this.#mounted(host);
  }

  async #ask<T, O extends ElicitOptions>(
    options: O, place: string | undefined, ask: (host: FormHost, options: O) => Promise<T>,
  ): Promise<T> {
    if (typeof document === "undefined") {
      throw new Error("elicitform: a server that renders a page cannot ask a person");
    }
    const request: PendingRequest = { id: ++this.#lastId, server: options.server.id, place };
    this.#change({ ...this.#state, pending: [...this.#state.pending, request] });
    // The element of the place may be hidden.
    this.#settle(place);
    try {
      const host = this.#host ?? (await this.#whenMounted);
      return await ask(host, place === undefined ? options : { container: this.#home(place), ...options });
    } finally {
      this.#change({ ...this.#state, pending: this.#state.pending.filter((other) => other !== request) });
    }
  }

  #change(state: ElicitationState): void {
    this.#state = state;
    this.#listeners.forEach((listener) => listener());
  }

  #home(place: string | undefined): HTMLElement {
    if (!this.#homes.has(place)) {
      this.#homes.set(place, document.createElement("div"));
      this.#settle(place);
    }
    return this.#homes.get(place)!;
  }

  // Moves the element of a place into its component or the provider. Without moveBefore the frame loads again there.
  #settle(place: string | undefined): void {
    const slot = this.#slots.findLast((slot) => slot.place === place)?.element;
    const target = slot ?? this.#parking;
    const home = slot ? this.#home(place) : this.#homes.get(place);
    if (!home || !target) {
      return;
    }
    // The outcome of a request belongs to its place, and is not shown elsewhere.
    home.hidden = !slot && place !== undefined && !this.#state.pending.some((request) => request.place === place);
    if (home.hidden && home.childElementCount === 0) {
      home.remove();
      this.#homes.delete(place);
    } else if (home.parentNode !== target) {
      move(home, target);
    }
  }
}
