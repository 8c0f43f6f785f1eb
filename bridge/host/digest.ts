/**
 * A short name for a text, the same for the same text: its characters as the
 * digits of a number, of which the remainder by a prime is left. Two texts hardly
 * ever share one by accident, but somebody can make two that do: it tells what
 * is most likely the same, and decides nothing. Every step stays below 2^53.
 */
export function digest(text: string): string {
  return [...text].reduce((sum, character) => (sum * 4099 + character.codePointAt(0)!) % 1_099_511_627_689, 7).toString(36);
}
