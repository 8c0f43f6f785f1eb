import type { DocumentContext } from "./context.js";
import type { CalledOff } from "./inbox.js";
import type { Decision, OpenRequest } from "./request.js";
import type { ShellWords } from "./shell-words.js";

/** What the shell shows. */
type Scene =
  | { kind: "idle" }
  | { kind: "request"; request: OpenRequest }
  | { kind: "outcome"; outcome: "declined" | "cancelled" | CalledOff }
  | { kind: "top-level" };

/**
 * The screen before the program runs: who asks, the message, and Decline and
 * Cancel that work already. Its elements stand in index.html.
 */
export class Shell {
  readonly #root = byId("shell");
  readonly #heading = byId("shell-heading");
  readonly #context: DocumentContext;
  #scene: Scene = { kind: "idle" };
  #loadFailed = false;
  #stopped = false;

  constructor(context: DocumentContext, decide: (request: OpenRequest, action: Decision) => void) {
    this.#context = context;
    for (const action of ["decline", "cancel"] as const) {
      byId(`shell-${action}`).addEventListener("click", ({ detail }) => {
        // The second click of a double click was meant for the request before.
        if (this.#scene.kind === "request" && detail < 2) {
          const outcome = action === "decline" ? "declined" : "cancelled";
          const { request } = this.#scene;
          this.#show({ kind: "outcome", outcome });
          decide(request, action);
        }
      });
    }
  }

  /** Whether it tells how a request ended. */
  get showsOutcome(): boolean {
    return this.#scene.kind === "outcome";
  }

  /** The context has another language or time zone. */
  adapt(): void {
    this.#draw();
  }

  /** Shows a request, and reports whether that was not shown yet. */
  request(request: OpenRequest): boolean {
    if (this.#scene.kind === "request" && this.#scene.request === request) {
      return false;
    }
    this.#show({ kind: "request", request });
    if (request.focus) {
      focusHeading(this.#heading);
    }
    return true;
  }

  /** The host took the request back. */
  calledOff(why: CalledOff): void {
    this.#show({ kind: "outcome", outcome: why });
  }

  /** The program cannot be loaded; Decline and Cancel go on working. */
  loadFailed(): void {
    this.#loadFailed = true;
    this.#draw();
    if (this.#scene.kind === "request" && !this.#stopped) {
      byId("status").textContent = this.#context.words.loadFailed;
    }
  }

  /** There is no page around that could ask for anything. */
  topLevel(): void {
    this.#show({ kind: "top-level" });
  }

  /** The program takes over. Focus that is in the shell goes to the program's heading, when that is there. */
  stop(): void {
    this.#stopped = true;
    if (holdsFocus(this.#root)) {
      handFocusOver(this.#root);
    }
  }

  #show(scene: Scene): void {
    if (this.#stopped) {
      return;
    }
    const hadFocus = holdsFocus(this.#root);
    this.#scene = scene;
    this.#draw();
    if (scene.kind !== "outcome") {
      return;
    }
    // A person who was in the frame is taken to what happened; the focus of
    // the chat is never taken away, so that somebody there is told instead.
    if (hadFocus) {
      focusHeading(this.#heading);
    } else {
      byId("status").textContent = this.#context.words[scene.outcome];
    }
  }

  #draw(): void {
    if (this.#stopped) {
      return;
    }
    const words = this.#context.words;
    const scene = this.#scene;
    const request = scene.kind === "request" ? scene.request : undefined;
    const server = request?.server ?? "";

    switch (scene.kind) {
      case "idle":
        this.#heading.textContent = words.loading;
        break;
      case "request":
        fill(this.#heading, words.requestFrom, server);
        break;
      case "outcome":
        this.#heading.textContent = words[scene.outcome];
        break;
      case "top-level":
        this.#heading.textContent = words.topLevel;
        break;
    }
    document.title = this.#heading.textContent ?? "";
    byId("shell-header").className = scene.kind === "outcome" ? "done" : "asker";

    const mark = byId("shell-mark");
    mark.hidden = server === "";
    mark.textContent = server.match(/\p{L}/u)?.[0]?.toUpperCase() ?? "•";

    const place = request?.place;
    const time = request?.deadline === undefined ? "" : this.#context.clock(request.deadline);
    byId("shell-progress").hidden = !place && !time;
    showText(byId("shell-place"), place && words.position.replace("{a}", `${place.position}`).replace("{b}", `${place.total}`));
    showText(byId("shell-deadline"), time && words.deadline.replace("{time}", () => time));

    const message = request?.message ?? "";
    byId("shell-message").hidden = message === "";
    fill(byId("shell-message-from"), words.messageFrom, server);
    byId("shell-message-text").textContent = message;

    const status = byId("shell-status");
    status.hidden = scene.kind === "outcome" || scene.kind === "top-level";
    status.textContent = this.#loadFailed ? `${words.loadFailed} ${request ? words.loadFailedHint : ""}`.trim() : words.loading;

    byId("shell-actions").hidden = !request;
    byId("shell-decline").textContent = words.decline;
    byId("shell-cancel").textContent = words.cancel;
  }
}

/** What stands in the frame when the program has crashed; it replaces whatever the program drew. */
export function drawBroken(words: ShellWords): void {
  const heading = document.createElement("h1");
  heading.textContent = words.broken;
  const hint = document.createElement("p");
  hint.className = "note";
  hint.textContent = words.brokenHint;
  const header = document.createElement("header");
  header.className = "done bad";
  header.append(heading);
  const step = document.createElement("div");
  step.className = "step";
  step.append(header, hint);
  const main = document.createElement("main");
  main.append(step);
  const old = document.body.firstElementChild;
  const hadFocus = old !== null && holdsFocus(old);
  old?.replaceWith(main);
  document.title = words.broken;
  if (hadFocus) {
    focusHeading(heading);
  } else {
    byId("status").textContent = words.broken;
  }
}

// Puts the server's name into a sentence, isolated so that it cannot reorder it.
function fill(element: HTMLElement, sentence: string, server: string): void {
  const [before = "", after = ""] = sentence.split("{server}");
  const name = document.createElement("bdi");
  name.textContent = server;
  element.replaceChildren(before, name, after);
}

function showText(element: HTMLElement, text = ""): void {
  element.hidden = text === "";
  element.textContent = text;
}

// A document remembers its active element when the focus is in the page around.
function holdsFocus(element: Element): boolean {
  return document.hasFocus() && element.contains(document.activeElement);
}

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  heading.focus({ preventScroll: true });
}

// The element that had the focus goes with the shell, and the program does not
// know of it. Its heading appears some frames later.
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

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`index.html has no #${id}`);
  }
  return element;
}
