import { checkContent, readForm } from "elicitform/rules";
import german from "elicitform/words/de.json";

declare const request: { params: { requestedSchema: object } };
declare const params: { requestedSchema: object };
declare const result: { content: object };
declare function draw(...question: unknown[]): void;

export function drawFields(): void {
  // #region readForm
  const { fields, blocked } = readForm(request.params.requestedSchema);
  for (const { name, kind, label, required, options } of blocked ? [] : fields) {
    draw(name, kind, label, required, options);
  }
  // #endregion readForm
}

export function linesInGerman(): string[] {
  // #region checkContent
  const problems = checkContent(params.requestedSchema, result.content, { words: german, locale: "de" });
  const lines = problems.map(({ name, message }) => `${name}: ${message}`);
  // #endregion checkContent
  return lines;
}
