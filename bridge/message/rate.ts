/**
 * Counts messages in windows of one second, so that a flood from the other
 * side cannot keep this side busy. What it returns reports whether one more
 * message may pass now.
 */
export function rateLimit(mostPerSecond: number): () => boolean {
  let windowStart = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const now = Date.now();
    if (now - windowStart >= 1000 || now < windowStart) {
      windowStart = now;
      count = 0;
    }
    return ++count <= mostPerSecond;
  };
}
