/**
 * A short name for a text, which is always the same for the same text. The
 * characters are taken as the digits of a number, and the name is the remainder
 * of that number by a prime. Two texts hardly ever have the same name by
 * accident, but two such texts can be made on purpose, so that nothing about
 * security may depend on it. No step gets above 2^53.
 */
export function digest(text: string): string {
  return [...text].reduce((sum, character) => (sum * 4099 + character.codePointAt(0)!) % 1_099_511_627_689, 7).toString(36);
}
