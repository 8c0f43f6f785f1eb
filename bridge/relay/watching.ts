import { Contents } from "./contents.js";
import { inTime, type RelayCore } from "./core.js";
import { Mirror } from "./mirror.js";
import { listen } from "./notifications.js";
import { Sleeper } from "./sleeper.js";

// A watcher looks at once when it is notified, so many times, and then once in so many milliseconds: a storm of notices costs no more.
const LOOK_BURST = 10;
const LOOK_EVERY = 250;

/** A device that is told of changes. Its members are those of its watcher. */
export class Device {
  /** All that is open is to be told. */
  full = true;
  /** Is woken when there may be something to tell. */
  readonly news = new Sleeper();

  /** It knows this version. */
  constructor(public v: number) {}
}

/** Looks at a session for all devices that are connected to this process. */
export class Watcher {
  readonly devices = new Set<Device>();
  readonly contents: Contents;
  readonly #mirror = new Mirror();
  readonly #sleeper = new Sleeper();
  readonly #pacer = new Sleeper();
  #unwatch: (() => void) | undefined;
  #over = false;
  // The look that runs, and the one that begins after it.
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(readonly core: RelayCore, readonly session: string) {
    this.contents = new Contents(core, session);
  }

  /** Looks whenever something may have changed, from the first call on. */
  listen(): void {
    if (!this.#unwatch) {
      this.#unwatch = listen(this.core.store, this.session, this.#sleeper.wake);
      void this.#run();
    }
  }

  end(): void {
    this.#over = true;
    this.#unwatch?.();
    this.#sleeper.wake();
    this.#pacer.wake();
  }

  /** Sees what the store has at a moment after the call. Calls at the same time share one look. */
  look(): Promise<void> {
    this.#next ??= this.#running.catch(() => {}).then(() => {
      this.#running = this.#next!;
      this.#next = undefined;
      return this.#update();
    });
    return this.#next;
  }

  /** What a device has to hear now. */
  telling(device: Device): ReturnType<Mirror["since"]> {
    const telling = this.#mirror.since(device.v, device.full, this.core.now());
    device.v = telling.message.v;
    device.full = false;
    return telling;
  }

  async #run(): Promise<void> {
    const { now, tell } = this.core;
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

  // How long nothing can happen of which the store does not notify. The clock of the store may be behind ours.
  #nextLook(): number {
    const { poll, now } = this.core;
    const next = Math.min(...this.#mirror.open.map(({ deadline, lease }) => Math.min(deadline || Infinity, lease)));
    return Math.min(poll * (0.9 + 0.2 * Math.random()), Math.max(next - now(), 100));
  }

  // Reads what has changed, tells the devices that there may be something for them, and ends everything that is over.
  async #update(): Promise<void> {
    for (let all = false; ; ) {
      const before = this.#mirror.v;
      const snapshot = await inTime(this.core.store.read(this.session, all ? 0 : before));
      if (!this.#mirror.follow(snapshot, all)) {
        all = true;
        continue;
      }
      for (const device of this.devices) {
        device.full ||= all;
        // The store may count its versions anew.
        device.v = snapshot.v < before ? 0 : device.v;
        if (all || snapshot.v !== before) {
          device.news.wake();
        }
      }
      all = false;
      this.contents.only(this.#mirror.open);
      if (!(await this.#endOver())) {
        return;
      }
    }
  }

  // Ends what is over by the clock of this process. The store has the last word, by its own.
  async #endOver(): Promise<boolean> {
    const { store, poll, keep, now } = this.core;
    if (this.#mirror.open.some(({ lease }) => lease <= now())) {
      // Clients that live have renewed theirs. Those that would be looked at soon are looked at as well.
      const due = this.#mirror.open.filter(({ lease }) => lease <= now() + poll);
      const records = await inTime(store.records(this.session, due.map(({ id }) => id), ["lease"]));
      due.forEach((round, i) => (round.lease = records[i]!.lease));
    }
    const over = this.#mirror.open.flatMap(({ id, fp, deadline, lease }) => {
      const how = deadline > 0 && deadline <= now() ? "expired" : lease <= now() ? "orphaned" : undefined;
      return how ? { id, fp, how } as const : [];
    });
    const verdicts = await inTime(Promise.all(over.map((one) => store.end(this.session, { ...one, result: "", by: "", keep }))));
    return verdicts.some(({ state }) => state !== "open");
  }
}
