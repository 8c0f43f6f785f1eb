// elicitform/element: the form host as a custom element. Importing this module
// registers <elicitation-form>. On a server that renders pages there are no custom
// elements, and the import does nothing.

import { isObject } from "../message/json.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostEvent, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions,
  Server,
} from "./forms.js";
import { arrive, frameFor, frameOf, type FrameUser, leave } from "./shared.js";
import { ABSENCE } from "./watch.js";

/** The events of {@link ElicitationFormElement}: those of the host, as `elicitform-shown`, `elicitform-settled` and so on. */
export type ElicitationFormEvents = { [E in FormHostEvent as `elicitform-${E["type"]}`]: CustomEvent<E> };

/** The options of {@link FormHostOptions} that are properties under the same name. */
type Options = Pick<FormHostOptions, (typeof OPTIONS)[number]>;

/** What {@link ElicitationFormElement} takes as attributes. */
export type ElicitationFormAttributes = {
  "frame-url"?: string | undefined;
  theme?: "light" | "dark" | undefined;
  locale?: string | undefined;
  "time-zone"?: string | undefined;
  server?: string | undefined;
  "server-name"?: string | undefined;
  "server-title"?: string | undefined;
  "max-height"?: string | number | undefined;
  "min-height"?: string | number | undefined;
  /** "shown", "hidden", or for how many milliseconds; as a property also as in {@link FormHostOptions}. */
  outcome?: string | number | FormHostOptions["outcome"];
  /** Where drafts are kept. */
  drafts?: "sessionStorage" | "localStorage" | "off" | FormHostOptions["drafts"];
  findings?: boolean | "" | "off" | undefined;
  receipts?: boolean | "" | "off" | undefined;
  prerender?: boolean | "" | "off" | undefined;
};

/** What {@link ElicitationFormElement} takes as properties, beside its attributes. */
export type ElicitationFormProperties = Omit<Options, "drafts" | "findings" | "outcome" | "prerender" | "receipts"> & {
  context?: HostContext | undefined;
};

const OPTIONS = ["drafts", "findings", "maxHeight", "minHeight", "openLink", "outcome", "prerender", "receipts", "words"] as const;

// The options that are attributes as well: the name of the attribute, and what its text means.
const READ: { readonly [name in (typeof OPTIONS)[number]]?: readonly [attribute: string, read: (text: string) => unknown] } = {
  drafts: ["drafts", (text) => (isOff(text) ? false : storage(text))],
  findings: ["findings", (text) => !isOff(text)],
  maxHeight: ["max-height", number],
  minHeight: ["min-height", number],
  outcome: ["outcome", (text) => (text === "hidden" || text === "shown" ? text : milliseconds(text))],
  prerender: ["prerender", (text) => !isOff(text)],
  receipts: ["receipts", (text) => !isOff(text)],
};

// The attributes that are properties as well, by the names of these.
const TEXTS = {
  frameUrl: "frame-url", locale: "locale", server: "server", serverName: "server-name", serverTitle: "server-title", theme: "theme", timeZone: "time-zone",
} as const;

function isOff(text: string): boolean {
  return text === "off" || text === "false";
}

// A browser may refuse to give its storages away.
function storage(name: string): FormHostOptions["drafts"] {
  try {
    return name === "sessionStorage" || name === "localStorage" ? globalThis[name] : undefined;
  } catch {
    return undefined;
  }
}

function number(text: string): number | undefined {
  const found = parseFloat(text);
  return Number.isFinite(found) ? found : undefined;
}

function milliseconds(text: string): FormHostOptions["outcome"] {
  const found = number(text);
  return found === undefined ? undefined : { milliseconds: found };
}

// Where pages are rendered on a server there is no HTMLElement to extend.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<elicitation-form>`: a {@link FormHost}. It can be given to every function that takes one.
 *
 * ```html
 * <elicitation-form frame-url="/elicitform/index.html" server="weather.example" max-height="600"></elicitation-form>
 * ```
 *
 * Attributes: `frame-url`; `theme`, `locale` and `time-zone` of the context;
 * `server`, `server-name` and `server-title` for calls that name no server; `max-height`,
 * `min-height`, `outcome`, `drafts`, `findings`, `prerender` and `receipts` as the options of those names.
 * Each is a property too, and can be set and changed at any time: what is open follows, but
 * for another `frame-url`, which the next request has.
 * The events of the host are DOM events that bubble; `detail` is the host's event.
 * An element that is put back into the page within a second keeps what is open; later that
 * rejects with "disposed". Elements whose `frame-url` and `prerender` are equal share the frames
 * that they do not need at the time.
 */
export class ElicitationFormElement extends Base implements FormHost {
  static readonly observedAttributes = [...Object.values(TEXTS), ...Object.values(READ).map(([attribute]) => attribute)];

  /** As in {@link FormHostOptions}. */
  declare drafts: FormHostOptions["drafts"];
  /** As in {@link FormHostOptions}. */
  declare findings: boolean | undefined;
  /** As in {@link FormHostOptions}. */
  declare openLink: FormHostOptions["openLink"];
  /** As in {@link FormHostOptions}. */
  declare maxHeight: number | undefined;
  /** As in {@link FormHostOptions}. */
  declare minHeight: number | undefined;
  /** As in {@link FormHostOptions}. */
  declare outcome: FormHostOptions["outcome"];
  /** As in {@link FormHostOptions}. */
  declare prerender: boolean | undefined;
  /** As in {@link FormHostOptions}: the element is the container. */
  declare receipts: boolean | undefined;
  /** As in {@link FormHostOptions}. */
  declare words: FormHostOptions["words"];
  /** The attribute `frame-url`. */
  declare frameUrl: string | undefined;
  /** The attribute of that name. */
  declare theme: string | undefined;
  /** The attribute of that name. */
  declare locale: string | undefined;
  /** The attribute `time-zone`. */
  declare timeZone: string | undefined;
  /** The attribute of that name. Set to a {@link Server}, all three attributes of it. */
  declare server: string | undefined;
  /** The attribute `server-name`. */
  declare serverName: string | undefined;
  /** The attribute `server-title`. */
  declare serverTitle: string | undefined;

  #context: HostContext = {};
  #options: Options = {};
  #container: HTMLElement | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  static {
    const define = (name: string, get: (element: ElicitationFormElement) => unknown, set: (element: ElicitationFormElement, value: unknown) => void): void =>
      void Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: ElicitationFormElement) {
          return get(this);
        },
        set(this: ElicitationFormElement, value: unknown) {
          set(this, value);
        },
      });
    for (const [name, attribute] of Object.entries(TEXTS)) {
      define(name, (element) => element.getAttribute(attribute) ?? undefined, (element, value) => element.#setText(attribute, value));
    }
    for (const name of OPTIONS) {
      define(name, (element) => element.#option(name), (element, value) => {
        // A framework may set a property to the text of an attribute.
        Object.assign(element.#options, { [name]: typeof value === "string" ? READ[name]?.[1](value) : value ?? undefined });
        element.#changed();
      });
    }
  }

  constructor() {
    super();
    // A framework may have set properties before the element was defined.
    for (const name of ["context", ...OPTIONS, ...Object.keys(TEXTS)]) {
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

  get ready(): Promise<void> {
    try {
      return frameFor(this.#user).host.ready;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async elicit(params: ElicitRequestParams | string, options?: Partial<ElicitOptions>): Promise<ElicitResult> {
    return this.#claim().elicit(params, this.#named(options));
  }

  async elicitAll(requests: Record<string, InputRequest> | string, options?: Partial<RoundOptions>): Promise<Record<string, InputResponse>> {
    return this.#claim().elicitAll(requests, this.#named(options));
  }

  complete(server: Pick<Server, "id">, elicitationId: string): void {
    frameOf(this.#user)?.host.complete(server, elicitationId);
  }

  setContext(context: Partial<HostContext>): void {
    this.context = { ...this.#context, ...context };
  }

  /** Rejects every open request. The element gets a new frame when it is used again. */
  dispose(): void {
    leave(this.#user, !this.isConnected);
  }

  /** @internal */
  connectedCallback(): void {
    clearTimeout(this.#leaving);
    // What is set right after the insertion counts for the frame.
    queueMicrotask(() => this.isConnected && arrive(this.#user));
  }

  /** @internal */
  disconnectedCallback(): void {
    // An element that was only moved is in the page again by then.
    this.#leaving = setTimeout(() => this.dispose(), ABSENCE);
  }

  /** @internal Where this method exists, moveBefore moves the element without removing it. */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(): void {
    this.#changed();
  }

  readonly #user: FrameUser = {
    container: () => (this.#container ??= this.#inside()),
    // An address in an attribute is relative to the page.
    fixed: () => ({ frameUrl: this.frameUrl === undefined ? undefined : new URL(this.frameUrl, document.baseURI).href, prerender: this.prerender }),
    settings: () => {
      const { drafts, findings, maxHeight, minHeight, openLink, outcome, receipts, words } = this;
      return { drafts, findings, openLink, outcome, receipts, words, context: { containerDimensions: { maxHeight, minHeight }, ...this.#context, ...this.#attributes } };
    },
    told: (event) => void this.dispatchEvent(new CustomEvent(`elicitform-${event.type}`, { detail: event, bubbles: true, composed: true })),
  };

  // The frame for a request of this element.
  #claim(): FormHost {
    return frameFor(this.#user).use(this.#user);
  }

  // What is open follows a change.
  #changed(): void {
    frameOf(this.#user)?.use(this.#user);
  }

  #option(name: keyof Options): unknown {
    const [attribute, read] = READ[name] ?? [];
    const text = attribute === undefined ? null : this.getAttribute(attribute);
    return this.#options[name] ?? (text === null ? undefined : read!(text));
  }

  #setText(attribute: string, value: unknown): void {
    if (attribute === "server" && isObject(value)) {
      const { id, name, title } = value as Partial<Server>;
      Object.assign(this, { server: id, serverName: name, serverTitle: title });
    } else if (value === undefined || value === null) {
      this.removeAttribute(attribute);
    } else {
      this.setAttribute(attribute, String(value));
    }
  }

  // The frame is in a shadow tree, where no framework mistakes it for a child of
  // its own that has to go.
  #inside(): HTMLElement {
    const shadow = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":host{display:block}");
    shadow.adoptedStyleSheets = [sheet];
    const container = document.createElement("div");
    shadow.append(container);
    return container;
  }

  get #attributes(): HostContext {
    const { theme, locale, timeZone } = this;
    return {
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
      ...(locale ? { locale } : {}),
      ...(timeZone ? { timeZone } : {}),
    };
  }

  #named<T extends ElicitOptions>(options: Partial<T> | undefined): T {
    const { server: id, serverName: name, serverTitle: title } = this;
    return { container: this.#user.container(), ...options, server: options?.server ?? { id, name, title } } as T;
  }
}

// Types for listeners to the events of the element.
export interface ElicitationFormElement {
  addEventListener<K extends keyof ElicitationFormEvents>(
    type: K,
    listener: (this: ElicitationFormElement, event: ElicitationFormEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "elicitation-form": ElicitationFormElement;
  }
}

// A page may have loaded this module twice, in two bundles.
if (globalThis.customElements && !customElements.get("elicitation-form")) {
  customElements.define("elicitation-form", ElicitationFormElement);
}
