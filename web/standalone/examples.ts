import { element } from "../element.js";
import groups from "./examples.json";

/** Requests to start from, in groups. A request is a text if an object would lose a property of it, such as the order of "10" and "9". */
export const examples: readonly { group: string; examples: readonly { title: string; request: object | string }[] }[] = groups;

/** Returns the text of an example for the editor. */
export function exampleText({ request }: { request: object | string }): string {
  return typeof request === "string" ? request : JSON.stringify(request, null, 2);
}

/** Lists the examples in a select, whose value is the text of the chosen example. */
export function addExamples(select: HTMLSelectElement): void {
  for (const { group, examples: list } of examples) {
    const options = list.map((example) => new Option(example.title, exampleText(example)));
    select.append(element("optgroup", { label: group }, ...options));
  }
}
