import { inTime, type RelayContext } from "./context.js";
import { openRound } from "./round.js";
import type { OpenRecord } from "./relay-store.js";

// For how many milliseconds rounds are kept for the next device.
const KEEP_CONTENT = 10_000;

// How many bytes of rounds make a message. A page shows the first ones while the next are on their way.
const MOST_BATCH = 256 * 1024;

const utf8 = new TextEncoder();
const COMMA = utf8.encode(",");

/** What one round says. */
interface Kept {
  readonly asked: number;
  /** The round as JSON without its last brace; undefined before it was read, and empty where it cannot be read or is over. */
  text: Uint8Array | undefined;
  /** When it was told last. */
  used: number;
  /** Resolves when it is not being read. */
  idle: Promise<unknown>;
}

/** What the rounds of a session say, written once for all devices. The limits of a session bound them. */
export class Contents {
  readonly #kept = new Map<string, Kept>();

  constructor(readonly context: RelayContext, readonly session: string) {}

  /**
   * What rounds say, with their drafts of now, in batches: pieces of JSON with commas. A round that is over is
   * left out, so that the last batch may be empty.
   */
  async *each(rounds: OpenRecord[]): AsyncGenerator<{ batch: Uint8Array[]; last: boolean }> {
    let batch: Uint8Array[] = [];
    let size = 0;
    for (const round of rounds) {
      if (size >= MOST_BATCH) {
        yield { batch, last: false };
        batch = [];
        size = 0;
      }
      const pieces = await this.#of(round);
      batch.push(...(batch.length > 0 && pieces.length > 0 ? [COMMA] : []), ...pieces);
      size += pieces.reduce((sum, { length }) => sum + length, 0);
    }
    yield { batch, last: true };
  }

  /** Drops what is not open any more, and what no device has needed lately. */
  only(open: OpenRecord[]): void {
    const asked = new Map(open.map((one) => [one.id, one.asked]));
    for (const [id, one] of this.#kept) {
      if (asked.get(id) !== one.asked || this.context.now() - one.used > KEEP_CONTENT) {
        this.#kept.delete(id);
      }
    }
  }

  async #of(round: OpenRecord): Promise<Uint8Array[]> {
    const { id, asked } = round;
    let one = this.#kept.get(id);
    if (one?.asked !== asked) {
      one = { asked, text: undefined, used: 0, idle: Promise.resolve() };
      this.#kept.set(id, one);
    }
    one.used = this.context.now();
    const reading = one.idle.then(() => this.#read(one, round));
    one.idle = reading.catch(() => {});
    const draft = await reading;
    return one.text?.length ? [one.text, utf8.encode(`${draft && `,"draft":${JSON.stringify(draft)}`}}`)] : [];
  }

  // Reads what a round says, unless that is known, and returns its draft.
  async #read(one: Kept, round: OpenRecord): Promise<string> {
    const { id } = round;
    const [record] = await inTime(this.context.store.records(this.session, [id], one.text ? ["draft"] : ["fp", "body", "draft"]));
    if (!one.text) {
      const text = openRound(round, record!);
      one.text = utf8.encode(text ? JSON.stringify(text).slice(0, -1) : "");
    }
    return record!.draft;
  }
}
