import groups from "./examples.json";

/** A request that an author can start from. */
interface Example {
  title: string;
  /** What a server sends. It is text where an object would lose something, such as the order of the names "10" and "9". */
  request: object | string;
}

/** All examples, in groups. */
export const examples: readonly { group: string; examples: readonly Example[] }[] = groups;

/** The text of an example for the editor. */
export function exampleText({ request }: Example): string {
  return typeof request === "string" ? request : JSON.stringify(request, null, 2);
}

/** Lists the examples in a select. Returns a function that finds the text of the chosen one. */
export function addExamples(select: HTMLSelectElement): (value: string) => string | undefined {
  const texts: string[] = [];
  for (const { group, examples: list } of examples) {
    const options = document.createElement("optgroup");
    options.label = group;
    options.append(...list.map((example) => new Option(example.title, String(texts.push(exampleText(example))))));
    select.append(options);
  }
  return (value) => texts[Number(value) - 1];
}
