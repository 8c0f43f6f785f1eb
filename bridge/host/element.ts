// elicitform/element: the form host as a custom element. Importing this module
// registers <elicitation-form>. On a server that renders pages there are no custom
// elements, and the import does nothing.

import {
  createFormHost, type ElicitOptions, type ElicitRequestParams, type ElicitResult, type FormHost, type FormHostEvent, type FormHostOptions,
  type HostContext, type InputRequest, type InputResponse, type RoundOptions, type Server,
} from "./forms.js";

/** The events of {@link ElicitationFormElement}: those of the host, as `elicitform-shown`, `elicitform-settled` and so on. */
export type ElicitationFormEvents = { [E in FormHostEvent as `elicitform-${E["type"]}`]: CustomEvent<E> };

/** The options of {@link FormHostOptions} that are properties; the others are attributes or events. */
type Properties = Pick<FormHostOptions, "drafts" | "findings" | "maxHeight" | "minHeight" | "openLink" | "showOutcome" | "warm">;

/** What {@link ElicitationFormElement} takes as attributes. */
export type ElicitationFormAttributes = {
  "frame-url"?: string | undefined;
  theme?: "light" | "dark" | undefined;
  locale?: string | undefined;
  "time-zone"?: string | undefined;
  server?: string | undefined;
  "server-name"?: string | undefined;
  "server-title"?: string | undefined;
};

/** What {@link ElicitationFormElement} takes as properties. */
export type ElicitationFormProperties = Properties & { context?: HostContext | undefined };

const PROPERTIES = ["context", "drafts", "findings", "maxHeight", "minHeight", "openLink", "showOutcome", "warm"] as const;

// Where pages are rendered on a server there is no HTMLElement to extend.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<elicitation-form>`: a {@link FormHost} that lives as long as the element is
 * in the page. It can be given to every function that takes a host.
 *
 * ```html
 * <elicitation-form frame-url="/elicitform/index.html" server="weather.example" theme="dark"></elicitation-form>
 * ```
 *
 * Attributes: `frame-url`; `theme`, `locale` and `time-zone` of the context;
 * `server`, `server-name` and `server-title` for calls that name no server.
 * The events of the host are DOM events that bubble; `detail` is the host's event.
 * Moving the element keeps what is open; removing it disposes of the host.
 */
export class ElicitationFormElement extends Base implements FormHost {
  static readonly observedAttributes = ["theme", "locale", "time-zone"];
  #host: FormHost | undefined;
  #container: HTMLElement | undefined;
  #context: HostContext = {};
  #properties: Properties = {};

  constructor() {
    super();
    // A framework may have set properties before the element was defined.
    for (const name of PROPERTIES) {
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
    const gone = Object.fromEntries(Object.keys(this.#context).map((name) => [name, undefined]));
    this.#context = {};
    this.setContext({ ...gone, ...context });
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get drafts(): FormHostOptions["drafts"] {
    return this.#properties.drafts;
  }

  set drafts(drafts: FormHostOptions["drafts"]) {
    this.#properties.drafts = drafts;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get findings(): boolean | undefined {
    return this.#properties.findings;
  }

  set findings(findings: boolean | undefined) {
    this.#properties.findings = findings;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get openLink(): FormHostOptions["openLink"] {
    return this.#properties.openLink;
  }

  set openLink(openLink: FormHostOptions["openLink"]) {
    this.#properties.openLink = openLink;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get maxHeight(): number | undefined {
    return this.#properties.maxHeight;
  }

  set maxHeight(maxHeight: number | undefined) {
    this.#properties.maxHeight = maxHeight;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get minHeight(): number | undefined {
    return this.#properties.minHeight;
  }

  set minHeight(minHeight: number | undefined) {
    this.#properties.minHeight = minHeight;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get showOutcome(): FormHostOptions["showOutcome"] {
    return this.#properties.showOutcome;
  }

  set showOutcome(showOutcome: FormHostOptions["showOutcome"]) {
    this.#properties.showOutcome = showOutcome;
  }

  /** As in {@link FormHostOptions}; set it before the element is in the page. */
  get warm(): FormHostOptions["warm"] {
    return this.#properties.warm;
  }

  set warm(warm: FormHostOptions["warm"]) {
    this.#properties.warm = warm;
  }

  get ready(): Promise<void> {
    return this.#form.ready;
  }

  elicit(params: ElicitRequestParams | string, options?: Partial<ElicitOptions>): Promise<ElicitResult> {
    return this.#form.elicit(params, this.#named(options));
  }

  elicitAll(requests: Record<string, InputRequest> | string, options?: Partial<RoundOptions>): Promise<Record<string, InputResponse>> {
    return this.#form.elicitAll(requests, this.#named(options));
  }

  complete(elicitationId: string, server?: Pick<Server, "id">): void {
    this.#host?.complete(elicitationId, server);
  }

  setContext(context: Partial<HostContext>): void {
    this.#context = { ...this.#context, ...context };
    this.#host?.setContext({ ...context, ...this.#attributes });
  }

  /** Rejects every open request. The element makes a new host when it is used again. */
  dispose(): void {
    this.#host?.dispose();
    this.#host = undefined;
  }

  /** @internal */
  connectedCallback(): void {
    void this.#form;
  }

  /** @internal */
  disconnectedCallback(): void {
    // An element that was only moved is in the page again by then.
    queueMicrotask(() => {
      if (!this.isConnected) {
        this.dispose();
      }
    });
  }

  /** @internal Where this method exists, moveBefore moves the element without removing it. */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(): void {
    const { theme, locale, timeZone } = this.#context;
    this.#host?.setContext({ theme, locale, timeZone, ...this.#attributes });
  }

  get #form(): FormHost {
    const frameUrl = this.getAttribute("frame-url");
    return (this.#host ??= createFormHost({
      ...this.#properties,
      container: (this.#container ??= this.#inside()),
      context: { ...this.#context, ...this.#attributes },
      // An address in an attribute is relative to the page.
      ...(frameUrl === null ? {} : { frameUrl: new URL(frameUrl, document.baseURI) }),
      onEvent: (event) => {
        this.dispatchEvent(new CustomEvent(`elicitform-${event.type}`, { detail: event, bubbles: true, composed: true }));
      },
    }));
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
    const theme = this.getAttribute("theme");
    const locale = this.getAttribute("locale");
    const timeZone = this.getAttribute("time-zone");
    return {
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
      ...(locale ? { locale } : {}),
      ...(timeZone ? { timeZone } : {}),
    };
  }

  #named<T extends ElicitOptions>(options: Partial<T> | undefined): T {
    const [id, name, title] = ["server", "server-name", "server-title"].map((attribute) => this.getAttribute(attribute) ?? undefined);
    return { ...options, server: options?.server ?? { id, name, title } } as T;
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
