import { MAX_NEWS } from "../message/names.js";
import type { RelayEnd, FinishedPage, News, OpenRecord, RoundRef, Snapshot } from "./relay-store.js";

/** What a device is told: all that is open, or what has changed. What the rounds say follows as the last member, `open`. */
interface StateMessage {
  v: number;
  /** The time here in milliseconds since 1970: the clock of the device may be wrong. */
  now: number;
  /** What is neither among `kept` nor among `open` is not open. */
  full: boolean;
  /** The next message goes on where this one ends. */
  more?: true;
  /** The open rounds that the device has. */
  kept?: RoundRef[];
  gone: { id: string; how: RelayEnd }[];
  pages: FinishedPage[];
}

/** What this process knows of a session: which rounds are open, and what has happened lately. What the rounds say is no part of it. */
export class Mirror {
  v = 0;
  /** In the order in which they were asked. */
  open: OpenRecord[] = [];
  #news: News[] = [];

  /**
   * Brings the mirror up to a snapshot, of all that the session has or of what has changed since its version. It does nothing and
   * is false where the second is not all that has changed: the store has forgotten what has gone, or it has lost everything and
   * counts anew.
   */
  follow({ v, count, open, news }: Snapshot, all: boolean): boolean {
    const over = new Set([...news.map(({ gone }) => gone?.id), ...open.map(({ id }) => id)]);
    const before = all ? [] : this.open.filter(({ id }) => !over.has(id));
    // Those that were open before can only have gone: where the number is right, all of them are.
    if (!all && (v < this.v || before.length + open.length !== count)) {
      return false;
    }
    this.v = v;
    this.open = [...before, ...open];
    this.#news = [...(all ? [] : this.#news), ...news].slice(-MAX_NEWS);
    return true;
  }

  /** What a device has to hear that knows a version; with `full` all that is open, of which it gets the content of what was asked later. */
  since(version: number, full: boolean, now: number): { message: StateMessage; content: OpenRecord[] } {
    // One that is too large comes from a time before the store has lost everything.
    const known = version > this.v ? 0 : version;
    const open = new Set(this.open.map(({ id }) => id));
    const news = this.#news.filter(({ v, gone }) => v > known && !(gone && open.has(gone.id)));
    const kept = this.open.filter(({ asked }) => full && asked <= known).map(({ id, fp }) => ({ id, fp }));
    return {
      message: {
        v: this.v, now, full, ...(kept.length > 0 && { kept }),
        gone: news.flatMap(({ gone }) => gone ?? []), pages: news.flatMap(({ page }) => page ?? []),
      },
      content: this.open.filter(({ asked }) => asked > known),
    };
  }
}
