/**
 * The class of `<elicitation-form>`. Importing `elicitform/element` registers it, except on a server without custom elements.
 *
 * @module elicitform/element
 */

import { isObject, parseObject } from "../message/json.js";
import { ElicitationError } from "./errors.js";
import type {
  Approval, ApprovalOptions, ApprovalResult, ElicitOptions, ElicitRequestParams, ElicitResult, FormHost,
  FormHostEvent, FormHostOptions, HostContext, InputRequest, InputResponse, Receipt, RoundOptions, Server,
} from "./forms.js";
import { Following } from "./following.js";
import { liveOptions } from "./live.js";
import { move } from "./move.js";
import { eraseReceipt } from "./receipt.js";
import { strictestReview } from "./review.js";
import { arrive, frameFor, frameOf, type FrameUser, leave } from "./shared.js";
import type { FollowOptions } from "./styles.js";
import { ABSENCE } from "./watch.js";

/**
 * The events of {@link ElicitationFormElement}: those of the host, as `elicitform-shown`, `elicitform-settled` and so on, and two for
 * the request of its property. Exactly one of these two comes, unless you withdraw the request: "elicitform-result" with the result,
 * or "elicitform-failure" with the error that `elicit` rejects with.
 */
export type ElicitationFormEvents = { [E in FormHostEvent as `elicitform-${E["type"]}`]: CustomEvent<E> } & {
  /** The person decided about the request of the property. */
  "elicitform-result": CustomEvent<ElicitResult>;
  /** Nobody could decide about the request of the property. */
  "elicitform-failure": CustomEvent<Error>;
};

/** The options of {@link FormHostOptions} that are properties under the same name. */
type Options = Pick<FormHostOptions & {
  /** The map of `followStyles` of `elicitform/styles`, if the element follows the styles of the page. */
  followStyles?: FollowOptions["map"];
}, keyof typeof OPTIONS>;

/** The properties that reflect attributes. Setting `server` to a {@link Server} sets all three attributes of the server. */
type Texts = { -readonly [name in keyof typeof TEXTS]: string | undefined };

/** The attributes of {@link ElicitationFormElement}. */
export type ElicitationFormAttributes = { [name in (typeof TEXTS)[keyof typeof TEXTS]]?: string | undefined } & {
  /**
   * As `theme` of the context.
   *
   * @defaultValue the system's theme
   */
  theme?: "light" | "dark" | undefined;
  /**
   * The page's own setting for all requests: see {@link ElicitOptions.review}.
   *
   * @defaultValue the `review` of the call
   */
  review?: "always" | "short" | undefined;
  /**
   * The largest height of the frame: pixels, or a CSS length such as "60dvh".
   *
   * @defaultValue the frame is as high as the form
   */
  "max-height"?: string | number | undefined;
  /**
   * The smallest height of a shown frame, in pixels.
   *
   * @defaultValue 0
   */
  "min-height"?: string | number | undefined;
  /**
   * Follows the styles of the page, like `followStyles` of `elicitform/styles`: the name of a design system, or nothing to find out
   * which one it is; as a property also a map.
   *
   * @defaultValue only the variables of the element, such as `--elicitform-accent`
   */
  "follow-styles"?: FollowOptions["map"] | "";
  /**
   * "shown", "receipt", "hidden", or a number of milliseconds; as a property also as in {@link FormHostOptions}.
   *
   * @defaultValue "shown"
   */
  outcome?: string | number | FormHostOptions["outcome"];
  /**
   * Where drafts are kept.
   *
   * @defaultValue they survive a reload of the frame while the request is open
   */
  drafts?: "sessionStorage" | "localStorage" | "off" | FormHostOptions["drafts"];
  /**
   * A {@link Receipt}, in an attribute as JSON text: the element shows it, and loads no frame until a request comes.
   *
   * @defaultValue none
   */
  receipt?: string | Receipt | undefined;
} & { [name in "findings" | "prerender"]?: boolean | "" | "off" | undefined };

/** The properties of {@link ElicitationFormElement}, beside its attributes. */
export type ElicitationFormProperties = Omit<Options, "drafts" | "findings" | "outcome" | "prerender"> & {
  /**
   * The look and language of the chat; attributes overrule it.
   *
   * @defaultValue the theme, language and time zone of the browser
   */
  context?: HostContext | undefined;
  /**
   * The host that shows the requests, in place of a frame of the element: a {@link FormHost} of yours, or a fake one in a test.
   *
   * @defaultValue the elements of a page share frames
   */
  host?: FormHost | undefined;
  /** See {@link ElicitationFormAttributes}. */
  receipt?: Receipt | undefined;
  /**
   * The request that the element shows, as the server sent it or as its JSON text. The element asks once for equal requests of a
   * server: to ask again, remove the request first. Another request, and undefined, withdraw it.
   *
   * An element that leaves the page parks its open request. For a minute another element with an equal request of the same server
   * takes it over, with what the person has entered. Then it fails with "disposed".
   *
   * @defaultValue the element shows what you ask by `elicit`
   */
  request?: ElicitRequestParams | string | undefined;
  /**
   * The options of that request, which are read when it is asked.
   *
   * @defaultValue the server of the attributes
   */
  requestOptions?: Partial<ElicitOptions> | undefined;
};

// The attribute of an option, and the function that reads its text.
const OPTIONS = {
  drafts: ["drafts", (text) => (isOn(text) ? storage(text) : false)],
  findings: ["findings", isOn],
  followStyles: ["follow-styles", (text) => text || true],
  maxHeight: ["max-height", length],
  minHeight: ["min-height", number],
  openLink: [],
  outcome: ["outcome", (text) => (text === "hidden" || text === "receipt" || text === "shown" ? text : milliseconds(text))],
  prerender: ["prerender", isOn],
  words: [],
} satisfies { [name in keyof FormHostOptions | "followStyles"]?: [] | [attribute: string, read: (text: string) => unknown] };

// The attributes that are properties as well, by the names of the properties.
const TEXTS = {
  /** See {@link FormHostOptions.frameUrl}. */
  frameUrl: "frame-url",
  /** See {@link HostContext.locale}. */
  locale: "locale",
  /** "short" or "always": see {@link ElicitOptions.review}. */
  review: "review",
  /** Your own name for the server, for calls that name none: see {@link Server}. */
  server: "server",
  /** The server's own name. */
  serverName: "server-name",
  /** The server's own title. */
  serverTitle: "server-title",
  /** "light" or "dark": see {@link HostContext.theme}. */
  theme: "theme",
  /** See {@link HostContext.timeZone}. */
  timeZone: "time-zone",
} as const;

/**
 * The options that are properties, for a component that passes its props on.
 *
 * @internal
 */
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof typeof OPTIONS)[];

const PROPERTIES = [...OPTION_NAMES, ...Object.keys(TEXTS)];

// How long a request stays open that no element in the page shows, in milliseconds: a list may draw its message again.
const PARKING = 60_000;

/** The place of the forms of an element, which another element takes over with its open request. */
interface Seat extends FrameUser {
  element: ElicitationFormElement;
  home?: HTMLElement;
  // The request of the property, and what withdraws it while it is open.
  request?: string | undefined;
  open?: AbortController | undefined;
  leaving?: ReturnType<typeof setTimeout>;
}

// The seats of elements that have left the page while their request was open.
const parked = new Set<Seat>();

function isOn(text: string): boolean {
  return text !== "off" && text !== "false";
}

// A browser may deny access to its storages.
function storage(name: string): FormHostOptions["drafts"] {
  try {
    return name === "sessionStorage" || name === "localStorage" ? globalThis[name] : undefined;
  } catch {
    return undefined;
  }
}

function number(text: string): number | undefined {
  const value = parseFloat(text);
  return Number.isFinite(value) ? value : undefined;
}

function length(text: string): number | string | undefined {
  return /^[\d.]*(px|none)?$/.test(text) ? number(text) : text;
}

function milliseconds(text: string): FormHostOptions["outcome"] {
  const value = number(text);
  return value === undefined ? undefined : { milliseconds: value };
}

// A server that renders pages lacks HTMLElement.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<elicitation-form>`: a {@link FormHost}. It can be given to every function that takes one.
 *
 * ```html
 * <elicitation-form frame-url="/elicitform/index.html" server="weather.example" max-height="600"></elicitation-form>
 * ```
 *
 * Attributes: `frame-url`; `theme`, `locale` and `time-zone` of the context; `server`, `server-name` and `server-title`
 * for calls that name no server; `review`, which counts if it is stricter than the call's; `max-height`, `min-height`,
 * `outcome`, `drafts`, `findings` and `prerender` as the options of those names; `receipt` for the receipt of an earlier
 * request, which needs no frame; `follow-styles` for the look of the page. Each is a property too. Open requests follow a
 * change, except of `frame-url`, which counts for the next request.
 *
 * The events of the host are DOM events that bubble; `detail` is the host's event.
 * An element that returns to the page within a second keeps its open requests; later they reject with "disposed".
 * Elements with equal `frame-url` and `prerender` share idle frames.
 *
 * @example
 * ```ts
 * const form = document.querySelector("elicitation-form")!;
 * form.addEventListener("elicitform-shown", ({ detail }) => console.log(detail.server));
 * const result = await form.elicit(request.params);
 * ```
 */
export class ElicitationFormElement extends Base implements FormHost {
  /** The attributes that the element follows. */
  static readonly observedAttributes = [
    "receipt", ...Object.values(TEXTS), ...Object.values(OPTIONS).flatMap(([attribute]) => attribute ?? []),
  ];

  #context: HostContext = {};
  readonly #following = new Following(() => this.#changed());
  #receipt: Receipt | undefined;
  #options: Options = {};
  #host: FormHost | undefined;
  #request: ElicitRequestParams | string | undefined;
  #requestOptions: Partial<ElicitOptions> | undefined;
  #seat = this.#makeSeat();

  static {
    for (const name of PROPERTIES) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: ElicitationFormElement) {
          return this.#get(name);
        },
        set(this: ElicitationFormElement, value: unknown) {
          this.#set(name, value);
        },
      });
    }
  }

  /** Called by the browser for `<elicitation-form>`. */
  constructor() {
    super();
    // A framework may have set properties before the element was defined.
    for (const name of ["context", "host", "receipt", "requestOptions", "request", ...PROPERTIES]) {
      if (Object.hasOwn(this, name)) {
        const value: unknown = Reflect.get(this, name);
        Reflect.deleteProperty(this, name);
        Reflect.set(this, name, value);
      }
    }
  }

  /** The look and language of the chat; attributes overrule it. */
  get context(): HostContext {
    return this.#context;
  }

  set context(context: HostContext | undefined) {
    this.#context = { ...context };
    this.#changed();
  }

  /** The receipt that the element shows while no request is open. */
  get receipt(): Receipt | undefined {
    return this.#receipt ?? (parseObject(this.getAttribute("receipt")) as Receipt | undefined);
  }

  set receipt(receipt: Receipt | string | undefined) {
    // A framework may set a property to the text of an attribute.
    this.#receipt = typeof receipt === "string" ? (parseObject(receipt) as Receipt | undefined) : receipt;
    this.#receiptChanged();
  }

  /** The host in place of a frame of the element. */
  get host(): FormHost | undefined {
    return this.#host;
  }

  set host(host: FormHost | undefined) {
    this.#host = host ?? undefined;
  }

  /** The request that the element shows. */
  get request(): ElicitRequestParams | string | undefined {
    return this.#request;
  }

  set request(request: ElicitRequestParams | string | undefined) {
    if (request !== this.#request) {
      this.#request = request ?? undefined;
      // A script may set the other properties right after it.
      queueMicrotask(() => this.#showRequest());
    }
  }

  /** The options of the request. */
  get requestOptions(): Partial<ElicitOptions> | undefined {
    return this.#requestOptions;
  }

  // Without this accessor Svelte, Vue and React would set an attribute.
  set requestOptions(options: Partial<ElicitOptions> | undefined) {
    this.#requestOptions = options ?? undefined;
  }

  /** Withdraws the request of the property. No event tells about its end. */
  withdraw(): void {
    this.#seat.open?.abort();
  }

  /** See {@link FormHost.ready}. */
  get ready(): Promise<void> {
    try {
      return (this.#host ?? frameFor(this.#seat).host).ready;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** See {@link FormHost.elicit}; options that are left out come from the attributes. */
  async elicit(params: ElicitRequestParams | string, options?: Partial<ElicitOptions>): Promise<ElicitResult> {
    return this.#claim().elicit(params, this.#withDefaults(options));
  }

  /** See {@link FormHost.elicitAll}; options that are left out come from the attributes. */
  async elicitAll(
    requests: Record<string, InputRequest> | string, options?: Partial<RoundOptions>,
  ): Promise<Record<string, InputResponse>> {
    return this.#claim().elicitAll(requests, this.#withDefaults(options));
  }

  /** See {@link FormHost.approve}; a server that is left out comes from the attributes. */
  async approve(
    approval: Omit<Approval, "server"> & Partial<Pick<Approval, "server">>, options?: ApprovalOptions,
  ): Promise<ApprovalResult> {
    const shown = this.#withDefaults(options);
    return this.#claim().approve({ server: shown.server, ...approval }, shown);
  }

  /** See {@link FormHost.complete}. */
  complete(server: Pick<Server, "id">, elicitationId: string): void {
    (this.#host ?? frameOf(this.#seat)?.host)?.complete(server, elicitationId);
  }

  /** See {@link FormHost.setContext}. */
  setContext(context: Partial<HostContext>): void {
    this.context = { ...this.#context, ...context };
  }

  /** Rejects every open request, except those of the property `host`. The element gets a new frame when it is used again. */
  dispose(): void {
    leave(this.#seat, !this.isConnected);
  }

  /** @internal */
  connectedCallback(): void {
    const seat = this.#seat;
    clearTimeout(seat.leaving);
    this.#sit(seat);
    // The frame gets the settings that a script makes right after the insertion.
    queueMicrotask(() => {
      this.#followStyles();
      this.#showRequest();
      void this.#appear();
    });
  }

  /** @internal */
  disconnectedCallback(): void {
    setTimeout(() => this.isConnected || this.#following.stop(), ABSENCE);
    const seat = this.#seat;
    if (parked.has(seat)) {
      return;
    }
    clearTimeout(seat.leaving);
    if (seat.open) {
      // An element that was only moved is in the page again before this time.
      seat.leaving = setTimeout(() => this.park(), 0);
    } else {
      seat.leaving = setTimeout(() => this.dispose(), ABSENCE);
    }
  }

  /**
   * Parks the open request, for a framework that removes the element next.
   *
   * @internal
   */
  park(): void {
    const seat = this.#seat;
    const { open, home } = seat;
    clearTimeout(seat.leaving);
    if (!open) {
      return;
    }
    parked.add(seat);
    // A given host goes on in its own container. A frame lives only in the page.
    if (home && !this.#host) {
      const place = document.createElement("div");
      place.hidden = true;
      document.body.append(place);
      move(home, place);
      seat.leaving = setTimeout(() => {
        open.abort(new ElicitationError("disposed", { reason: "removed" }));
        seat.element.dispose();
        place.remove();
      }, PARKING);
    }
  }

  /** @internal Where this method exists, moveBefore moves the element without removing it. */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(name?: string): void {
    this.#changed();
    if (name === "receipt" && !this.receipt) {
      this.#receiptChanged();
    }
  }

  #makeSeat(): Seat {
    const seat: Seat = {
      element: this,
      container: () => {
        if (!seat.home) {
          seat.home = document.createElement("div");
          seat.element.#sit(seat);
        }
        return seat.home;
      },
      fixed: () => seat.element.#fixed,
      settings: () => seat.element.#settings,
      report: (event) => seat.element.#report(event),
    };
    return seat;
  }

  // An address in an attribute is relative to the page.
  get #fixed(): ReturnType<FrameUser["fixed"]> {
    return {
      frameUrl: this.frameUrl === undefined ? undefined : new URL(this.frameUrl, document.baseURI).href,
      prerender: this.prerender,
    };
  }

  get #settings(): ReturnType<FrameUser["settings"]> {
    return liveOptions(this, this.#following.complete({ ...this.#context, ...this.#attributes }));
  }

  #report(event: FormHostEvent): void {
    this.#emit(event.type, event);
    if (event.type === "closed" && this.receipt) {
      void this.#appear();
    }
  }

  #emit(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`elicitform-${type}`, { detail, bubbles: true, composed: true }));
  }

  // Brings the forms of a seat into the element. They may have been parked, or in another element.
  #sit(seat: Seat): void {
    const { home } = seat;
    parked.delete(seat);
    const root = home && (this.shadowRoot ?? this.#makeRoot());
    if (root && home.parentNode !== root) {
      const place = home.parentElement;
      move(home, root);
      place?.remove();
    }
  }

  // Asks for the request of the property, unless this element or one that has left the page has asked already.
  #showRequest(): void {
    const request = this.#request;
    const text = request === undefined ? undefined : this.#textOf(request);
    if (text !== this.#seat.request) {
      this.withdraw();
      this.#seat.request = undefined;
    }
    if (request === undefined || text === undefined || !this.isConnected || this.#seat.request !== undefined) {
      return;
    }
    const seat = [...parked].find((seat) => seat.request === text);
    if (seat) {
      this.#takeOver(seat);
    } else {
      void this.#ask(this.#seat, request, text);
    }
  }

  #takeOver(seat: Seat): void {
    const { element } = seat;
    element.#seat = element.#makeSeat();
    element.#request = undefined;
    leave(this.#seat, true);
    this.#seat.home?.remove();
    clearTimeout(seat.leaving);
    seat.element = this;
    this.#seat = seat;
    this.#sit(seat);
    frameOf(seat)?.use(seat);
  }

  async #ask(seat: Seat, request: ElicitRequestParams | string, text: string): Promise<void> {
    const { signal, ...options } = this.requestOptions ?? {};
    const open = new AbortController();
    seat.open = open;
    seat.request = text;
    const withdraw = (): void => open.abort(signal!.reason);
    if (signal?.aborted) {
      withdraw();
    }
    signal?.addEventListener("abort", withdraw);
    const [type, detail] = await this.elicit(request, { ...options, signal: open.signal })
      .then((result) => ["result", result] as const, (error: unknown) => ["failure", error] as const);
    // The page's signal may live long, and must not keep the answers.
    signal?.removeEventListener("abort", withdraw);
    // The element may have asked the next request.
    if (seat.open === open) {
      seat.open = undefined;
      parked.delete(seat);
    }
    // The page that withdrew the request knows of it.
    if (type === "result" || !open.signal.aborted || open.signal.reason instanceof ElicitationError) {
      seat.element.#emit(type, detail);
    }
  }

  // Returns a text that tells requests apart. Two servers never share a request.
  #textOf(request: ElicitRequestParams | string): string {
    const server = this.requestOptions?.server?.id ?? this.server;
    try {
      return JSON.stringify([server, request]);
    } catch {
      // No JSON: elicit says so.
      return "";
    }
  }

  // Shows the receipt, or has a frame ready. An element whose request is open keeps the form.
  async #appear(): Promise<void> {
    if (!this.isConnected || this.#host || frameOf(this.#seat)) {
      return;
    }
    if (!this.receipt) {
      arrive(this.#seat);
      return;
    }
    const { renderReceipt } = await import("./renderreceipt.js");
    if (this.receipt && !frameOf(this.#seat)) {
      renderReceipt(this.#seat.container(), this.receipt, { theme: this.#seat.settings().context.theme });
    }
  }

  #receiptChanged(): void {
    if (this.#seat.home) {
      eraseReceipt(this.#seat.home);
    }
    void this.#appear();
  }

  // Returns the host for a request of this element.
  #claim(): FormHost {
    this.#followStyles();
    return this.#host ?? frameFor(this.#seat).use(this.#seat);
  }

  // Follows the styles of the page if the element is to, or has variables of ours by now. They are read in the shadow tree.
  #followStyles(): void {
    if (this.isConnected && !this.#host) {
      this.#seat.container();
      this.#following.follow(this, this.followStyles);
    }
  }

  // Open requests and the receipt follow a change.
  #changed(): void {
    this.#followStyles();
    frameOf(this.#seat)?.use(this.#seat);
    if (this.receipt) {
      this.#receiptChanged();
    }
  }

  #get(name: string): unknown {
    const [attribute, read = String] = OPTIONS[name as keyof Options] ?? [TEXTS[name as keyof Texts]];
    const text = attribute === undefined ? null : this.getAttribute(attribute);
    return this.#options[name as keyof Options] ?? (text === null ? undefined : read(text));
  }

  #set(name: string, value: unknown): void {
    const attribute = TEXTS[name as keyof Texts];
    if (attribute === undefined) {
      const read = OPTIONS[name as keyof Options][1];
      // A framework may set a property to the text of an attribute.
      Object.assign(this.#options, { [name]: typeof value === "string" ? read?.(value) : value ?? undefined });
      this.#changed();
    } else if (attribute === "server" && isObject(value)) {
      const { id, name, title } = value as Partial<Server>;
      Object.assign(this, { server: id, serverName: name, serverTitle: title });
    } else if (value === undefined || value === null) {
      this.removeAttribute(attribute);
    } else {
      this.setAttribute(attribute, String(value));
    }
  }

  // The frame is in a shadow tree, because a framework would remove a child that it does not know.
  #makeRoot(): ShadowRoot {
    const shadow = this.attachShadow({ mode: "open" });
    // jsdom, in which chats test their components, knows no adopted style sheets.
    if (shadow.adoptedStyleSheets) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":host{display:block}");
      shadow.adoptedStyleSheets = [sheet];
    }
    return shadow;
  }

  get #attributes(): HostContext {
    const { theme, locale, timeZone } = this;
    const values = Object.entries({ theme: theme === "light" || theme === "dark" ? theme : "", locale, timeZone });
    return Object.fromEntries(values.filter(([, text]) => text));
  }

  // Completes the options of a call with the attributes.
  #withDefaults<T extends ElicitOptions>(options: Partial<T> | undefined): T {
    const { server: id, serverName: name, serverTitle: title } = this;
    const review = strictestReview(this.review, options?.review);
    return { container: this.#seat.container(), ...options, review, server: options?.server ?? { id, name, title } } as T;
  }
}

/**
 * Registers the element, unless that is done: a page may load this module twice, in two bundles. A server lacks custom elements.
 *
 * @internal
 */
export function registerElement(): void {
  if (globalThis.customElements && !customElements.get("elicitation-form")) {
    customElements.define("elicitation-form", ElicitationFormElement);
  }
}

// The properties, and listeners to the events of the element.
export interface ElicitationFormElement extends Options, Texts {
  /** Listens to an event of the element, or to any other one. */
  addEventListener<K extends keyof ElicitationFormEvents>(
    type: K,
    listener: (this: ElicitationFormElement, event: ElicitationFormEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Listens to any event. */
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "elicitation-form": ElicitationFormElement;
  }
}
