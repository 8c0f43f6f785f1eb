// Two factors, each for half of the digest.
const FACTORS = [0x9e3779b1, 0x85ebca77];

/**
 * A short name for a text, the same for the same text. Two texts hardly ever
 * share one by accident, but somebody can make two that do: it tells what is
 * most likely the same, and decides nothing.
 */
export function digest(text: string): string {
  return FACTORS.map((factor) => {
    let sum = factor;
    for (let at = 0; at < text.length; at++) {
      sum = Math.imul(sum ^ text.charCodeAt(at), factor);
      sum ^= sum >>> 15;
    }
    return (sum >>> 0).toString(36);
  }).join("-");
}
