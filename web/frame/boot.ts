// The first script of the frame. It shakes hands with the host, shows which server asks and lets the person decline
// before the program has loaded, loads the program and hands over to it, and tells the person when the program has ended.

import { quoted } from "../../bridge/message/quoted.js";
import { appsChannel } from "../../bridge/frame/apps.js";
import { Arrival, isVerifiable } from "../../bridge/frame/arrival.js";
import { type Channel, portChannel } from "../../bridge/frame/channel.js";
import { Display, INITIALIZE_ID } from "../../bridge/frame/display.js";
import { type DOMInterpreter, interpreter } from "../../bridge/frame/dom.js";
import { describeExposure, isExposed } from "../../bridge/frame/exposed.js";
import { handshake } from "../../bridge/frame/handshake.js";
import { localeFacts, pluralOf, spellDuration, timeOfDay } from "../../bridge/frame/intl.js";
import { leaves } from "../../bridge/frame/leaving.js";
import { localeTag } from "../../bridge/frame/tag.js";
import { describeFailure, isWasm, loadProgram, programFile } from "../../bridge/frame/wasm.js";
import { isObject, own } from "../../bridge/message/json.js";
import { catalogueFiles, languageOf } from "../../bridge/message/language.js";
import {
  APPS_VERSION, BLUR, CATALOGUE, FAILED, FOCUS, INITIALIZE as UI_INITIALIZE, INITIALIZED, RECEIPT, SHOWN, SIZE_CHANGED,
} from "../../bridge/message/names.js";
import { VERSION } from "../../bridge/message/version.js";
import { DocumentContext } from "./context.js";
import { caretFollows, followFocus } from "./focus.js";
import { watchFolds } from "./fold.js";
import { HostFonts } from "./fonts.js";
import { watchView } from "./inview.js";
import { Palette } from "./palette.js";
import { drawsCalendar } from "./pickers.js";
import { guardPresses } from "./press.js";
import { REHEARSAL, whenIdle } from "./rehearsal.js";
import { Shell } from "./shell.js";
import { ContentSize } from "./size.js";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: INITIALIZE_ID,
  method: UI_INITIALIZE,
  params: {
    protocolVersion: APPS_VERSION,
    appInfo: { name: "elicitform", version: VERSION },
    appCapabilities: { elicitation: { form: {}, url: {} } },
  },
};
const HOST_TIMEOUT = 15_000;
// How long a decision that was made in the shell stays readable, in milliseconds, before the program starts, which does not know it.
const OUTCOME_TIME = 10_000;
// How long the program waits at most for the shell to be painted, in milliseconds.
const PAINT_TIME = 250;

declare global {
  // The program draws with this interpreter, through go-app's batched layer.
  var goappDOM: DOMInterpreter;
}

globalThis.goappDOM = interpreter(document, (old) => leaves(old, document));
caretFollows(document);
watchFolds(document);
// Where the frame's files are, as only their server can say: document.baseURI may come from a base element or another page.
const files = (document.currentScript as HTMLScriptElement).src || document.baseURI;
// The catalogues beside the document.
const catalogues = catalogueFiles(document.querySelector<HTMLMetaElement>('meta[name="elicitform-words"]')?.content.split(" ") ?? []);
const address = new URLSearchParams(location.search);
const context = new DocumentContext(document.documentElement, new Palette(), new HostFonts(address.getAll("font")));

if (window.parent === window) {
  // This document does nothing without a page around it.
  new Shell(context, () => {}).show({ kind: "top-level" });
} else {
  embedded();
}

function embedded(): void {
  const guard = guardPresses(window, () => display.current, () => context.words);
  const file = programFile(document);
  const exposed = isExposed(self.origin, [document.URL, files]);
  const draws = drawsCalendar(document);
  const allowed = address.getAll("host");
  const shell = new Shell(context, (round, action) => {
    if (round.leavesLine) {
      const { lang, declined, cancelled } = context.words;
      const answered = `${action === "decline" ? declined : cancelled} · \u2068${round.server}\u2069`;
      notify(RECEIPT, { requestId: round.id, lang, answered });
    }
    display.decide(round, action);
  });
  let channel: Channel | undefined;
  let size: ContentSize | undefined;
  let nextRequest = (): void => {};
  let shellSeen = Promise.resolve();
  let abandoned = false;
  // The room that the page has for the frame.
  let room: unknown;
  // Whether the program draws a form before the host asks for one.
  let rehearses = false;

  const notify = (method: string, params: object): void => channel?.send(JSON.stringify({ jsonrpc: "2.0", method, params }));

  // Where the host is not ours, the frame fetches the words of the context's language itself, and only
  // while no request is open: the server of the files must not learn when a form is shown.
  let locale: unknown;
  let asked: string | undefined;
  const fetchWords = (): void => {
    const language = languageOf(locale, Object.keys(catalogues));
    if (!channel || channel.ours || display.current || !language || language === asked) {
      return;
    }
    asked = language;
    const url = new URL(catalogues[language]!, files).href;
    void fetch(url).then((response) => response.json()).then(
      (texts) => display.receive({ jsonrpc: "2.0", method: CATALOGUE, params: { language, texts } }),
      () => console.error(`elicitform: the form is in English: the words at ${url} could not be loaded`),
    );
  };

  const display = new Display({
    send: (text) => channel?.send(text),
    initialized(prerender) {
      rehearses = prerender;
      notify(INITIALIZED, {});
      size = new ContentSize((measured) => notify(SIZE_CHANGED, measured));
      size.limit(room);
      followFocus(document, (area) => notify(FOCUS, area));
      // Only the page around the frame knows whether it has the focus now, or another window.
      addEventListener("blur", () => notify(BLUR, {}));
    },
    pageFocus: (focused) => guard.pageFocus(focused),
    context(change) {
      context.apply(change);
      locale = own(change, "locale") ?? locale;
      fetchWords();
      if (isObject(change) && Object.hasOwn(change, "containerDimensions")) {
        room = change["containerDimensions"];
        size?.limit(room);
      }
      shell.draw();
      size?.changed();
    },
    closed: () => fetchWords(),
    changed(calledOff) {
      rehearses = false;
      const { current } = display;
      if (display.attached) {
        if (current) {
          size?.announce(current.schema, () => display.hold());
        }
        return;
      }
      if (current) {
        if (shell.round(current)) {
          notify(SHOWN, { requestId: current.id });
          shellSeen = nextPaint();
        }
        nextRequest();
      } else if (calledOff) {
        shell.show({ kind: "outcome", outcome: calledOff });
      }
      size?.changed();
    },
  });

  // The functions that the program finds as globalThis.elicitform.
  const program = {
    /** The program takes over: it gets the earlier texts at once, and later texts by receive. */
    attach(receive: (text: string) => void): string[] {
      shell.stop();
      whenIdle(() => {
        if (rehearses) {
          receive(REHEARSAL);
        }
      });
      return display.attach(receive);
    },
    /** Sends a text to the host. */
    post: (text: string) => display.post(text),
    /** Scrolls to an element, unless the host package will: it scrolls when the frame has the reported height. */
    scrollTo(element: Element | null): void {
      if (!channel?.ours || !size?.told) {
        element?.scrollIntoView();
      }
    },
    /** Whether the person sees the whole form without scrolling. */
    inView: watchView(document, () => guard.appears()),
    /** The program is about to end because of a fault. The shell takes over. */
    abandon(why: string): void {
      abandoned = true;
      console.error("elicitform:", why);
    },
    decompose: (text: string) => text.normalize("NFKD"),
    localeFacts: (locale: string) => localeFacts(localeTag(locale), draws),
    pluralOf,
    spellDuration,
    timeOfDay,
  };
  Object.defineProperty(globalThis, "elicitform", { value: Object.freeze(program) });

  const failed = (reason: string, message: string): void => {
    notify(FAILED, { reason, message });
    if (!display.attached) {
      shell.loadFailed();
    }
    if (abandoned) {
      const open = display.detach();
      channel?.giveUp();
      if (open || hasControls()) {
        shell.broken(open, open !== undefined);
      }
    } else if (display.attached || !channel?.ours) {
      // An MCP Apps host has another way to ask the person, and takes it after an error.
      shell.stop();
      const unsent = display.crash(display.attached ? undefined : message);
      if (unsent || hasControls()) {
        shell.broken(undefined, unsent);
      }
    }
    size?.changed();
  };

  const arrival = new Arrival(file, files);

  const run = async (): Promise<void> => {
    let start: () => Promise<void>;
    try {
      start = await loadProgram(arrival);
    } catch (error) {
      const reason = (error as Error).message;
      const message = describeFailure(reason, file, files);
      console.error(`elicitform: ${message}`);
      failed(reason, message);
      return;
    }
    // The program would wipe out an outcome that the shell tells.
    if (shell.showsOutcome) {
      await new Promise<void>((resolve) => {
        nextRequest = resolve;
        setTimeout(resolve, OUTCOME_TIME);
      });
    }
    // The program keeps the processor busy while it starts: Decline and Not now have to be on the screen before.
    await shellSeen;
    try {
      await start();
    } catch (error) {
      console.error("elicitform:", error);
    }
    failed(abandoned ? "internal" : "crash", "the program in the frame has ended");
  };

  const serverVia = (host?: string): string =>
    host ? context.words.serverVia.replace("{host}", () => quoted(host, context.words.lang === "ko")) : context.words.serverViaUnknown;
  const timeout = setTimeout(() => shell.loadFailed(), HOST_TIMEOUT);
  const wanted = exposed || !isVerifiable(file) ? { words: catalogues } : { words: catalogues, wasm: file.wasm, bytes: file.bytes };
  void handshake(window, wanted, INITIALIZE, allowed).then((answer) => {
    clearTimeout(timeout);
    channel = "port" in answer ? portChannel(answer.port, display) : appsChannel(window, answer, display, serverVia);
    let running = false;
    channel.listen((data) => {
      if (exposed || !isWasm(data)) {
        return;
      }
      arrival.take(data);
      if (!running) {
        running = true;
        void run();
      }
    });
    if (exposed) {
      const message = describeExposure(self.origin);
      console.error(`elicitform: ${message}`);
      failed("not-sandboxed", message);
    }
  });
}

// Resolves when the shell has been painted and the page has made room for all of it. A frame
// that is not rendered paints nothing: then the promise resolves after PAINT_TIME.
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const painted = (): void => {
      if (document.documentElement.scrollHeight <= innerHeight) {
        resolve();
      }
    };
    const soon = (): void => void requestAnimationFrame(() => setTimeout(painted));
    addEventListener("resize", soon);
    soon();
    setTimeout(() => {
      removeEventListener("resize", soon);
      resolve();
    }, PAINT_TIME);
  });
}

// Whether the program has left a control on the page that a person could press in vain.
function hasControls(): boolean {
  return document.querySelector("main.app :is(button, a[href], input)") !== null;
}
