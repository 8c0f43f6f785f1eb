// page.js of elicitform-server: importing this module registers <elicitation-form> with the attributes
// "relay" and "token-url", so that a page needs two lines to show the questions of a session.

import { ElicitationFormElement } from "../host/element.js";
import { ABSENCE } from "../host/watch.js";
import { own, parseObject, textOf } from "../message/json.js";
import { connectRelay, type RelayConnection, type RelayConnectionEvent, type RelayDrafts, relayDrafts } from "./relay-browser.js";

export { createFormHost, ElicitationError } from "../host/forms.js";
export { connectRelay, relayDrafts } from "./relay-browser.js";

// What a relay makes: v1.<session>.<end>.<signature>, and for a part of a session v2.<session>.<scope>.<end>.<signature>.
const TOKEN = /^v(1|2\.[\w-]+)\.[\w-]+\.\d+\.[\w-]+$/;
// The attributes of this class.
const OWN = ["relay", "token-url"];

/**
 * `<elicitation-form>` that shows the questions of a session by itself.
 *
 * ```html
 * <script type="module" src="https://ask.example/elicitform/page.js"></script>
 * <elicitation-form relay="https://ask.example/relay" token-url="/my/token"></elicitation-form>
 * ```
 *
 * `relay` is the address of the relay. `token-url` is an address of your own server that says what `POST /v1/sessions/{session}/tokens`
 * has replied for the person who asks, as it is or the token alone. It is asked for again, with the cookies of your site, whenever
 * the token is not valid any more. The property `token` takes its place: a token, or a function that gets one. The event
 * `elicitform-relay` tells of the connection: its `detail` is a {@link RelayConnectionEvent}. Unfinished answers are on the other pages of
 * the session too, unless `drafts` is "off". Without `locale` the form speaks the language of the page.
 */
export class PageElement extends ElicitationFormElement {
  static override readonly observedAttributes = [...ElicitationFormElement.observedAttributes, ...OWN];

  /** What takes the place of `token-url`. It may be set before the element is defined. */
  declare token?: string | (() => string | Promise<string>) | undefined;

  #connection: RelayConnection | undefined;
  #gone: ReturnType<typeof setTimeout> | undefined;
  // A change of both attributes connects once.
  #planned = false;

  /** @internal */
  override connectedCallback(): void {
    clearTimeout(this.#gone);
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    this.context = { locale: document.documentElement.lang || locale, timeZone, ...this.context };
    super.connectedCallback();
    if (!this.#connection) {
      this.#plan();
    }
  }

  /** @internal */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that was only moved is in the page again by then.
    this.#gone = setTimeout(() => this.#disconnect(), ABSENCE);
  }

  /** @internal */
  override attributeChangedCallback(name?: string): void {
    super.attributeChangedCallback();
    if (OWN.includes(name!) && this.isConnected) {
      this.#plan();
    }
  }

  /** Ends the connection too. What is open can be answered elsewhere. */
  override dispose(): void {
    this.#disconnect();
    super.dispose();
  }

  // Connects when the script that has changed something has ended.
  #plan(): void {
    if (!this.#planned) {
      this.#planned = true;
      queueMicrotask(() => {
        this.#planned = false;
        if (this.isConnected) {
          this.#connect();
        }
      });
    }
  }

  #connect(): void {
    this.#disconnect();
    const relay = this.getAttribute("relay");
    if (relay === null) {
      return;
    }
    this.#connection = connectRelay(relay, this, {
      token: () => this.#token(),
      drafts: this.#drafts(),
      onEvent: (detail) => this.dispatchEvent(new CustomEvent("elicitform-relay", { detail, bubbles: true, composed: true })),
    });
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #token(): Promise<string> {
    const { token } = this;
    const text = token === undefined ? await this.#fetchToken() : typeof token === "function" ? await token() : token;
    if (!TOKEN.test(text)) {
      throw new Error("elicitation-form: what should be a token is none");
    }
    return text;
  }

  async #fetchToken(): Promise<string> {
    const address = this.getAttribute("token-url");
    if (address === null) {
      throw new Error("elicitation-form: it has a relay and no token-url");
    }
    const headers = { accept: "application/json, text/plain" };
    const response = await fetch(new URL(address, document.baseURI), { cache: "no-store", headers });
    if (!response.ok) {
      throw new Error(`elicitation-form: token-url replies with status ${response.status}`);
    }
    const text = (await response.text()).trim();
    return textOf(own(parseObject(text), "token")) ?? text;
  }

  #drafts(): RelayDrafts | undefined {
    const { drafts } = this;
    if (drafts === false) {
      return undefined;
    }
    const shared = drafts && "link" in drafts ? drafts as RelayDrafts : relayDrafts(drafts);
    this.drafts = shared;
    return shared;
  }
}

if (globalThis.customElements && !customElements.get("elicitation-form")) {
  customElements.define("elicitation-form", PageElement);
}
