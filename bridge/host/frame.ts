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

/** What a frame tells its host. */
export interface FrameHandlers {
  /** Our document has shaken hands, as it does after every load. */
  connected(port: Port, hello: unknown, program: Program | undefined): void;
  /** A document has loaded, which need not be ours. */
  hasLoaded(): void;
  /** The page's own policy does not let the iframe have its document. */
  blocked(): void;
  /** The iframe was taken out of the page while it was shown, and not put back at once. */
  takenOut(): void;
  /** It is time to read the colours behind the iframe again, and whether the page has the focus. */
  pageMayHaveChanged(): void;
}

/** What some browsers can do with an element: have a screen reader say something. */
type Notifier = { ariaNotify(text: string): void };

/** The iframe of a host; tests have one without a browser. */
export type Frame = ReturnType<typeof createFrame>;

/** Makes the iframe of a host. */
export type FrameFactory = typeof createFrame;

// Never allow-same-origin, allow-top-navigation or allow-modals. The pages that a person agrees to open must not run in a sandbox.
const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

// Browsers hardly render a frame without a height, so that it would never report the height that it
// needs. This one has room for a message of a few lines, Decline and Not now.
const FIRST_HEIGHT = 320;
// How long a document that runs may take to foresee its height, in milliseconds.
const NEW_HEIGHT_TIME = 50;
// How often to look behind an iframe that is seen, in milliseconds: no event tells of another colour.
const LOOK_EVERY = 1000;
const HELLOS_PER_SECOND = 10;
const NONCE_LIMIT = 200;

/** Makes the iframe and answers its handshake. */
export function createFrame(url: string, container: HTMLElement, handlers: FrameHandlers) {
  const page = container.ownerDocument;
  const view = page.defaultView ?? window;
  const iframe = page.createElement("iframe");
  let shown = false;
  let height = FIRST_HEIGHT;
  let watched: Watch | undefined;
  let looks: ReturnType<typeof setInterval> | undefined;

  iframe.setAttribute("sandbox", SANDBOX);
  iframe.setAttribute("allow", "");
  iframe.referrerPolicy = "no-referrer";
  iframe.style.cssText = "display:block;border:0;inline-size:100%";
  // Not display:none, because the document has to load and start unseen. Not aria-hidden, because Chromium would
  // never tell screen readers of a document that was loaded with it.
  const hide = (heir?: HTMLElement): void => {
    const focused = heir && (iframe.getRootNode() as Document).activeElement === iframe;
    shown = false;
    watched?.end();
    clearInterval(looks);
    iframe.title = "Request form";
    iframe.style.visibility = "hidden";
    iframe.style.blockSize = "0";
    // The focus must not stay where nobody can see it. What takes the place of the frame is read with
    // the focus, or else said.
    iframe.blur();
    if (focused) {
      heir.focus({ preventScroll: true });
    } else {
      (heir as Partial<Notifier> | undefined)?.ariaNotify?.(heir!.textContent!);
    }
  };
  hide();
  iframe.src = url;

  // The program that is fetched beside the document. A document that loads again before its hello gets the same one.
  let early: Program | undefined;
  const loads = (): void => {
    early ??= fetchEarly(url);
  };

  const setHeight = (pixels: number): void => {
    height = pixels;
    if (shown) {
      iframe.style.blockSize = `${pixels}px`;
      // In an animated page the frame would otherwise learn it later, and draw twice.
      void iframe.offsetHeight;
    }
  };
  const watch = (): void => {
    watched?.end();
    if (shown) {
      watched = onRemoval(iframe, () => handlers.takenOut());
    }
  };

  const limit = rateLimit(HELLOS_PER_SECOND);
  const gone = new AbortController();
  const { signal } = gone;
  let lastNonce: string | undefined;
  view.addEventListener("message", (event: MessageEvent): void => {
    const opened = iframe.contentWindow;
    if (!opened || event.source !== opened || own(event.data, "elicitform") !== "hello") {
      return;
    }
    const nonce = own(event.data, "nonce");
    // Each load of the document has a new nonce. The same nonce again is the same hello again.
    if (typeof nonce !== "string" || nonce.length > NONCE_LIMIT || nonce === lastNonce || !limit()) {
      return;
    }
    lastNonce = nonce;
    const channel = new MessageChannel();
    // No target origin can name the opaque origin of the frame. The message goes to the window that said hello.
    opened.postMessage({ elicitform: "connect", nonce }, "*", [channel.port2]);
    handlers.connected(channel.port1, event.data, programOf(event.data, url, early));
    early = undefined;
  }, { signal });
  view.addEventListener("securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === "enforce" && effectiveDirective === "frame-src" && url.startsWith(blockedURI)) {
      handlers.blocked();
    }
  }, { signal });
  for (const moved of ["blur", "focus"]) {
    view.addEventListener(moved, handlers.pageMayHaveChanged, { signal });
  }
  iframe.addEventListener("load", () => handlers.hasLoaded());
  // Before the document: the first request gets the connection that is open, and the program is forty times as large.
  if (container.isConnected) {
    loads();
  }
  container.append(iframe);

  return {
    /** Whether the iframe is part of a document, or was until a moment ago and may come back. */
    get present(): boolean {
      return iframe.isConnected || Boolean(watched?.out);
    },
    /** Puts the iframe into a container. Returns true when its document has to load, or load again, for that. */
    place(target: HTMLElement): boolean {
      if (iframe.parentNode === target && iframe.isConnected) {
        return false;
      }
      const again = move(iframe, target);
      if (again) {
        loads();
        setHeight(FIRST_HEIGHT);
      }
      watch();
      return again;
    },
    /** Makes the iframe visible, and names it for assistive technology. */
    show(title: string): void {
      iframe.title = title;
      if (shown) {
        return;
      }
      shown = true;
      looks = setInterval(handlers.pageMayHaveChanged, LOOK_EVERY);
      iframe.style.visibility = "";
      // A document that has told its height tells the next one soon. One change of height is drawn faster than two.
      setTimeout(() => setHeight(height), height === FIRST_HEIGHT ? 0 : NEW_HEIGHT_TIME);
      watch();
    },
    /** Makes the iframe invisible; `heir` is what stands in its place. */
    hide,
    reload(): void {
      loads();
      // replace() adds no entry to the history of the page.
      iframe.contentWindow?.location.replace(url);
    },
    setHeight,
    /** Brings an area into view, in all that scrolls around the iframe, if the focus is in it. The frame may say any area. */
    reveal(top: number, height: number): void {
      if ((iframe.getRootNode() as Document).activeElement === iframe) {
        // The frame can show no more than itself. The browser ignores a transformation without numbers.
        const end = iframe.offsetHeight;
        const from = Math.min(Math.max(top, 0), end - 1);
        const size = Math.min(Math.max(height, 1), end - from);
        // Nobody sees the iframe so small. A scroll-margin counts only for the innermost box that scrolls.
        iframe.style.transform = `matrix(1,0,0,${size / end},0,${from + (size - end) / 2})`;
        // Where the area is in view already, nothing moves.
        iframe.scrollIntoView({ block: "nearest" });
        iframe.style.transform = "";
      }
    },
    setTheme(theme: unknown): void {
      iframe.style.colorScheme = (theme ?? "") as string;
    },
    /** The colour of the text around a shown iframe, and the backgrounds behind it, the nearest first. */
    behind(): string[] | undefined {
      if (!shown) {
        return undefined;
      }
      const found = [getComputedStyle(iframe).color];
      for (let node = around(iframe); node; node = around(node)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(node);
        if (backgroundImage !== "none") {
          break;
        }
        found.push(backgroundColor);
      }
      return found;
    },
    focus(): void {
      iframe.focus({ preventScroll: true });
    },
    remove(): void {
      hide();
      gone.abort();
      iframe.remove();
    },
  };
}

// What an element is drawn in, also across the border of a shadow tree.
function around(node: Element): Element | undefined {
  return node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host;
}
