// Protects people from deciding on a request that they have not seen. A server takes one request back and asks another, and
// the press that was meant for the first reaches the second. Or a page that lies over the chat goes away at the first click of
// a double click, and the second one reaches the form.

/** How long no decision is taken on a request that a person cannot have read yet, in milliseconds. */
export const PAUSE = 500;

/** The screen, as far as a decision depends on it. */
export interface Scene {
  /** The mark of the screen, which changes with each request; empty where nothing can be decided. */
  mark: string;
  /** Whether the shell has drawn the screen. The program counts its own screens from the start. */
  shell: boolean;
  /** The open request: the same object in the scenes of the shell and of the program. */
  request: object | undefined;
}

/** Knows when the decisions of one request took the place of another one's. All times are on the clock of event.timeStamp. */
export class Pause {
  #scene: Scene | undefined;
  // The last scene with decisions, and when it went.
  #before: { scene: Scene; gone: number } | undefined;
  #until = -Infinity;

  /** Takes the scene that is on the screen now. Reports whether a pause begins with it. */
  shows(scene: Scene, now: number): boolean {
    const old = this.#scene;
    if (old?.mark === scene.mark) {
      return false;
    }
    if (old && old.mark !== "") {
      this.#before = { scene: old, gone: now };
    }
    this.#scene = scene;
    const before = this.#before;
    if (scene.mark === "" || !before || now - before.gone >= PAUSE || same(before.scene, scene)) {
      return false;
    }
    this.#until = now + PAUSE;
    return true;
  }

  /** Begins the pause again: its scene was painted only now. */
  painted(now: number): void {
    this.#until = now + PAUSE;
  }

  /** Whether a press at that time cannot have been meant for the request on the screen. */
  covers(pressed: number): boolean {
    return pressed < this.#until;
  }
}

/** Why a person does not look at the page: another tab is in front of it, or another window has the focus. */
export type Absence = "hidden" | "unfocused";

/**
 * Knows since when a person can have read the screen: since it was painted, its page is in front and its window has the
 * focus. All times are on the clock of event.timeStamp.
 */
export class Reading {
  #screen = "";
  #until = -Infinity;
  readonly #away = new Set<Absence>();

  /** Takes the scene that is on the screen now. Reports whether it is one that has not been read. */
  shows({ mark, shell }: Scene, now: number): boolean {
    // What the shell shows of a request is not what the program shows.
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
    this.#until = Math.max(this.#until, now + PAUSE);
  }

  leaves(why: Absence): void {
    this.#away.add(why);
  }

  /** Begins the pause, if the person was away for that reason. */
  returns(why: Absence, now: number): void {
    if (this.#away.delete(why)) {
      this.begins(now);
    }
  }

  /**
   * Whether a press at that time came before the screen can have been read. A press itself brings the page back: some
   * browsers tell of that only afterwards, and nobody has to wait for an event that never comes.
   */
  covers(pressed: number): boolean {
    if (this.#screen === "") {
      return false;
    }
    this.#away.forEach((why) => this.returns(why, pressed));
    return pressed < this.#until;
  }
}

// The program goes on with the shell's request when it takes over, and the shell with the program's when that has ended.
function same(a: Scene, b: Scene): boolean {
  return a.mark === b.mark || (a.shell !== b.shell && a.request !== undefined && a.request === b.request);
}
