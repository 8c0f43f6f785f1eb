/**
 * A part of the program on its way from the host to the frame: a piece of its bytes, an empty piece at the end; the reason
 * of a failure; or null if the frame has to fetch the program itself.
 */
export type Wasm = Uint8Array<ArrayBuffer> | { failed: string } | null;

// How long a download may go without a byte.
const STALL_MS = 15_000;

/** The addresses of files that could not be used: the next download of one bypasses the browser's cache. */
export const spoiled = new Set<string>();

/**
 * Fetches a file, for the host and for the frame. `take` gets each piece, and may transfer it. Until `begun` has settled the
 * browser unpacks little of the file. With a range, as in the header, it resolves to whether the pieces are that part alone: a server
 * may send the whole file. It rejects with an error whose message is a code of {@link ElicitationError.reason}.
 */
export async function download(
  url: string, take: (piece: Uint8Array<ArrayBuffer>) => void, begun?: Promise<unknown>, range?: string,
): Promise<boolean> {
  const abort = new AbortController();
  let reason = "unreachable";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reason = "stalled";
      abort.abort();
    }, STALL_MS);
  };
  try {
    wait();
    const response = await fetch(url, {
      cache: spoiled.delete(url) ? "reload" : "default", headers: range ? { range } : {}, signal: abort.signal,
    });
    if (!response.ok) {
      reason = `status ${response.status}`;
      throw 0;
    }
    reason = "truncated";
    await begun;
    const reader = response.body!.getReader();
    for (;;) {
      wait();
      const { done, value } = await reader.read();
      if (done) {
        return response.status === 206;
      }
      take(value);
    }
  } catch (cause) {
    spoiled.add(url);
    throw Error(reason, { cause });
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
