import { type Example, exampleText } from "./example.js";
import { forms } from "./forms.js";
import { hostile } from "./hostile.js";
import { pages } from "./pages.js";
import { rounds } from "./rounds.js";

/** All examples, in groups. */
export const examples: readonly { group: string; examples: readonly Example[] }[] = [
  { group: "Forms", examples: forms },
  { group: "Pages to open", examples: pages },
  { group: "Several at once", examples: rounds },
  { group: "Mistakes and attacks", examples: hostile },
];

/** Lists the examples in a select. Returns a function that finds the text of the chosen one. */
export function addExamples(select: HTMLSelectElement): (value: string) => string | undefined {
  const texts = new Map<string, string>();
  for (const { group, examples: list } of examples) {
    const options = document.createElement("optgroup");
    options.label = group;
    for (const example of list) {
      const value = String(texts.size + 1);
      texts.set(value, exampleText(example));
      options.append(new Option(example.title, value));
    }
    select.append(options);
  }
  return (value) => texts.get(value);
}
