/** The program as the frame gets it: its bytes, why there are none, or null where the frame has to fetch them itself. */
export type Wasm = ArrayBuffer | { failed: string } | null;

// How long no byte may come: a slow network is waited for, a dead one is not.
const PATIENCE = 15_000;

/**
 * Fetches a file and hands the response over at once, but watches that it goes
 * on arriving. It fails with a short code as the message, as in
 * {@link ElicitationError.reason}. Host and frame fetch in this same way, and so
 * name the same cause.
 */
export async function download<T>(url: string, cache: RequestCache, use: (response: Response) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let reason = "unreachable";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reason = "stalled";
      abort.abort();
    }, PATIENCE);
  };
  try {
    wait();
    const response = await fetch(url, { cache, signal: abort.signal });
    if (!response.ok) {
      reason = `status ${response.status}`;
      throw 0;
    }
    reason = "truncated";
    const reader = response.clone().body!.getReader();
    const used = use(response);
    // What is wrong with the download says more than what came of using it.
    used.catch(() => {});
    do {
      wait();
    } while (!(await reader.read()).done);
    clearTimeout(timer);
    reason = "not-compiled";
    return await used;
  } catch (cause) {
    throw Error(reason, { cause });
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
