import { quoted } from "../../bridge/message/quoted.js";
import { appsChannel } from "../../bridge/frame/apps.js";
import { Arrival, isVerifiable } from "../../bridge/frame/arrival.js";
import { type Channel, portChannel } from "../../bridge/frame/channel.js";
import { type CalledOff, Display, INITIALIZE_ID } from "../../bridge/frame/display.js";
import { describeExposure, isExposed } from "../../bridge/frame/exposed.js";
import { handshake, type HostAnswer } from "../../bridge/frame/handshake.js";
import { localeFacts, pluralOf, spellDuration, timeOfDay } from "../../bridge/frame/intl.js";
import type { Decision, OpenRound } from "../../bridge/frame/openround.js";
import { localeTag } from "../../bridge/frame/tag.js";
import { describeFailure, isWasm, loadProgram, programFile } from "../../bridge/frame/wasm.js";
import { fetchCatalogue } from "../../bridge/message/catalogue.js";
import { isObject, own, textOf } from "../../bridge/message/json.js";
import { catalogueParts, languageOf } from "../../bridge/message/language.js";
import {
  APPS_VERSION, BLUR, CATALOGUE, FAILED, FOCUS, INITIALIZE as UI_INITIALIZE, INITIALIZED, RECEIPT, SHOWN, SIZE_CHANGED,
} from "../../bridge/message/names.js";
import { VERSION } from "../../bridge/message/version.js";
import type { DocumentContext } from "./context.js";
import { followFocus } from "./focus.js";
import { watchView } from "./inview.js";
import { nextPaint } from "./paint.js";
import { drawsCalendar } from "./pickers.js";
import { PressGuard } from "./press.js";
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
// How long the host may take to answer until the shell says that the form cannot be loaded.
const HOST_TIMEOUT_MS = 15_000;
// How long the outcome of a decision in the shell stays readable before the program starts, which does not know it.
const OUTCOME_MS = 10_000;

/** Lets the person decline before the program has loaded, hands over to it, and takes over again when it ends. */
export class Frame {
  readonly #context: DocumentContext;
  readonly #files: string;
  readonly #file = programFile(document);
  readonly #arrival: Arrival;
  readonly #isExposed: boolean;
  readonly #guard: PressGuard;
  readonly #shell: Shell;
  readonly #catalogues = catalogueParts(document.querySelector<HTMLMetaElement>('meta[name="elicitform-words"]')?.content.split(" ") ?? []);
  readonly #display = new Display({
    send: (text) => this.#channel?.send(text),
    onInitialized: (prerender) => this.#start(prerender),
    onPageFocus: (hasFocus) => this.#guard.pageFocus(hasFocus),
    onContext: (change) => this.#applyContext(change),
    onClose: () => this.#fetchWords(),
    onChange: (calledOff) => this.#showRound(calledOff),
  });
  #channel: Channel | undefined;
  #size: ContentSize | undefined;
  #awaitRoom: (() => void) | undefined;
  #containerDimensions: unknown;
  #locale: unknown;
  #language: string | undefined;
  readonly #drawsCalendar = drawsCalendar(document);
  #facts: { locale: string; text: string } | undefined;
  #rehearses = false;
  #isLoading = false;
  #isAbandoned = false;
  #shellPainted = Promise.resolve();
  #endOutcome = (): void => {};

  /** `files` is the address of a file of the frame: the others lie beside it. */
  constructor(context: DocumentContext, files: string) {
    this.#context = context;
    this.#files = files;
    this.#arrival = new Arrival(this.#file, files);
    this.#isExposed = isExposed(self.origin, [document.URL, files]);
    this.#guard = new PressGuard(window, () => this.#display.current, () => context.words);
    this.#shell = new Shell(context, (round, action) => this.#decide(round, action));
    Object.defineProperty(globalThis, "elicitform", { value: Object.freeze(this.#interface()) });
  }

  /** Shakes hands with the page around the frame, whose origin must be one of these; any page may be the host if there are none. */
  connect(allowedOrigins: string[]): void {
    const timeout = setTimeout(() => this.#shell.loadFailed(), HOST_TIMEOUT_MS);
    const words = this.#catalogues;
    const { wasm, bytes } = this.#file;
    const wanted = this.#isExposed || !isVerifiable(this.#file) ? { words } : { words, wasm, bytes };
    void handshake(window, wanted, INITIALIZE, allowedOrigins).then((answer) => {
      clearTimeout(timeout);
      this.#listen(answer);
    });
  }

  #listen(answer: HostAnswer): void {
    this.#channel = "port" in answer
      ? portChannel(answer.port, this.#display)
      : appsChannel(window, answer, this.#display, (host) => this.#nameServer(host));
    this.#channel.listen((data) => {
      if (this.#isExposed || !isWasm(data)) {
        return;
      }
      this.#arrival.take(data);
      if (!this.#isLoading) {
        this.#isLoading = true;
        void this.#load();
      }
    });
    if (this.#isExposed) {
      this.#fail("not-sandboxed", describeExposure(self.origin));
    }
  }

  #nameServer(host?: string): string {
    const { serverVia, serverViaUnknown, lang } = this.#context.words;
    return host ? serverVia.replace("{host}", () => quoted(host, lang === "ko")) : serverViaUnknown;
  }

  #notify(method: string, params: object): void {
    this.#channel?.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  #start(prerender: boolean): void {
    this.#rehearses = prerender;
    this.#notify(INITIALIZED, {});
    this.#size = new ContentSize((measured) => this.#notify(SIZE_CHANGED, measured));
    this.#size.limit(this.#containerDimensions);
    this.#awaitRoom = followFocus(document, (area) => this.#notify(FOCUS, area));
    // Only the page around the frame knows whether it has the focus now, or another window.
    // The blur of a control bubbles only if a script has made the event. Many of them exhaust the messages that the host accepts.
    addEventListener("blur", ({ eventPhase }) => eventPhase === Event.AT_TARGET && this.#notify(BLUR, {}));
  }

  #applyContext(change: unknown): void {
    this.#context.apply(change);
    this.#locale = own(change, "locale") ?? this.#locale;
    if (!this.#display.hasProgram) {
      whenIdle(() => this.#localeFacts(textOf(this.#locale) ?? ""));
    }
    this.#fetchWords();
    if (isObject(change) && Object.hasOwn(change, "containerDimensions")) {
      this.#containerDimensions = change["containerDimensions"];
      this.#size?.limit(this.#containerDimensions);
    }
    this.#shell.draw();
    this.#size?.changed();
  }

  // An MCP Apps host hands over no words. They are fetched only while no request is open: the server of the files
  // must not learn when a form is shown.
  #fetchWords(): void {
    const language = languageOf(this.#locale, Object.keys(this.#catalogues));
    if (!this.#channel || this.#channel.ours || this.#display.current || !language || language === this.#language) {
      return;
    }
    this.#language = language;
    const url = new URL(this.#catalogues[language]!, this.#files).href;
    void fetchCatalogue(url).then(JSON.parse).then(
      (texts) => this.#display.receive({ jsonrpc: "2.0", method: CATALOGUE, params: { language, texts } }),
      () => console.error(`elicitform: the form is in English: the words at ${url} could not be loaded`),
    );
  }

  #decide(round: OpenRound, action: Decision): void {
    const { lang: language, declined, cancelled } = this.#context.words;
    const answered = `${action === "decline" ? declined : cancelled} · \u2068${round.server}\u2069`;
    this.#notify(RECEIPT, { requestId: round.id, language, answered });
    this.#display.decide(round, action);
  }

  #showRound(calledOff?: CalledOff): void {
    this.#rehearses = false;
    const { current } = this.#display;
    if (this.#display.hasProgram) {
      if (current) {
        this.#size?.announce(current.schema, () => this.#display.hold());
      }
      return;
    }
    if (current) {
      if (this.#shell.showRound(current)) {
        this.#notify(SHOWN, { requestId: current.id });
        this.#shellPainted = nextPaint();
      }
      this.#endOutcome();
    } else if (calledOff) {
      this.#shell.show({ kind: "outcome", outcome: calledOff });
    }
    this.#size?.changed();
  }

  // Intl takes long for the first facts about a locale. They are ready before the program is there to ask.
  #localeFacts(locale: string): string {
    if (this.#facts?.locale !== locale) {
      this.#facts = { locale, text: localeFacts(localeTag(locale), this.#drawsCalendar) };
    }
    return this.#facts.text;
  }

  #interface(): object {
    return {
      /** The program takes over: it gets the earlier texts at once, and later texts by receive. */
      attach: (receive: (text: string) => void): string[] => {
        this.#shell.stop();
        whenIdle(() => {
          if (this.#rehearses) {
            receive(REHEARSAL);
          }
        });
        return this.#display.attach(receive);
      },
      post: (text: string) => this.#display.post(text),
      scrollTo: (element: Element | null): void => {
        if (!this.#channel?.ours || !this.#size?.awaitsHeight) {
          element?.scrollIntoView();
        } else {
          this.#awaitRoom?.();
        }
      },
      inView: watchView(document, () => this.#guard.appears()),
      /** The program is about to end because of a fault. The shell takes over. */
      abandon: (why: string): void => {
        this.#isAbandoned = true;
        console.error(`elicitform: ${why}\nFor the names of its functions: npx elicitform@${VERSION} trace <file>`);
      },
      decompose: (text: string) => text.normalize("NFKD"),
      localeFacts: (locale: string) => this.#localeFacts(locale),
      pluralOf,
      spellDuration,
      timeOfDay,
    };
  }

  async #load(): Promise<void> {
    let run: () => Promise<void>;
    try {
      run = await loadProgram(this.#arrival);
    } catch (error) {
      const reason = (error as Error).message;
      this.#fail(reason, describeFailure(reason, this.#file, this.#files));
      return;
    }
    if (this.#shell.showsOutcome) {
      await new Promise<void>((resolve) => {
        this.#endOutcome = resolve;
        setTimeout(resolve, OUTCOME_MS);
      });
    }
    // Decline and Not now have to be on the screen before the program starts, because it keeps the processor busy.
    await this.#shellPainted;
    try {
      await run();
    } catch (error) {
      console.error("elicitform:", error);
    }
    this.#end(this.#isAbandoned ? "internal" : "crash", "the program in the frame has ended");
  }

  #fail(reason: string, message: string): void {
    console.error(`elicitform: ${message}`);
    this.#end(reason, message);
  }

  #end(reason: string, message: string): void {
    const display = this.#display;
    const shell = this.#shell;
    this.#notify(FAILED, { reason, message });
    if (!display.hasProgram) {
      shell.loadFailed();
    }
    if (this.#isAbandoned) {
      const round = display.detach();
      this.#channel?.giveUp();
      if (round || hasControls()) {
        shell.showBroken(round, round !== undefined);
      }
    } else if (display.hasProgram || !this.#channel?.ours) {
      // An MCP Apps host has another way to ask the person, and takes it after an error.
      shell.stop();
      const isUnsent = display.crash(display.hasProgram ? undefined : message);
      if (isUnsent || hasControls()) {
        shell.showBroken(undefined, isUnsent);
      }
    }
    this.#size?.changed();
  }
}

function hasControls(): boolean {
  return document.querySelector("main.app :is(button, a[href], input)") !== null;
}
