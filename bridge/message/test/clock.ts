// The clock of all tests, which web/bundle.mjs puts before each of them. Time stands still until a test lets it pass, so no result
// depends on the speed of the machine. The mock timers of node:test do not say when the next timer is due. They also have
// faults: in Node 20 an interval cannot end itself, and clearTimeout of a timer from before a reset removes a newer timer.

import assert from "node:assert/strict";

const START = 1_800_000_000_000;
// How long a condition may take on this clock.
const MAX_WAIT_MS = 600_000;

// A message between two ports, or a step of a stream, takes a turn or two of the event loop.
const TURNS = 20;

class Timer {
  due = now;

  constructor(readonly callback: () => void, readonly milliseconds = 0, readonly isInterval = false) {
    this.refresh();
  }

  refresh(): this {
    timers.delete(this);
    timers.add(this);
    this.due = now + this.milliseconds;
    if (this.milliseconds <= 0) {
      // The tick is due although time stands still.
      setImmediate(tick, 0);
    }
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const timers = new Set<Timer>();
let now = START;
let isReal = false;

const real = { globals: { Date, setTimeout, clearTimeout, setInterval, clearInterval }, now: Date.now, timeout: AbortSignal.timeout };

const clear = (timer: unknown): void => void timers.delete(timer as Timer);
Object.assign(globalThis, {
  Date: new Proxy(Date, { construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [now], target) as object }),
  setTimeout: (callback: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => new Timer(() => callback(...args), milliseconds),
  setInterval: (callback: () => void, milliseconds: number) => new Timer(callback, Math.max(1, milliseconds), true),
  clearTimeout: clear,
  clearInterval: clear,
});
Date.now = () => now;
AbortSignal.timeout = (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")), milliseconds);
  return controller.signal;
};

// Counts the calls that compute in another thread. The machine's speed decides how many turns they take.
let computations = 0;
for (const name of ["decrypt", "deriveKey", "digest", "encrypt", "importKey", "sign", "verify"] as const) {
  const compute = SubtleCrypto.prototype[name] as (...args: unknown[]) => Promise<unknown>;
  Object.assign(SubtleCrypto.prototype, {
    [name](...args: unknown[]): Promise<unknown> {
      computations++;
      return compute.apply(this, args).finally(() => computations--);
    },
  });
}

/** Uses the real time, for a test of other programs, which have clocks of their own. */
export function useRealTime(): void {
  isReal = true;
  Object.assign(globalThis, real.globals);
  Date.now = real.now;
  AbortSignal.timeout = real.timeout;
}

const nextDue = (): number => Math.min(...Array.from(timers, ({ due }) => due));

/** Lets time pass at once: timers run, and nothing else happens before the function returns. */
export function tick(milliseconds: number): void {
  const end = now + milliseconds;
  for (let due = nextDue(); due <= end; due = nextDue()) {
    now = Math.max(now, due);
    const timer = [...timers].find((timer) => timer.due === due)!;
    timers.delete(timer);
    if (timer.isInterval) {
      timer.refresh();
    }
    timer.callback();
  }
  now = end;
}

/** Sets the clock. No timer runs, as while a machine sleeps. */
export function setTime(time: number): void {
  now = time;
}

/** Waits until no work is left that needs no time. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn = computations > 0 ? 0 : turn + 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

// Moves the clock to the next timer, or to the end if that is sooner.
async function move(end: number): Promise<void> {
  if (isReal) {
    return new Promise((resolve) => real.globals.setTimeout(resolve, 10));
  }
  tick(Math.max(0, Math.min(end, nextDue()) - now));
  await rest();
}

// Functions that wait at the same time take the same step.
let step: Promise<void> | undefined;
const takeStep = (end: number): Promise<void> => (step ??= move(end).finally(() => (step = undefined)));

/** Lets time pass. The consequences of a timer happen before the next one is due. */
export async function pass(milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  for (await rest(); Date.now() < end; ) {
    await takeStep(end);
  }
}

/** Lets as much time pass as a condition needs. */
export async function waitUntil(isTrue: () => unknown): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS;
  for (await rest(); !(await isTrue()); ) {
    assert.ok((isReal || timers.size > 0) && Date.now() < end, "the condition stays false, whatever time passes");
    await takeStep(end);
  }
}

/** Lets as much time pass as a promise needs. */
export async function settle<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const end = (): void => void (isSettled = true);
  promise.then(end, end);
  await waitUntil(() => isSettled);
  return promise;
}
