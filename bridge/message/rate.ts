/** Makes a function that reports for each message of the other side whether it may pass. A flood then does not keep this side busy. */
export function rateLimit(maxPerSecond: number): () => boolean {
  let windowStart = 0;
  let count = 0;
  return () => {
    const now = Date.now();
    if (Math.abs(now - windowStart) >= 1000) {
      windowStart = now;
      count = 0;
    }
    return ++count <= maxPerSecond;
  };
}
