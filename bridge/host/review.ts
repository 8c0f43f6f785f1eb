/** When the answers are reviewed before they are sent: see `review` of ElicitOptions. */
export type Review = "always" | "short";

/**
 * The strictest of what several parties say about the review, each of which may say nothing. Only where all of them who say
 * something say "short", the review is short: an unknown word stands for "always". Undefined where nobody says anything.
 */
export function strictestReview(...words: readonly unknown[]): Review | undefined {
  const given = words.filter((word) => word !== undefined && word !== null);
  return given.length === 0 ? undefined : given.every((word) => word === "short") ? "short" : "always";
}
