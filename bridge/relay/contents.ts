import { inTime, type RelayCore } from "./core.js";
import { openRound } from "./round.js";
import type { OpenRecord } from "./relay-store.js";

// For how many milliseconds rounds are kept for the next device.
const KEEP_CONTENT = 10_000;

// How many bytes of rounds make a message. A device shows the first ones while the next are on their way.
const MOST_BATCH = 256 * 1024;

const utf8 = new TextEncoder();
const COMMA = utf8.encode(",");

/** The JSON text of one round. */
interface Kept {
  readonly asked: number;
  /** The round as JSON without its last brace; empty where it cannot be read or is over. */
  readonly text: Promise<Uint8Array>;
  /** When it was told last. */
  used: number;
}

/** The JSON texts of the rounds of a session, written once for all devices. The limits of a session bound their size. */
export class Contents {
  readonly #kept = new Map<string, Kept>();

  constructor(readonly core: RelayCore, readonly session: string) {}

  /**
   * The rounds with their present drafts, in batches: pieces of JSON with commas. A round that is over is
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

  /** Deletes the texts of rounds that are not open any more, and those that no device has needed lately. */
  only(open: OpenRecord[]): void {
    const asked = new Map(open.map((one) => [one.id, one.asked]));
    for (const [id, one] of this.#kept) {
      if (asked.get(id) !== one.asked || this.core.now() - one.used > KEEP_CONTENT) {
        this.#kept.delete(id);
      }
    }
  }

  async #of(round: OpenRecord): Promise<Uint8Array[]> {
    const { id, asked } = round;
    let one = this.#kept.get(id);
    if (one?.asked !== asked) {
      one = { asked, text: this.#read(round), used: 0 };
      this.#kept.set(id, one);
      // The next device tries again.
      one.text.catch(() => this.#kept.delete(id));
    }
    one.used = this.core.now();
    const [text, [record]] = await Promise.all([one.text, inTime(this.core.store.records(this.session, [id], ["draft"]))]);
    const { draft } = record!;
    return text.length > 0 ? [text, utf8.encode(`${draft && `,"draft":${JSON.stringify(draft)}`}}`)] : [];
  }

  async #read(round: OpenRecord): Promise<Uint8Array> {
    const [record] = await inTime(this.core.store.records(this.session, [round.id], ["fp", "body"]));
    const open = openRound(round, record!);
    return utf8.encode(open ? JSON.stringify(open).slice(0, -1) : "");
  }
}
