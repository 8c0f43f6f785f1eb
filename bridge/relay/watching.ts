import { type Listening, Sleeper } from "./bells.js";
import { Contents } from "./content.js";
import { inTime, type RelayContext } from "./context.js";
import { Mirror, type Telling } from "./mirror.js";
import type { Snapshot } from "./relay-store.js";

/** How many devices of a session are told of changes at most. */
export const MOST_DEVICES = 32;

// A watcher looks so often as soon as it rings, and once in so many milliseconds when it rings on: a storm of notices costs no more.
const LOOK_BURST = 10;
const LOOK_EVERY = 250;

/** A device that is told of changes. Its members are those of its watcher. */
export class Device {
  /** All that is open is to be told. */
  full = true;
  /** Rings when there may be something to tell. */
  readonly news = new Sleeper();

  /** The version is the one that it knows. */
  constructor(public v: number) {}
}

/** Ends everything in a session that is over. */
export function sweep(context: RelayContext, session: string): Promise<void> {
  return new Watcher(context, session).look();
}

/** The one who looks at a session for all devices that are connected to this process. */
export class Watcher {
  readonly devices = new Set<Device>();
  readonly contents: Contents;
  readonly #context: RelayContext;
  readonly #session: string;
  readonly #mirror = new Mirror();
  readonly #sleeper = new Sleeper();
  readonly #pacer = new Sleeper();
  #listening: Listening | undefined;
  #over = false;
  // The look that runs, and the one that begins after it.
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(context: RelayContext, session: string) {
    this.#context = context;
    this.#session = session;
    this.contents = new Contents(context, session);
  }

  /** Looks whenever something may have changed, from the first call on. */
  listen(): void {
    if (!this.#listening) {
      this.#listening = this.#context.bells.listen(this.#session, this.#sleeper.ring);
      // What has changed before the bell could ring is seen then.
      void this.#listening.ready.then(this.#sleeper.ring);
      void this.#run();
    }
  }

  end(): void {
    this.#over = true;
    this.#listening?.stop();
    this.#sleeper.ring();
    this.#pacer.ring();
  }

  /** Sees what the store has at a moment after the call. Calls at the same time share one look. */
  look(): Promise<void> {
    this.#next ??= this.#running.catch(() => {}).then(() => {
      this.#running = this.#next!;
      this.#next = undefined;
      this.contents.looks++;
      return this.#update();
    });
    return this.#next;
  }

  /** What a device has to hear now, as of the look with this number. */
  telling(device: Device): Telling & { look: number } {
    const telling = this.#mirror.since(device.v, device.full, this.#context.now());
    device.v = telling.message.v;
    device.full = false;
    return { ...telling, look: this.contents.looks };
  }

  async #run(): Promise<void> {
    const { now, tell } = this.#context;
    // When all looks are paid for: each costs LOOK_EVERY, and some may be owed.
    let paid = 0;
    for (;;) {
      await this.#sleeper.sleep(this.#nextLook());
      const owed = LOOK_BURST * LOOK_EVERY;
      paid = Math.min(Math.max(paid, now()), now() + owed) + LOOK_EVERY;
      await this.#pacer.sleep(paid - now() - owed);
      if (this.#over) {
        return;
      }
      this.#sleeper.listen();
      await this.look().catch((error: unknown) => tell({ type: "failed", error }));
    }
  }

  // How long nothing can happen that rings no bell. The clock of the store may be behind ours.
  #nextLook(): number {
    const { poll, now } = this.#context;
    const next = Math.min(...this.#mirror.open.map(({ deadline, lease }) => Math.min(deadline || Infinity, lease)));
    return Math.min(poll * (0.9 + 0.2 * Math.random()), Math.max(next - now(), 100));
  }

  // Reads what has changed, and ends everything that is over.
  async #update(): Promise<void> {
    for (let lost = false; ; ) {
      const snapshot = await inTime(this.#context.store.read(this.#session, lost ? 0 : this.#mirror.v));
      if (lost) {
        this.#become(snapshot);
      } else if (!this.#follow(snapshot)) {
        lost = true;
        continue;
      }
      lost = false;
      this.contents.only(this.#mirror.open);
      if (!(await this.#endOver())) {
        return;
      }
    }
  }

  #follow(snapshot: Snapshot): boolean {
    const changed = snapshot.v !== this.#mirror.v;
    const followed = this.#mirror.follow(snapshot);
    if (followed && changed) {
      this.#tell();
    }
    return followed;
  }

  #become(snapshot: Snapshot): void {
    const anew = this.#mirror.become(snapshot);
    for (const device of this.devices) {
      device.full = true;
      device.v = anew ? 0 : device.v;
    }
    this.#tell();
  }

  #tell(): void {
    this.devices.forEach(({ news }) => news.ring());
  }

  // Ends what is over by the clock of this process. The store has the last word, by its own.
  async #endOver(): Promise<boolean> {
    const { store, poll, keep, now } = this.#context;
    if (this.#mirror.open.some(({ lease }) => lease <= now())) {
      // Askers that live have renewed theirs. Those that would be looked at soon are looked at as well.
      const due = this.#mirror.open.filter(({ lease }) => lease <= now() + poll);
      const leases = await inTime(store.leases(this.#session, due.map(({ id }) => id)));
      due.forEach((question, i) => (question.lease = leases[i]!));
    }
    const over = this.#mirror.open.flatMap(({ id, fp, deadline, lease }) => {
      const how = deadline > 0 && deadline <= now() ? "expired" : lease <= now() ? "orphaned" : undefined;
      return how ? { id, fp, how } as const : [];
    });
    const verdicts = await inTime(Promise.all(over.map((one) => store.end(this.#session, { ...one, result: "", by: "", keep }))));
    return verdicts.some(({ state }) => state !== "open");
  }
}
