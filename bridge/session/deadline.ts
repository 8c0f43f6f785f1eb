// The longest time that a timer sleeps at a stretch. A longer one may be late
// by as much: browsers throttle timers of hidden pages and stop them while the
// machine sleeps, and beyond 2^31 ms they fire at once.
const STRETCH = 60_000;
// The last moment that has a date. What lies beyond is how some say "never".
const LAST = 8.64e15;

/**
 * The moment in milliseconds since 1970; undefined when there is none. What is
 * no moment is a mistake of the caller, and must not mean "never".
 */
export function deadlineOf(deadline: Date | number | undefined): number | undefined {
  const at = Number(deadline ?? Infinity);
  if (Number.isNaN(at)) {
    throw new TypeError("elicit: options.deadline is no moment");
  }
  return at <= LAST ? Math.trunc(at) : undefined;
}

/** Whether a moment has passed. */
export function isPast(at: number | undefined): boolean {
  return at !== undefined && at <= Date.now();
}

/** Calls back once the moment has passed, by the clock on the wall, unless the signal is aborted before. */
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
  // A page that comes back is told by one of these before its timers run
  // again. Tests have no document.
  globalThis.document?.addEventListener("visibilitychange", check, { signal });
  globalThis.addEventListener?.("pageshow", check, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  check();
}
