/**
 * Makes a function that is called for each message of the other side and returns whether the message
 * may pass. It counts them second by second, so that a flood does not keep this side busy.
 */
export function rateLimit(mostPerSecond: number): () => boolean {
  let windowStart = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (Math.abs(now - windowStart) >= 1000) {
      windowStart = now;
      count = 0;
    }
    return ++count <= mostPerSecond;
  };
}
