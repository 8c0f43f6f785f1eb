// The longest time of one timer, in milliseconds. A longer timer fires late, because browsers slow down the timers of hidden
// pages and stop them while the machine sleeps. A timer beyond 2^31 ms fires at once.
const MAX_TIMER = 60_000;
// The last time of a Date. Some callers pass a later time for "never".
const LAST_TIME = 8.64e15;

/** Returns the deadline in milliseconds since 1970, if any. It throws for an invalid value: a mistake must not mean "never". */
export function deadlineOf(at: number): number | undefined {
  if (Number.isNaN(at)) {
    throw new TypeError("elicit: options.deadline is invalid");
  }
  return at <= LAST_TIME ? Math.trunc(at) : undefined;
}

/** Calls `passed` at a time of the machine's clock, unless the signal is aborted before. */
export function onDeadline(at: number | undefined, signal: AbortSignal, passed: () => void): void {
  if (at === undefined) {
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    clearTimeout(timer);
    const remaining = at - Date.now();
    if (remaining > 0) {
      timer = setTimeout(check, Math.min(remaining, MAX_TIMER));
    } else {
      passed();
    }
  };
  // A page that becomes visible gets one of these events before its timers run.
  for (const type of ["visibilitychange", "pageshow"]) {
    globalThis.addEventListener?.(type, check, { signal });
  }
  signal.addEventListener("abort", () => clearTimeout(timer));
  check();
}
