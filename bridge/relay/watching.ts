import { type Listening, Sleeper } from "./bells.js";
import { inTime, type RelayContext } from "./context.js";
import { type OpenQuestion, openQuestions } from "./question.js";
import type { FinishedPage, RelayEnd, Snapshot } from "./relay-store.js";

/** How many devices of a session are told of changes at most. */
export const MOST_DEVICES = 32;

/** What a device is told: all that is open, or what has changed. */
export interface StateMessage {
  v: number;
  /** The time here in milliseconds since 1970: the clock of the device may be wrong. */
  now: number;
  /** What is not among `open` is not open. */
  full: boolean;
  open: OpenQuestion[];
  gone: { id: string; how: RelayEnd }[];
  pages: FinishedPage[];
}

/** A device that is told of changes. */
export interface Device {
  /** The version that it knows. */
  v: number;
  /** The fingerprints of what is open as far as it knows, by id; undefined before the first message. */
  known: Map<string, string> | undefined;
  send(message: StateMessage): void;
  alive(): void;
}

/** Reads the state of a session, after everything in it that is over has been ended. */
export async function readState({ store, keep, now }: RelayContext, session: string, since: number): Promise<Snapshot> {
  const snapshot = await store.read(session, since);
  const over = snapshot.open.flatMap(({ id, fp, body, deadline, lease }) => {
    const how = deadline > 0 && deadline <= now() ? "expired" : lease <= now() || body === "" ? "orphaned" : undefined;
    return how ? { id, fp, how } as const : [];
  });
  if (over.length === 0) {
    return snapshot;
  }
  // The store has the last word, by its own clock.
  const verdicts = await Promise.all(over.map((one) => store.end(session, { ...one, result: "", by: "", keep })));
  return verdicts.some(({ state }) => state !== "open") ? store.read(session, since) : snapshot;
}

/** The whole state, as a message. */
export function whole(context: RelayContext, { v, open, gone, pages }: Snapshot): StateMessage {
  return { v, now: context.now(), full: true, open: openQuestions(open), gone, pages };
}

/** The one who looks at a session for all devices that are connected to this process. */
export class Watcher {
  readonly devices = new Set<Device>();
  readonly #context: RelayContext;
  readonly #session: string;
  readonly #sleeper = new Sleeper();
  readonly #listening: Listening;
  #over = false;

  constructor(context: RelayContext, session: string) {
    this.#context = context;
    this.#session = session;
    this.#listening = context.bells.listen(session, this.#sleeper.ring);
    // What has changed before the bell could ring is seen then.
    void this.#listening.ready.then(() => this.look());
    void this.#run();
  }

  /** Looks at the session soon. */
  look(): void {
    this.#sleeper.ring();
  }

  end(): void {
    this.#over = true;
    this.#listening.stop();
    this.#sleeper.ring();
  }

  async #run(): Promise<void> {
    const { poll, heartbeat, now, tell } = this.#context;
    let alive = now();
    let next = Infinity;
    for (;;) {
      const pause = Math.min(poll * (0.9 + 0.2 * Math.random()), heartbeat, Math.max(next - now(), 100));
      await this.#sleeper.sleep(pause);
      if (this.#over) {
        return;
      }
      this.#sleeper.listen();
      try {
        const since = Math.min(...[...this.devices].map(({ v }) => v));
        const snapshot = await inTime(readState(this.#context, this.#session, Number.isFinite(since) ? since : 0));
        next = Math.min(...snapshot.open.map(({ deadline, lease }) => Math.min(deadline || Infinity, lease)));
        this.devices.forEach((device) => this.#tell(device, snapshot));
      } catch (error) {
        tell({ type: "failed", error });
      }
      if (now() - alive >= heartbeat) {
        alive = now();
        this.devices.forEach((device) => device.alive());
      }
    }
  }

  #tell(device: Device, snapshot: Snapshot): void {
    // Its first message is on its way.
    if (!device.known) {
      return;
    }
    const { known } = device;
    const open = snapshot.open.filter(({ id, fp }) => known.get(id) !== fp);
    const now = new Map(snapshot.open.map(({ id, fp }) => [id, fp]));
    const gone = [...known.keys()].filter((id) => !now.has(id)).map((id) => snapshot.gone.find((one) => one.id === id) ?? ({ id, how: "orphaned" } as const));
    const pages = snapshot.v === device.v ? [] : snapshot.pages;
    if (open.length + gone.length + pages.length > 0) {
      device.send({ ...whole(this.#context, { ...snapshot, open, gone, pages }), full: false });
    }
    device.v = snapshot.v;
    device.known = now;
  }
}
