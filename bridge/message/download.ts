/** The program as the frame gets it: its bytes, why there are none, or null where the frame has to fetch them itself. */
export type Wasm = ArrayBuffer | { failed: string } | null;

// How long a download may go without a byte, in milliseconds. However slow a
// network is, some bytes come.
const PATIENCE = 15_000;

/**
 * Fetches a file. `use` gets the response at once, while this function watches
 * that its bytes keep coming. It rejects with an error whose message is a short
 * code, as in {@link ElicitationError.reason}. Host and frame both fetch with it,
 * and name the same causes.
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
    // When the download fails, that is the cause, and not what use made of it.
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
