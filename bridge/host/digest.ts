/**
 * A short name for a text: the remainder of the text as a number by a prime, with no step above 2^53. Two texts hardly
 * ever share a name by accident, but can on purpose: nothing about security may depend on it.
 */
export function digest(text: string): string {
  return [...text].reduce((sum, character) => (sum * 4099 + character.codePointAt(0)!) % 1_099_511_627_689, 7).toString(36);
}
