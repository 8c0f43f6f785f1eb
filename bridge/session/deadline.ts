// The longest time of one timer, in milliseconds. A longer timer is late, because browsers slow down the
// timers of hidden pages and stop them while the machine sleeps; beyond 2^31 ms it fires at once.
const STRETCH = 60_000;
// The last moment that a Date can have. Some callers give a later one for "never".
const LAST = 8.64e15;

/** The moment in milliseconds since 1970, if any. It throws for an invalid value: a mistake must not mean "never". */
export function deadlineOf(deadline: Date | number | undefined): number | undefined {
  const at = Number(deadline ?? Infinity);
  if (Number.isNaN(at)) {
    throw new TypeError("elicit: options.deadline is invalid");
  }
  return at <= LAST ? Math.trunc(at) : undefined;
}

/** Calls back when the moment has passed, as the machine's clock says, unless the signal is aborted before. */
export function onDeadline(at: number | undefined, signal: AbortSignal, passed: () => void): void {
  if (at === undefined) {
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    clearTimeout(timer);
    const left = at - Date.now();
    if (left > 0) {
      timer = setTimeout(check, Math.min(left, STRETCH));
    } else {
      passed();
    }
  };
  // A page that is shown again gets one of these events before its timers run.
  for (const type of ["visibilitychange", "pageshow"]) {
    globalThis.addEventListener?.(type, check, { signal });
  }
  signal.addEventListener("abort", () => clearTimeout(timer));
  check();
}
