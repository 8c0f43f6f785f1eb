import { own } from "../message/json.js";
import { rateLimit } from "../message/rate.js";
import { move } from "./move.js";
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
  pageMayHaveChanged(): void;
}

/** An element in browsers that let a page announce a text to screen readers. */
type Notifier = { ariaNotify(text: string): void };

/** The iframe of a host; tests have one without a browser. */
export type Frame = ReturnType<typeof createFrame>;

export type FrameFactory = typeof createFrame;

// Never allow-same-origin, allow-top-navigation or allow-modals. The pages that a person agrees to open must not run in a sandbox.
const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

// Browsers hardly render a frame without a height, so that it would never report the height that it
// needs. This one has room for a message of a few lines, Decline and Not now.
const FIRST_HEIGHT = 320;
// The time in which a running document predicts its next height, in milliseconds.
const NEW_HEIGHT_DELAY = 50;
// The interval at which the colours behind a shown iframe are read, in milliseconds: no event reports a change of them.
const COLOURS_INTERVAL = 1000;
const MAX_HELLOS_PER_SECOND = 10;
const MAX_NONCE = 200;

/** Makes the iframe and answers its handshake. */
export function createFrame(url: string, container: HTMLElement, handlers: FrameHandlers) {
  const page = container.ownerDocument;
  const view = page.defaultView ?? window;
  const iframe = page.createElement("iframe");
  let isShown = false;
  let height = FIRST_HEIGHT;
  let removalWatch: Watch | undefined;
  let coloursTimer: ReturnType<typeof setInterval> | undefined;

  iframe.setAttribute("sandbox", SANDBOX);
  iframe.setAttribute("allow", "");
  iframe.referrerPolicy = "no-referrer";
  iframe.style.cssText = "display:block;border:0;inline-size:100%";
  // Not display:none, because the document has to load and start unseen. Not aria-hidden, because Chromium would
  // never tell screen readers of a document that was loaded with it.
  const hide = (heir?: HTMLElement): void => {
    const hadFocus = heir && (iframe.getRootNode() as Document).activeElement === iframe;
    isShown = false;
    removalWatch?.end();
    clearInterval(coloursTimer);
    iframe.title = "Request form";
    iframe.style.visibility = "hidden";
    iframe.style.blockSize = "0";
    // The focus must not stay on an invisible frame. A screen reader reads the heir with the focus, or else by ariaNotify.
    iframe.blur();
    if (hadFocus) {
      heir.focus({ preventScroll: true });
    } else {
      (heir as Partial<Notifier> | undefined)?.ariaNotify?.(heir!.textContent!);
    }
  };
  hide();
  iframe.src = url;

  // The program that is fetched beside the document. A document that loads again before its hello gets the same program.
  let early: Program | undefined;
  const startDownload = (): void => {
    early ??= fetchEarly(url);
  };

  const setHeight = (pixels: number): void => {
    height = pixels;
    if (isShown) {
      iframe.style.blockSize = `${pixels}px`;
      // Reading the height makes the browser lay out now. In an animated page the frame would learn its height later, and draw twice.
      void iframe.offsetHeight;
    }
  };
  const watchRemoval = (): void => {
    removalWatch?.end();
    if (isShown) {
      removalWatch = onRemoval(iframe, () => handlers.takenOut());
    }
  };

  const mayPass = rateLimit(MAX_HELLOS_PER_SECOND);
  const removal = new AbortController();
  const { signal } = removal;
  let lastNonce: string | undefined;
  view.addEventListener("message", (event: MessageEvent): void => {
    const frameWindow = iframe.contentWindow;
    if (!frameWindow || event.source !== frameWindow || own(event.data, "elicitform") !== "hello") {
      return;
    }
    const nonce = own(event.data, "nonce");
    // Each load of the document has a new nonce. A repeated nonce is a repeated hello.
    if (typeof nonce !== "string" || nonce.length > MAX_NONCE || nonce === lastNonce || !mayPass()) {
      return;
    }
    lastNonce = nonce;
    const channel = new MessageChannel();
    // No target origin can name the opaque origin of the frame. The message goes to the window that said hello.
    frameWindow.postMessage({ elicitform: "connect", nonce }, "*", [channel.port2]);
    handlers.connected(channel.port1, event.data, programOf(event.data, url, early));
    early = undefined;
  }, { signal });
  view.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === "enforce" && effectiveDirective === "frame-src" && url.startsWith(blockedURI)) {
      handlers.blocked();
    }
  }, { signal });
  for (const type of ["blur", "focus"]) {
    view.addEventListener(type, () => handlers.pageMayHaveChanged(), { signal });
  }
  iframe.addEventListener("load", () => handlers.hasLoaded());
  // Before the document: the first request gets the connection that is open, and the program is forty times as large.
  if (container.isConnected) {
    startDownload();
  }
  container.append(iframe);

  return {
    /** Whether the iframe is part of a document, or was until a moment ago and may come back. */
    get present(): boolean {
      return iframe.isConnected || Boolean(removalWatch?.out);
    },
    /** Puts the iframe into a container. Returns true if its document has to load for that. */
    place(target: HTMLElement): boolean {
      if (iframe.parentNode === target && iframe.isConnected) {
        return false;
      }
      const loads = move(iframe, target);
      if (loads) {
        startDownload();
        setHeight(FIRST_HEIGHT);
      }
      watchRemoval();
      return loads;
    },
    /** Makes the iframe visible, and names it for assistive technology. */
    show(title: string): void {
      iframe.title = title;
      if (isShown) {
        return;
      }
      isShown = true;
      coloursTimer = setInterval(() => handlers.pageMayHaveChanged(), COLOURS_INTERVAL);
      iframe.style.visibility = "";
      // A document that has reported its height predicts the next one soon. One change of height is drawn faster than two.
      setTimeout(() => setHeight(height), height === FIRST_HEIGHT ? 0 : NEW_HEIGHT_DELAY);
      watchRemoval();
    },
    /** Makes the iframe invisible; `heir` takes its place. */
    hide,
    reload(): void {
      startDownload();
      // replace() adds no entry to the history of the page.
      iframe.contentWindow?.location.replace(url);
    },
    setHeight,
    /** Brings an area into view, in all that scrolls around the iframe, if the iframe has the focus. The frame may send any area. */
    reveal(top: number, height: number): void {
      if ((iframe.getRootNode() as Document).activeElement === iframe) {
        // The area is cut to the frame. The browser ignores a transformation without numbers.
        const end = iframe.offsetHeight;
        const from = Math.min(Math.max(top, 0), end - 1);
        const size = Math.min(Math.max(height, 1), end - from);
        // The iframe is never painted so small. A scroll-margin counts only for the innermost box that scrolls.
        iframe.style.transform = `matrix(1,0,0,${size / end},0,${from + (size - end) / 2})`;
        // An area that is in view does not move.
        iframe.scrollIntoView({ block: "nearest" });
        iframe.style.transform = "";
      }
    },
    setTheme(theme: unknown): void {
      iframe.style.colorScheme = (theme ?? "") as string;
    },
    /** The colour of the text around a shown iframe, and the backgrounds behind it, the nearest first. */
    behind(): string[] | undefined {
      if (!isShown) {
        return undefined;
      }
      const colours = [getComputedStyle(iframe).color];
      for (let node = parentOf(iframe); node; node = parentOf(node)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(node);
        if (backgroundImage !== "none") {
          break;
        }
        colours.push(backgroundColor);
      }
      return colours;
    },
    focus(): void {
      iframe.focus({ preventScroll: true });
    },
    remove(): void {
      hide();
      removal.abort();
      iframe.remove();
    },
  };
}

// The element in which an element is drawn, also across the border of a shadow tree.
function parentOf(node: Element): Element | undefined {
  return node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host;
}
