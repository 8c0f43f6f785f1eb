/**
 * A short name for a text: its remainder by a prime, as a number, without a step above 2^53. Two texts share a name hardly
 * ever by accident, but can on purpose: nothing about security may depend on it.
 */
export function digest(text: string): string {
  return [...text].reduce((sum, character) => (sum * 4099 + character.codePointAt(0)!) % 1_099_511_627_689, 7).toString(36);
}
