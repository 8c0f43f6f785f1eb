import { RoundTexts } from "./contents.js";
import { type RelayCore, withTimeout } from "./core.js";
import { Mirror } from "./mirror.js";
import { listen } from "./notifications.js";
import { Sleeper } from "./sleeper.js";

// A watcher follows 10 notifications at once, and more of them at most every 250 ms, so that a storm costs little.
const LOOK_BURST = 10;
const LOOK_INTERVAL_MS = 250;

/** A connected device, and the version that it has. */
export class Device {
  needsAll = true;
  readonly changed = new Sleeper();

  constructor(public v: number) {}
}

/** Reads a session for all devices that are connected to this process. */
export class Watcher {
  readonly devices = new Set<Device>();
  readonly texts: RoundTexts;
  readonly #mirror = new Mirror();
  readonly #sleeper = new Sleeper();
  readonly #pacer = new Sleeper();
  #unwatch: (() => void) | undefined;
  #hasEnded = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(readonly core: RelayCore, readonly session: string) {
    this.texts = new RoundTexts(core, session);
  }

  listen(): void {
    if (!this.#unwatch) {
      this.#unwatch = listen(this.core.store, this.session, this.#sleeper.wake);
      void this.#run();
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#unwatch?.();
    this.#sleeper.wake();
    this.#pacer.wake();
  }

  /** Reads the store at a moment after the call. Calls at the same time share one look. */
  look(): Promise<void> {
    this.#next ??= this.#running.catch(() => {}).then(() => {
      this.#running = this.#next!;
      this.#next = undefined;
      return this.#update();
    });
    return this.#next;
  }

  nextMessage(device: Device): ReturnType<Mirror["messageSince"]> {
    const next = this.#mirror.messageSince(device.v, device.needsAll, this.core.now());
    device.v = next.message.v;
    device.needsAll = false;
    return next;
  }

  async #run(): Promise<void> {
    const { now, report } = this.core;
    const burstMs = LOOK_BURST * LOOK_INTERVAL_MS;
    // Each look costs LOOK_INTERVAL_MS, of which a burst may be in debt.
    let paidAt = 0;
    for (;;) {
      await this.#sleeper.sleep(this.#nextLookMs());
      paidAt = Math.min(Math.max(paidAt, now()), now() + burstMs) + LOOK_INTERVAL_MS;
      await this.#pacer.sleep(paidAt - now() - burstMs);
      if (this.#hasEnded) {
        return;
      }
      this.#sleeper.listen();
      await this.look().catch((error: unknown) => report({ type: "failed", error }));
    }
  }

  // Stores do not notify of deadlines and leases. Their clocks may be behind, so the next look is at least 100 ms away.
  #nextLookMs(): number {
    const { poll, now } = this.core;
    const next = Math.min(...this.#mirror.open.map(({ deadline, lease }) => Math.min(deadline || Infinity, lease)));
    return Math.min(poll * (0.9 + 0.2 * Math.random()), Math.max(next - now(), 100));
  }

  async #update(): Promise<void> {
    for (let isWhole = false; ; ) {
      const before = this.#mirror.v;
      const snapshot = await withTimeout(this.core.store.read(this.session, isWhole ? 0 : before));
      if (!this.#mirror.apply(snapshot, isWhole)) {
        isWhole = true;
        continue;
      }
      for (const device of this.devices) {
        device.needsAll ||= isWhole;
        // A smaller version means that the store has lost everything.
        device.v = snapshot.v < before ? 0 : device.v;
        if (isWhole || snapshot.v !== before) {
          device.changed.wake();
        }
      }
      isWhole = false;
      this.texts.retain(this.#mirror.open);
      if (!(await this.#endOverdue())) {
        return;
      }
    }
  }

  // Ends rounds that are overdue by the clock of this process. The store decides by its own. It reports whether a round has ended.
  async #endOverdue(): Promise<boolean> {
    const { store, poll, keep, now } = this.core;
    if (this.#mirror.open.some(({ lease }) => lease <= now())) {
      // Clients renew their leases. Those that end before the next poll are read at the same time.
      const due = this.#mirror.open.filter(({ lease }) => lease <= now() + poll);
      const records = await withTimeout(store.records(this.session, due.map(({ id }) => id), ["lease"]));
      due.forEach((round, i) => (round.lease = records[i]!.lease));
    }
    const ends = this.#mirror.open.flatMap(({ id, fp, deadline, lease }) => {
      const how = deadline > 0 && deadline <= now() ? "expired" : lease <= now() ? "orphaned" : undefined;
      return how ? { id, fp, how } as const : [];
    });
    const verdicts = await withTimeout(Promise.all(ends.map((end) => store.end(this.session, { ...end, result: "", by: "", keep }))));
    return verdicts.some(({ state }) => state !== "open");
  }
}
