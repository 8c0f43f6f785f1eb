// page.js of elicitform-server: importing it registers <elicitation-form>, so that a page needs two lines to show a session.

import { ElicitationFormElement } from "../../bridge/host/element.js";
import { ABSENCE } from "../../bridge/host/watch.js";
import { own, parseObject, textOf } from "../../bridge/message/json.js";
import { connectRelay, type RelayConnection, type RelayConnectionEvent, type RelayDrafts, relayDrafts } from "./relay-browser.js";

export { createFormHost, ElicitationError } from "../../bridge/host/forms.js";
export { connectRelay, relayDrafts } from "./relay-browser.js";

// v1.<session>.<end>.<signature>, or for a part of a session v2.<session>.<scope>.<end>.<signature>.
const TOKEN = /^v(1|2\.[\w-]+)\.[\w-]+\.\d+\.[\w-]+$/;
const OWN_ATTRIBUTES = ["relay", "token-url"];

/**
 * `<elicitation-form>` that shows the questions of a session by itself.
 *
 * ```html
 * <script type="module" src="https://ask.example/elicitform/page.js"></script>
 * <elicitation-form relay="https://ask.example/relay" token-url="/my/token"></elicitation-form>
 * ```
 *
 * `relay` is the address of the relay. `token-url` is an address of your own server, which passes on the reply of
 * `POST /v1/sessions/{session}/tokens` for its user, or the token alone. The element requests it with the cookies of your site, and
 * again when the token has expired. The property `token` replaces it with a token, or a function that gets one. The `detail` of the
 * event `elicitform-relay` is a {@link RelayConnectionEvent}. Unfinished answers also appear on the other pages of the session, unless
 * `drafts` is "off". Without `locale` the form uses the language of the page.
 */
export class PageElement extends ElicitationFormElement {
  static override readonly observedAttributes = [...ElicitationFormElement.observedAttributes, ...OWN_ATTRIBUTES];

  /** Replaces `token-url`. It may be set before the element is defined. */
  declare token?: string | (() => string | Promise<string>) | undefined;

  #connection: RelayConnection | undefined;
  #removal: ReturnType<typeof setTimeout> | undefined;
  #isPlanned = false;

  /** @internal */
  override connectedCallback(): void {
    clearTimeout(this.#removal);
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
    // An element that is only moved is in the page before that.
    this.#removal = setTimeout(() => this.#disconnect(), ABSENCE);
  }

  /** @internal */
  override attributeChangedCallback(name?: string): void {
    super.attributeChangedCallback();
    if (OWN_ATTRIBUTES.includes(name!) && this.isConnected) {
      this.#plan();
    }
  }

  /** Ends the connection too. Open rounds can be answered on other devices. */
  override dispose(): void {
    this.#disconnect();
    super.dispose();
  }

  // Connects after the running script, so that a change of both attributes connects once.
  #plan(): void {
    if (!this.#isPlanned) {
      this.#isPlanned = true;
      queueMicrotask(() => {
        this.#isPlanned = false;
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
