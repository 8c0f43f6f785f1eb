import { type Located, locate } from "./located.js";

/** How many characters a line may have. */
const LINE = 100;

/**
 * Formats JSON for reading. It keeps the order of names, repeated names, and the
 * way in which numbers and strings are written, which JSON.parse and
 * JSON.stringify would change.
 */
export function tidy(source: string): string {
  return write(locate(source), "");
}

function write(value: Located, indent: string): string {
  if (value.kind === "scalar" || value.kind === "deep") {
    return value.text;
  }
  const isArray = value.kind === "array";
  const held = isArray ? value.items : value.members.map((member) => member.value);
  const [open, close] = isArray ? "[]" : "{}";
  if (held.length === 0) {
    return `${open}${close}`;
  }
  const inner = `${indent}  `;
  const parts = isArray
    ? value.items.map((item) => write(item, inner))
    : value.members.map(({ name, value: of }) => `${JSON.stringify(name)}: ${write(of, inner)}`);
  const line = isArray ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  // Objects and arrays that hold only scalars are easy to read on one line.
  if (held.every((each) => each.kind === "scalar") && indent.length + line.length <= LINE) {
    return line;
  }
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
