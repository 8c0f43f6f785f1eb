import { type RelayCore, withTimeout } from "./core.js";
import type { OpenRecord } from "./relay-store.js";
import { readOpenRound } from "./roundbody.js";

const KEEP_TEXT_MS = 10_000;
// A message has about this many bytes of rounds, so that a device shows the first rounds while the others arrive.
const MAX_BATCH = 256 * 1024;

const utf8 = new TextEncoder();
const COMMA = utf8.encode(",");

interface RoundText {
  readonly asked: number;
  /** The round as JSON without its last brace; empty if it has ended. */
  readonly bytes: Promise<Uint8Array>;
  usedAt: number;
}

/** Caches the JSON texts of the open rounds of a session for all its devices. The limits of a session bound its size. */
export class RoundTexts {
  readonly #texts = new Map<string, RoundText>();

  constructor(readonly core: RelayCore, readonly session: string) {}

  /** Yields rounds with their drafts in batches, as pieces of JSON with commas. The last batch may be empty. */
  async *batches(rounds: OpenRecord[]): AsyncGenerator<{ batch: Uint8Array[]; last: boolean }> {
    let batch: Uint8Array[] = [];
    let size = 0;
    for (const round of rounds) {
      if (size >= MAX_BATCH) {
        yield { batch, last: false };
        batch = [];
        size = 0;
      }
      const pieces = await this.#encode(round);
      batch.push(...(batch.length > 0 && pieces.length > 0 ? [COMMA] : []), ...pieces);
      size += pieces.reduce((sum, { length }) => sum + length, 0);
    }
    yield { batch, last: true };
  }

  /** Drops the texts of ended rounds, and those that no device has needed lately. */
  retain(open: OpenRecord[]): void {
    const versions = new Map(open.map((round) => [round.id, round.asked]));
    for (const [id, text] of this.#texts) {
      if (versions.get(id) !== text.asked || this.core.now() - text.usedAt > KEEP_TEXT_MS) {
        this.#texts.delete(id);
      }
    }
  }

  async #encode(round: OpenRecord): Promise<Uint8Array[]> {
    const { id, asked } = round;
    let text = this.#texts.get(id);
    if (text?.asked !== asked) {
      text = { asked, bytes: this.#read(round), usedAt: 0 };
      this.#texts.set(id, text);
      text.bytes.catch(() => this.#texts.delete(id));
    }
    text.usedAt = this.core.now();
    const [bytes, [record]] = await Promise.all([text.bytes, withTimeout(this.core.store.records(this.session, [id], ["draft"]))]);
    const { draft } = record!;
    return bytes.length > 0 ? [bytes, utf8.encode(`${draft && `,"draft":${JSON.stringify(draft)}`}}`)] : [];
  }

  async #read(round: OpenRecord): Promise<Uint8Array> {
    const [record] = await withTimeout(this.core.store.records(this.session, [round.id], ["fp", "body"]));
    const open = readOpenRound(round, record!);
    return utf8.encode(open ? JSON.stringify(open).slice(0, -1) : "");
  }
}
