import { type Located, locate } from "./located.js";

/** How many characters a line may have. */
const LINE = 100;

/**
 * Formats JSON for reading. It keeps the order of names, repeated names, and the
 * way in which numbers and strings are written, which JSON.parse and
 * JSON.stringify would change.
 */
export function tidy(source: string): string {
  return write(source, locate(source), "");
}

function write(source: string, value: Located, indent: string): string {
  if (value.kind === "scalar" || value.kind === "deep") {
    return source.slice(value.start, value.end);
  }
  const inner = `${indent}  `;
  const parts =
    value.kind === "array"
      ? value.items.map((item) => write(source, item, inner))
      : value.members.map(({ name, value: of }) => `${JSON.stringify(name)}: ${write(source, of, inner)}`);
  const [open, close] = value.kind === "array" ? ["[", "]"] : ["{", "}"];
  const line = value.kind === "array" ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (parts.length === 0) {
    return open + close;
  }
  if (!line.includes("\n") && indent.length + line.length <= LINE && isSmall(value)) {
    return line;
  }
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

// Objects and arrays that hold only scalars are easy to read on one line.
function isSmall(value: Located): boolean {
  const held = value.kind === "array" ? value.items : value.kind === "object" ? value.members.map((member) => member.value) : [];
  return held.every((each) => each.kind === "scalar");
}
