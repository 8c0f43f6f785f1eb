import { own, textOf } from "../message/json.js";
import { rateLimit } from "../message/rate.js";
import { SANDBOX } from "../message/sandbox.js";
import { coloursBehind } from "./behind.js";
import { move } from "./move.js";
import type { HostContext } from "./types.js";
import { fetchEarly, type Program, programOf } from "./wasm.js";
import { onRemoval, type Watch } from "./watch.js";

/** The members of a MessagePort that are used; tests have a port of their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** What a frame reports to its bridge. */
export interface FrameHandlers {
  /** Our document completed a handshake, as it does after every load. */
  connected(port: Port, hello: unknown, program: Program | undefined): void;
  /** A document has loaded: ours, or a foreign one. */
  hasLoaded(): void;
  /** The page's own Content-Security-Policy blocks the document. */
  blocked(): void;
  /** A script took the iframe out of the page while it was shown, and did not put it back at once. */
  takenOut(): void;
  /** The colours behind the iframe or the focus of the page may have changed. */
  pageChanged(): void;
}

/** An element in browsers that let a page announce a text to screen readers. */
type Notifier = { ariaNotify(text: string): void };

/** The iframe of a host; tests have one without a browser. */
export type Frame = Pick<Iframe, keyof Iframe>;

export type FrameClass = new (url: string, container: HTMLElement, handlers: FrameHandlers) => Frame;

// Browsers hardly render a frame without a height, so that it would never report the height that it
// needs. This one has room for a message of a few lines, Decline and Not now.
const FIRST_HEIGHT = 320;
// The time in which a running document predicts its next height, in milliseconds.
const NEW_HEIGHT_DELAY = 50;
// The interval at which the colours behind a shown iframe are read, in milliseconds: no event reports a change of them.
const COLOURS_INTERVAL = 1000;
const MAX_HELLOS_PER_SECOND = 10;
const MAX_NONCE = 200;

/** The iframe with its place, its height and its handshake. */
export class Iframe {
  readonly #url: string;
  readonly #handlers: FrameHandlers;
  readonly #iframe: HTMLIFrameElement;
  readonly #removal = new AbortController();
  #height = FIRST_HEIGHT;
  #removalWatch: Watch | undefined;
  // Reads the colours while the iframe is shown; undefined while it is hidden.
  #shownTimer: ReturnType<typeof setInterval> | undefined;
  // The program that is fetched beside the document. A document that loads again before its hello gets the same program.
  #early: Program | undefined;

  /** Loads the document at an address in the container, hidden. */
  constructor(url: string, container: HTMLElement, handlers: FrameHandlers) {
    this.#url = url;
    this.#handlers = handlers;
    const iframe = (this.#iframe = container.ownerDocument.createElement("iframe"));
    iframe.sandbox = SANDBOX;
    iframe.allow = "";
    iframe.referrerPolicy = "no-referrer";
    // As wide as the container. A container that shrinks to its content, such as a bubble, is 36rem wide if there is room.
    iframe.style.cssText = "display:block;border:0;width:36rem;min-width:100%;max-width:100%";
    this.hide();
    iframe.src = url;
    this.#listen(container.ownerDocument.defaultView ?? window);
    // The program is requested before the document: the first request gets the open connection, and the program is forty times as
    // large.
    this.#startDownload();
    container.append(iframe);
  }

  #startDownload(): void {
    this.#early ??= fetchEarly(this.#url);
  }

  // What the page reports.

  #listen(view: Window): void {
    const handlers = this.#handlers;
    const on = <K extends keyof WindowEventMap>(type: K, act: (event: WindowEventMap[K]) => void): void =>
      view.addEventListener(type, act, { signal: this.#removal.signal });
    on("message", this.#handshake());
    on("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
      if (disposition === "enforce" && effectiveDirective === "frame-src" && this.#url.startsWith(blockedURI)) {
        handlers.blocked();
      }
    });
    on("blur", () => handlers.pageChanged());
    on("focus", () => handlers.pageChanged());
    this.#iframe.addEventListener("load", () => handlers.hasLoaded());
  }

  // Makes the listener that answers the hello of a document with a connection.
  #handshake(): (event: MessageEvent) => void {
    const mayPass = rateLimit(MAX_HELLOS_PER_SECOND);
    let lastNonce: string | undefined;
    return ({ source, data }) => {
      const view = this.#iframe.contentWindow;
      if (!view || source !== view || own(data, "elicitform") !== "hello") {
        return;
      }
      const nonce = own(data, "nonce");
      // Each load of the document has a new nonce. A repeated nonce is a repeated hello.
      if (typeof nonce !== "string" || nonce.length > MAX_NONCE || nonce === lastNonce || !mayPass()) {
        return;
      }
      lastNonce = nonce;
      const channel = new MessageChannel();
      // No target origin can name the opaque origin of the frame. The message goes to the window that said hello.
      view.postMessage({ elicitform: "connect", nonce }, "*", [channel.port2]);
      this.#handlers.connected(channel.port1, data, programOf(data, this.#url, this.#early));
      this.#early = undefined;
    };
  }

  #watchRemoval(): void {
    this.#removalWatch?.end();
    if (this.#shownTimer) {
      this.#removalWatch = onRemoval(this.#iframe, () => this.#handlers.takenOut());
    }
  }

  // Its place.

  /** Whether the iframe is part of a document, or was until a moment ago and may come back. */
  get present(): boolean {
    return this.#iframe.isConnected || Boolean(this.#removalWatch?.out);
  }

  /** Puts the iframe into a container. Returns true if its document has to load again. */
  place(target: HTMLElement): boolean {
    const iframe = this.#iframe;
    if (iframe.parentNode === target && iframe.isConnected) {
      return false;
    }
    const loads = move(iframe, target);
    if (loads) {
      this.#startDownload();
      this.setHeight(FIRST_HEIGHT);
    }
    this.#watchRemoval();
    return loads;
  }

  /** Loads the document again. */
  reload(): void {
    this.#startDownload();
    // replace() adds no entry to the history of the page.
    this.#iframe.contentWindow?.location.replace(this.#url);
  }

  /** Removes the iframe for good. */
  remove(): void {
    this.hide();
    this.#removal.abort();
    this.#iframe.remove();
  }

  // Its look.

  /** Makes the iframe visible, and names it for assistive technology. */
  show(title: string): void {
    const iframe = this.#iframe;
    iframe.title = title;
    if (this.#shownTimer) {
      return;
    }
    this.#shownTimer = setInterval(() => this.#handlers.pageChanged(), COLOURS_INTERVAL);
    iframe.style.visibility = "";
    // A document that has reported its height predicts the next one soon. One change of height is drawn faster than two.
    setTimeout(() => this.setHeight(this.#height), this.#height === FIRST_HEIGHT ? 0 : NEW_HEIGHT_DELAY);
    this.#watchRemoval();
  }

  /** Makes the iframe invisible; `heir` takes its place. */
  hide(heir?: HTMLElement): void {
    const iframe = this.#iframe;
    const hadFocus = heir && this.#hasFocus;
    this.#removalWatch?.end();
    clearInterval(this.#shownTimer);
    this.#shownTimer = undefined;
    iframe.title = "Request form";
    // Not display:none, because the document has to load and start unseen. Not aria-hidden, because Chromium would
    // never tell screen readers of a document that was loaded with it.
    iframe.style.visibility = "hidden";
    iframe.style.blockSize = "0";
    // The focus must not stay on an invisible frame. A screen reader reads the heir with the focus, or else by ariaNotify.
    iframe.blur();
    if (hadFocus) {
      heir.focus({ preventScroll: true });
    } else {
      (heir as Partial<Notifier> | undefined)?.ariaNotify?.(heir!.textContent!);
    }
  }

  setHeight(pixels: number): void {
    this.#height = pixels;
    if (this.#shownTimer) {
      this.#iframe.style.blockSize = `${pixels}px`;
      // Reading the height makes the browser lay out now. In an animated page the frame would learn its height later, and draw twice.
      void this.#iframe.offsetHeight;
    }
  }

  /** Takes the theme, and a largest height that is a CSS length. The document bounds its height by a number itself. */
  setLook({ theme, containerDimensions }: HostContext): void {
    this.#iframe.style.colorScheme = theme ?? "";
    this.#iframe.style.maxHeight = textOf(containerDimensions?.maxHeight) ?? "";
  }

  /** The colour of the text around a shown iframe, and the backgrounds behind it, the nearest first. */
  behind(): string[] | undefined {
    return this.#shownTimer ? coloursBehind(this.#iframe) : undefined;
  }

  // Its focus.

  get #hasFocus(): boolean {
    return (this.#iframe.getRootNode() as Document).activeElement === this.#iframe;
  }

  focus(): void {
    this.#iframe.focus({ preventScroll: true });
  }

  /**
   * Scrolls an area into view, in all scrolling ancestors of the iframe, if the iframe has the focus. The frame may send any area.
   */
  reveal(top: number, height: number): void {
    const iframe = this.#iframe;
    if (this.#hasFocus) {
      // The area is cut to the frame. The browser ignores a transformation without numbers.
      const end = iframe.offsetHeight;
      const from = Math.min(Math.max(top, 0), end - 1);
      const size = Math.min(Math.max(height, 1), end - from);
      // The small iframe is never painted. A scroll-margin would count only for the innermost scrolling ancestor.
      iframe.style.transform = `matrix(1,0,0,${size / end},0,${from + (size - end) / 2})`;
      // An area that is in view does not move.
      iframe.scrollIntoView({ block: "nearest" });
      iframe.style.transform = "";
    }
  }
}
