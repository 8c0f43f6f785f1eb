/**
 * Limits the messages of the other side, which could keep this side busy with a
 * flood of them. The function that it returns is called for each message, counts
 * them second by second, and returns whether the message may pass.
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
