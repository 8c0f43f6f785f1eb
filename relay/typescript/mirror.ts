import { MAX_NEWS } from "../../bridge/message/names.js";
import type { RelayEnd, FinishedPage, News, OpenRecord, RoundRef, Snapshot } from "./relay-store.js";

/** A message to a device. The contents of its rounds follow as the last member, `open`. */
interface StateMessage {
  v: number;
  /** The time of this process in milliseconds since 1970: the clock of the device may be wrong. */
  now: number;
  /** Every round that is missing in both `kept` and `open` has ended. */
  full: boolean;
  more?: true;
  kept?: RoundRef[];
  gone: { id: string; how: RelayEnd }[];
  pages: FinishedPage[];
}

/** The open rounds and the latest news of a session, as this process knows them, without the contents of rounds. */
export class Mirror {
  v = 0;
  open: OpenRecord[] = [];
  #news: News[] = [];

  /** Applies changes since `v`, or all. It does nothing if changes are missing: the store has forgotten them, or has started again. */
  apply({ v, count, open, news }: Snapshot, isWhole: boolean): boolean {
    const changed = new Set([...news.map(({ gone }) => gone?.id), ...open.map(({ id }) => id)]);
    const before = isWhole ? [] : this.open.filter(({ id }) => !changed.has(id));
    // If the count matches, no end was missed.
    if (!isWhole && (v < this.v || before.length + open.length !== count)) {
      return false;
    }
    this.v = v;
    this.open = [...before, ...open];
    this.#news = [...(isWhole ? [] : this.#news), ...news].slice(-MAX_NEWS);
    return true;
  }

  /** Returns the message for a device with the given version, and the rounds whose content it lacks. */
  messageSince(version: number, full: boolean, now: number): { message: StateMessage; content: OpenRecord[] } {
    // A larger version is from before the store lost everything.
    const since = version > this.v ? 0 : version;
    const open = new Set(this.open.map(({ id }) => id));
    const news = this.#news.filter(({ v, gone }) => v > since && !(gone && open.has(gone.id)));
    const present = this.open.filter(({ asked }) => full && asked <= since).map(({ id, fp }) => ({ id, fp }));
    return {
      message: {
        v: this.v, now, full, ...(present.length > 0 && { kept: present }),
        gone: news.flatMap(({ gone }) => gone ?? []), pages: news.flatMap(({ page }) => page ?? []),
      },
      content: this.open.filter(({ asked }) => asked > since),
    };
  }
}
