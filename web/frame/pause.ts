// Protects people from deciding on an unseen request. A server takes a request back and asks another, and the press for the
// first reaches the second. Or a page over the chat closes at the first click of a double click, and the second click
// reaches the form.

/** How long presses decide nothing about a request that a person cannot have read yet. */
export const PAUSE_MS = 500;

/** The properties of the screen that a decision depends on. */
export interface Scene {
  /** The mark of the screen, which changes with each request; empty if nothing can be decided. */
  mark: string;
  /** Whether the shell has drawn the screen. The program counts its own screens from the start. */
  shell: boolean;
  request: object | undefined;
}

/** Notices when the decisions of one request replace those of another. All times are on the clock of event.timeStamp. */
export class Pause {
  #scene: Scene | undefined;
  #before: { scene: Scene; end: number } | undefined;
  #until = -Infinity;

  /** Takes the scene on the screen. Reports whether a pause begins with it. */
  shows(scene: Scene, now: number): boolean {
    const old = this.#scene;
    if (old?.mark === scene.mark) {
      return false;
    }
    if (old && old.mark !== "") {
      this.#before = { scene: old, end: now };
    }
    this.#scene = scene;
    const before = this.#before;
    if (scene.mark === "" || !before || now - before.end >= PAUSE_MS || same(before.scene, scene)) {
      return false;
    }
    this.#until = now + PAUSE_MS;
    return true;
  }

  /** Begins the pause again: its scene was painted only now. */
  restart(now: number): void {
    this.#until = now + PAUSE_MS;
  }

  /** Reports whether a press at that time cannot have been meant for the request on the screen. */
  covers(pressed: number): boolean {
    return pressed < this.#until;
  }
}

/** Why a person cannot see the page: another tab is in front of it, or another window has the focus. */
export type Absence = "hidden" | "unfocused";

/** Counts how long a person can have read the screen: painted, with its page in front and the focus in its window. */
export class Reading {
  #screen = "";
  #until = -Infinity;
  readonly #away = new Set<Absence>();

  /** Takes the scene on the screen. Reports whether it is new and can be decided. */
  shows({ mark, shell }: Scene, now: number): boolean {
    const screen = mark && `${shell} ${mark}`;
    if (this.#screen === screen) {
      return false;
    }
    this.#screen = screen;
    this.begins(now);
    return screen !== "";
  }

  /** Begins the pause: the screen was painted, or its page has come back. */
  begins(now: number): void {
    this.#until = Math.max(this.#until, now + PAUSE_MS);
  }

  leaves(why: Absence): void {
    this.#away.add(why);
  }

  /** The person is back: begins the pause, if that was the reason of an absence. */
  returns(why: Absence, now: number): void {
    if (this.#away.delete(why)) {
      this.begins(now);
    }
  }

  /** Reports whether a press came too early to decide. It ends every absence: some browsers report the return only afterwards. */
  covers(pressed: number): boolean {
    if (this.#screen === "") {
      return false;
    }
    this.#away.forEach((why) => this.returns(why, pressed));
    return pressed < this.#until;
  }
}

// Reports whether two scenes show one request. The program and the shell hand a request over to each other.
function same(a: Scene, b: Scene): boolean {
  return a.mark === b.mark || (a.shell !== b.shell && a.request !== undefined && a.request === b.request);
}
