import { checkContent, readForm } from "elicitform/rules";
import german from "elicitform/words/de.json";

type Result = { action: string; content?: unknown };

/** Refuses an answer that the form would not have sent. */
export function guard(requestedSchema: string, result: Result): Result {
  const problems = result.action === "accept" ? checkContent(requestedSchema, result.content ?? {}) : [];
  if (problems.length > 0) {
    throw new Error(problems.map(({ name, code }) => `${name}: ${code}`).join(", "));
  }
  return result;
}

/** Lists what a person has to correct, in German. */
export function problemsInGerman(requestedSchema: string, content: string): string[] {
  const labels = new Map(readForm(requestedSchema).fields.map(({ name, label }) => [name, label]));
  const problems = checkContent(requestedSchema, content, { words: german, locale: "de" });
  return problems.map(({ name, message }) => `${labels.get(name) ?? name}: ${message}`);
}
