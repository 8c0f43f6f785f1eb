import { inTime, type RelayContext } from "./context.js";
import { questionOf } from "./question.js";
import type { OpenRecord } from "./relay-store.js";

// How many bytes of the questions of a session are kept for the next device, and for how many milliseconds when none has come.
const MOST_CONTENT = 4 * 1024 * 1024;
const KEEP_CONTENT = 10_000;

// How many bytes of questions make a message. A page shows the first ones while the next are on their way.
const MOST_BATCH = 256 * 1024;

const utf8 = new TextEncoder();
const COMMA = utf8.encode(",");
const BRACE = utf8.encode("}");

/** What one question says. */
interface Kept {
  readonly asked: number;
  /** The question as JSON without its last brace; undefined where nobody can read it. */
  text?: Uint8Array | undefined;
  /** The member with the draft, which was read after the look with this number. */
  draft: Uint8Array;
  look: number;
  /** What is counted of it. */
  size: number;
  /** When it was told last. */
  used: number;
  /** Resolves when nobody reads it. */
  idle: Promise<unknown>;
}

/** What the questions of a session say, written once for all devices. */
export class Contents {
  readonly #context: RelayContext;
  readonly #session: string;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;
  /** Counts the looks at the session. */
  looks = 0;

  constructor(context: RelayContext, session: string) {
    this.#context = context;
    this.#session = session;
  }

  /**
   * What questions say, in batches: pieces of JSON with commas. Their drafts are not older than a look. What nobody can answer any more is
   * left out, so that the last batch may be empty.
   */
  async *each(questions: OpenRecord[], look: number): AsyncGenerator<{ batch: Uint8Array[]; last: boolean }> {
    let batch: Uint8Array[] = [];
    let size = 0;
    for (const question of questions) {
      if (size >= MOST_BATCH) {
        yield { batch, last: false };
        batch = [];
        size = 0;
      }
      const pieces = await this.#of(question, look);
      batch.push(...(batch.length > 0 && pieces.length > 0 ? [COMMA] : []), ...pieces);
      size += bytesOf(pieces);
    }
    yield { batch, last: true };
  }

  /** Drops what is not open any more, and what no device has needed lately. */
  only(open: OpenRecord[]): void {
    const asked = new Map(open.map((one) => [one.id, one.asked]));
    for (const [id, one] of this.#kept) {
      if (asked.get(id) !== one.asked || this.#context.now() - one.used > KEEP_CONTENT) {
        this.#drop(id);
      }
    }
  }

  async #of(question: OpenRecord, look: number): Promise<Uint8Array[]> {
    const { id, asked } = question;
    let one = this.#kept.get(id);
    if (one?.asked !== asked) {
      this.#drop(id);
      one = { asked, draft: new Uint8Array(), look: -1, size: 0, used: 0, idle: Promise.resolve() };
      this.#kept.set(id, one);
    }
    one.used = this.#context.now();
    const reading = one.idle.then(() => this.#read(one, question, look));
    one.idle = reading.catch(() => {});
    await reading;
    return one.text ? [one.text, one.draft, BRACE] : [];
  }

  async #read(one: Kept, question: OpenRecord, look: number): Promise<void> {
    const { store } = this.#context;
    const now = this.looks;
    const { id } = question;
    if (one.look < 0) {
      const content = await inTime(store.content(this.#session, id));
      const text = questionOf(question, content);
      one.text = text && utf8.encode(JSON.stringify(text).slice(0, -1));
      one.draft = member(content.draft);
    } else if (one.look < look && one.text) {
      const draft = member(await inTime(store.unfinished(this.#session, id)));
      one.draft = isSame(draft, one.draft) ? one.draft : draft;
    }
    one.look = Math.max(one.look, now);
    if (this.#kept.get(id) === one) {
      this.#bytes -= one.size;
      one.size = bytesOf([one.text ?? [], one.draft] as Uint8Array[]);
      this.#bytes += one.size;
      for (const other of this.#kept.keys()) {
        if (this.#bytes <= MOST_CONTENT) {
          break;
        }
        this.#drop(other);
      }
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}

function member(draft: string): Uint8Array {
  return utf8.encode(draft && `,"draft":${JSON.stringify(draft)}`);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function bytesOf(pieces: Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
