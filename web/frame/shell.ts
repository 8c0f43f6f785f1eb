import { byId } from "../byid.js";
import { element } from "../element.js";
import type { DocumentContext } from "./context.js";
import type { CalledOff } from "../../bridge/frame/display.js";
import type { Decision, OpenRound } from "../../bridge/frame/openround.js";
import { quoted } from "../../bridge/message/quoted.js";
import { type Entry, readEntries } from "./entries.js";

type Scene =
  | { kind: "idle" }
  | { kind: "round"; round: OpenRound }
  | { kind: "outcome"; outcome: "declined" | "cancelled" | CalledOff }
  | { kind: "broken"; round: OpenRound | undefined; entries: Entry[]; isUnsent: boolean }
  | { kind: "top-level" };

const HEADINGS = { idle: "loading", broken: "broken", "top-level": "topLevel" } as const;

/** The screen before the program runs and after it has failed. Its elements are in index.html. */
export class Shell {
  readonly #root = byId("shell");
  readonly #heading = byId("shell-heading");
  readonly #context: DocumentContext;
  #scene: Scene = { kind: "idle" };
  // Each round has its own mark, which press.ts reads.
  #rounds = 0;
  #loadFailed = false;
  #stopped = false;
  #isExpanded = false;

  constructor(context: DocumentContext, decide: (round: OpenRound, action: Decision) => void) {
    this.#context = context;
    byId("shell-message-all").addEventListener("click", () => {
      this.#isExpanded = !this.#isExpanded;
      this.draw();
    });
    for (const action of ["decline", "cancel"] as const) {
      byId(`shell-${action}`).addEventListener("click", () => {
        const round = this.#round;
        if (round) {
          this.show({ kind: "outcome", outcome: action === "decline" ? "declined" : "cancelled" });
          decide(round, action);
        }
      });
    }
  }

  get showsOutcome(): boolean {
    return this.#scene.kind === "outcome";
  }

  /** Shows a round. Reports false when it was on the screen already: then only its place is drawn again. */
  showRound(round: OpenRound): boolean {
    if (this.#round === round) {
      this.#progress(round);
      return false;
    }
    this.show({ kind: "round", round });
    if (round.focus) {
      focusHeading(this.#heading);
    }
    return true;
  }

  loadFailed(): void {
    this.#loadFailed = true;
    this.draw();
    if (this.#scene.kind === "round" && !this.#stopped) {
      byId("status").textContent = this.#context.words.loadFailed;
    }
  }

  /** Replaces the drawing of a program that has ended, and lists the entries of the form. An open round can still be decided. */
  showBroken(round: OpenRound | undefined, isUnsent: boolean): void {
    const drawing = document.body.firstElementChild!;
    const entries = readEntries(drawing);
    const hadFocus = holdsFocus(drawing);
    if (drawing !== this.#root) {
      drawing.replaceWith(this.#root);
    }
    this.#stopped = false;
    this.show({ kind: "broken", round, entries, isUnsent }, hadFocus);
  }

  /** The program takes over. If the focus is in the shell, it goes to the program's heading as soon as that is drawn. */
  stop(): void {
    this.#stopped = true;
    if (holdsFocus(this.#root)) {
      handFocusOver(this.#root);
    }
  }

  get #round(): OpenRound | undefined {
    return "round" in this.#scene ? this.#scene.round : undefined;
  }

  /** Shows a scene, unless the program has taken over. */
  show(scene: Scene, hadFocus = holdsFocus(this.#root)): void {
    if (this.#stopped) {
      return;
    }
    const before = this.#round;
    this.#scene = scene;
    if (this.#round && this.#round !== before) {
      this.#rounds++;
      this.#isExpanded = false;
    }
    this.draw();
    if (scene.kind !== "outcome" && scene.kind !== "broken") {
      return;
    }
    // Focus in the frame moves to the heading. Focus in the chat stays there, and the heading is announced.
    if (hadFocus) {
      focusHeading(this.#heading);
    } else {
      byId("status").textContent = this.#heading.textContent;
    }
  }

  /** Draws the scene. Also called after the language or the time zone has changed. */
  draw(): void {
    if (this.#stopped) {
      return;
    }
    const words = this.#context.words;
    document.documentElement.lang = words.lang;
    document.documentElement.dir = words.dir;
    const scene = this.#scene;
    const round = this.#round;
    const server = round?.server ?? "";

    if (round) {
      this.#root.dataset["request"] = `shell ${this.#rounds}`;
    } else {
      delete this.#root.dataset["request"];
    }
    if (scene.kind === "round") {
      fill(this.#heading, words.requestFrom, server, words.lang);
    } else {
      this.#heading.textContent = words[scene.kind === "outcome" ? scene.outcome : HEADINGS[scene.kind]];
    }
    document.title = this.#heading.textContent ?? "";
    byId("shell-header").className = { round: "server asking", outcome: "done", broken: "done bad" }[scene.kind as string] ?? "server";

    const mark = byId("shell-mark");
    mark.hidden = scene.kind !== "round" || server === "";
    mark.textContent = server.match(/\p{L}/u)?.[0]?.toUpperCase() ?? "•";

    this.#progress(round);

    const message = round?.message ?? "";
    byId("shell-message").hidden = message === "";
    fill(byId("shell-message-from"), words.messageFrom, server, words.lang);
    byId("shell-message-text").textContent = message;
    byId("shell-message-text").classList.toggle("open", this.#isExpanded);
    byId("shell-message-all").textContent = this.#isExpanded ? words.showLess : words.showAll;
    byId("shell-message-all").ariaExpanded = `${this.#isExpanded}`;

    const status = byId("shell-status");
    status.hidden = scene.kind === "outcome" || scene.kind === "top-level";
    const failure = scene.kind === "broken" ? words.brokenHint : this.#loadFailed ? words.loadFailed : undefined;
    status.textContent = failure === undefined ? words.loading : `${failure} ${round ? words.loadFailedHint : ""}`.trim();

    byId("shell-actions").hidden = !round;
    byId("shell-decline").textContent = words.decline;
    const cancel = byId("shell-cancel");
    cancel.hidden = !round;
    cancel.ariaLabel = words.cancel;

    const entries = scene.kind === "broken" ? scene.entries : [];
    byId("shell-typed").hidden = entries.length === 0;
    byId("shell-typed-heading").textContent = words.typed;
    showText(byId("shell-typed-hint"), scene.kind === "broken" && scene.isUnsent ? words.typedHint : "");
    byId("shell-typed-list").replaceChildren(...entries.map(row));
  }

  #progress(round: OpenRound | undefined): void {
    const { words } = this.#context;
    const place = round?.place;
    const time = round?.deadline === undefined ? "" : this.#context.clock(round.deadline);
    byId("shell-progress").hidden = !place && !time;
    showText(byId("shell-place"), place && words.position.replace("{a}", `${place.position}`).replace("{b}", `${place.total}`));
    showText(byId("shell-deadline"), time && words.deadline.replace("{time}", () => time));
  }
}

function row({ question, answer }: Entry): HTMLElement {
  const value = element("dd", { className: "value", dir: "auto" }, answer);
  return element("div", { className: "answer" }, element("dt", { dir: "auto" }, question), value);
}

// The server's name is isolated and quoted in a sentence, as in the program.
function fill(into: HTMLElement, sentence: string, server: string, lang: string): void {
  const [before = "", after = ""] = sentence.split("{server}");
  into.replaceChildren(before, element("bdi", {}, quoted(server, lang === "ko")), after);
}

function showText(where: HTMLElement, text = ""): void {
  where.hidden = text === "";
  where.textContent = text;
}

// document.activeElement alone is not enough: it stays when the focus is in the parent page.
function holdsFocus(element: Element): boolean {
  return document.hasFocus() && element.contains(document.activeElement);
}

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  const blurred = (): void => {
    // The heading stays the active element when the whole window has lost the focus.
    if (document.activeElement !== heading) {
      heading.removeAttribute("tabindex");
      heading.removeEventListener("blur", blurred);
    }
  };
  heading.addEventListener("blur", blurred);
  heading.focus({ preventScroll: true });
}

// Moves the focus from the shell to the program's heading, which is drawn some frames after the program has removed the shell.
function handFocusOver(shell: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (shell.isConnected) {
      return;
    }
    if (document.activeElement !== null && document.activeElement !== document.body) {
      observer.disconnect();
      return;
    }
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading && heading.getClientRects().length > 0) {
      observer.disconnect();
      focusHeading(heading);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  setTimeout(() => observer.disconnect(), 5000);
}
