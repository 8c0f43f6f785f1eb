import { own } from "../message/json.js";
import { rateLimit } from "../message/rate.js";
import type { Port } from "./rpc.js";
import { onRemoval } from "./watch.js";

/** The iframe as the host sees it; tests have their own. */
export interface Frame {
  /** Whether the iframe is part of a document. */
  readonly connected: boolean;
  /** Puts the iframe into a container, and reports whether its document must load (again) for that. */
  place(container: HTMLElement): boolean;
  /** Makes the iframe visible, and names it for assistive technology. */
  show(title: string): void;
  /** Hides the iframe while there is nothing in it to see. */
  hide(): void;
  /** Loads the document again in place of what is there. */
  reload(): void;
  setHeight(pixels: number): void;
  setTheme(theme: unknown): void;
  focus(): void;
  remove(): void;
}

/** What a frame tells. */
export interface FrameHandlers {
  /** The frame's document has shaken hands, which it does again after every load. */
  connected(port: Port, hello: unknown): void;
  /** Some document has loaded. */
  loaded(): void;
  /** Somebody took the iframe out of the page while it was shown. */
  removed(): void;
}

/** Makes the iframe of a host. */
export type FrameFactory = (url: string, container: HTMLElement, handlers: FrameHandlers) => Frame;

// Never allow-same-origin, allow-top-navigation or allow-modals. Pop-ups are
// for the pages that a person agrees to open, and those must not run in a
// sandbox.
const SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

// A frame without a height counts as off-screen and is hardly rendered, so
// that it would never report the height it needs.
const FIRST_HEIGHT = 160;
const HELLOS_PER_SECOND = 10;
const NONCE_LIMIT = 200;

/** Makes the iframe and answers its handshake. */
export const createFrame: FrameFactory = (url, container, handlers) => {
  const page = container.ownerDocument;
  const view = page.defaultView ?? window;
  const iframe = page.createElement("iframe");
  let shown = false;
  // Undefined until the document has said how high it is.
  let height: number | undefined;
  let unwatch = (): void => {};

  iframe.setAttribute("sandbox", SANDBOX);
  iframe.setAttribute("allow", "");
  iframe.referrerPolicy = "no-referrer";
  iframe.style.cssText = "display:block;border:0;inline-size:100%";
  // Not display:none: the frame has to warm up while nobody needs it, for which
  // it needs no drawing. Not aria-hidden: Chromium tells screen readers nothing
  // of a document that was loaded under it, whatever becomes of the attribute.
  const hide = (): void => {
    shown = false;
    unwatch();
    iframe.title = "Request form";
    iframe.style.visibility = "hidden";
    iframe.style.blockSize = "0";
    // Nobody can see where the focus would be.
    iframe.blur();
  };
  hide();
  iframe.src = url;

  const setHeight = (pixels: number | undefined): void => {
    height = pixels;
    if (shown) {
      iframe.style.blockSize = `${pixels ?? FIRST_HEIGHT}px`;
    }
  };
  const watch = (): void => {
    unwatch();
    if (shown) {
      unwatch = onRemoval(iframe, () => handlers.removed());
    }
  };

  const limit = rateLimit(HELLOS_PER_SECOND);
  let lastNonce: string | undefined;
  const onMessage = (event: MessageEvent): void => {
    if (!event.source || event.source !== iframe.contentWindow || own(event.data, "elicitform") !== "hello") {
      return;
    }
    const nonce = own(event.data, "nonce");
    // The nonce is new for each load of the document; the same one again is a repetition.
    if (typeof nonce !== "string" || nonce.length > NONCE_LIMIT || nonce === lastNonce || !limit()) {
      return;
    }
    lastNonce = nonce;
    const channel = new MessageChannel();
    // The origin of the frame is opaque, so that no target origin can name it;
    // the message goes to the window that said hello.
    iframe.contentWindow?.postMessage({ elicitform: "connect", nonce }, "*", [channel.port2]);
    handlers.connected(channel.port1, event.data);
  };
  view.addEventListener("message", onMessage);
  iframe.addEventListener("load", () => handlers.loaded());
  container.append(iframe);

  return {
    get connected() {
      return iframe.isConnected;
    },
    place(target) {
      if (iframe.parentNode === target && iframe.isConnected) {
        return false;
      }
      const survived = moved(iframe, target);
      if (!survived) {
        setHeight(undefined);
      }
      watch();
      return !survived;
    },
    show(title) {
      iframe.title = title;
      if (shown) {
        return;
      }
      shown = true;
      iframe.style.visibility = "";
      setHeight(height);
      watch();
    },
    hide,
    reload() {
      // It leaves nothing behind to go back to.
      iframe.contentWindow?.location.replace(url);
    },
    setHeight,
    setTheme(theme) {
      iframe.style.colorScheme = theme === "light" || theme === "dark" ? theme : "";
    },
    focus() {
      iframe.focus({ preventScroll: true });
    },
    remove() {
      unwatch();
      view.removeEventListener("message", onMessage);
      iframe.remove();
    },
  };
};

// Reports whether the document survived the move, which takes moveBefore.
function moved(iframe: HTMLIFrameElement, target: HTMLElement): boolean {
  const mover = target as HTMLElement & { moveBefore: (node: Node, before: Node | null) => void };
  if (iframe.isConnected) {
    try {
      mover.moveBefore(iframe, null);
      return true;
    } catch {
      // A browser that has no such thing, a target that is in no page or in
      // another one: then it has to load again.
    }
  }
  target.append(iframe);
  return false;
}
