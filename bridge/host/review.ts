/** See `review` of ElicitOptions. */
export type Review = "always" | "short";

/**
 * Returns the strictest review that several parties ask for. It is "short" only if every value that is given is "short": an
 * unknown word counts as "always". It is undefined if no value is given.
 */
export function strictestReview(...words: readonly unknown[]): Review | undefined {
  const requests = words.filter((word) => word !== undefined && word !== null);
  return requests.length === 0 ? undefined : requests.every((word) => word === "short") ? "short" : "always";
}
