// JSON with places: where each value stands in its text. JSON.parse forgets the
// order of names such as "10" and "9", repeated names and every position; all of
// that is what an author has to be told.

/** A JSON value and where it stands. */
export type Located =
  | { kind: "object"; start: number; end: number; members: LocatedMember[] }
  | { kind: "array"; start: number; end: number; items: Located[] }
  | { kind: "scalar"; start: number; end: number; value: string | number | boolean | null }
  /** Nested too deeply to look into. */
  | { kind: "deep"; start: number; end: number };

/** A member of an object. */
export interface LocatedMember {
  name: string;
  /** Start of the quoted name. */
  start: number;
  value: Located;
}

export type LocatedObject = Extract<Located, { kind: "object" }>;
export type LocatedArray = Extract<Located, { kind: "array" }>;

/** A way from the root to a value, as the parts of a JSON pointer. */
export type Path = readonly string[];

// No request needs more, and a hostile one must not overflow the stack.
const DEPTH = 100;

/** Reads text that JSON.parse has accepted. */
export function locate(text: string): Located {
  return new Reader(text).value(0);
}

/** The last member of that name, which is the one that parsers keep. */
export function member(of: Located | undefined, name: string): Located | undefined {
  return of?.kind === "object" ? of.members.findLast((each) => each.name === name)?.value : undefined;
}

/** The string that a value is. */
export function text(of: Located | undefined): string | undefined {
  return of?.kind === "scalar" && typeof of.value === "string" ? of.value : undefined;
}

/** The number that a value is. */
export function number(of: Located | undefined): number | undefined {
  return of?.kind === "scalar" && typeof of.value === "number" ? of.value : undefined;
}

/** The value as JSON.parse would give it; what lies too deep is left out. */
export function plainValue(of: Located): unknown {
  switch (of.kind) {
    case "object": {
      const object: { [name: string]: unknown } = {};
      for (const { name, value } of of.members) {
        // Defined and not assigned, so that "__proto__" is a name like another.
        Object.defineProperty(object, name, { value: plainValue(value), enumerable: true, configurable: true, writable: true });
      }
      return object;
    }
    case "array":
      return of.items.map(plainValue);
    case "scalar":
      return of.value;
    case "deep":
      return undefined;
  }
}

/** What a path leads to. */
export function valueAt(root: Located, path: Path): Located | undefined {
  return path.reduce<Located | undefined>((at, part) => (at?.kind === "array" ? at.items[Number(part)] : member(at, part)), root);
}

/** The text that a path leads to, with the name in front of it; as far as it leads. */
export function follow(root: Located, path: Path): { start: number; end: number } {
  let at = root;
  let range = { start: root.start, end: root.end };
  for (const part of path) {
    const named = at.kind === "object" ? at.members.findLast(({ name }) => name === part) : undefined;
    const next = at.kind === "array" ? at.items[Number(part)] : named?.value;
    if (!next) {
      break;
    }
    at = next;
    range = { start: named?.start ?? next.start, end: next.end };
  }
  return range;
}

/** A path as a JSON pointer (RFC 6901). */
export function pointer(path: Path): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(source: string) {
    this.#text = source;
  }

  value(depth: number): Located {
    this.#space();
    const start = this.#at;
    const first = this.#text[start];
    if (first !== "{" && first !== "[") {
      const value = JSON.parse(this.#scalar()) as string | number | boolean | null;
      return { kind: "scalar", start, end: this.#at, value };
    }
    if (depth >= DEPTH) {
      this.#skip();
      return { kind: "deep", start, end: this.#at };
    }
    return first === "{" ? this.#object(start, depth) : this.#array(start, depth);
  }

  #object(start: number, depth: number): Located {
    const members: LocatedMember[] = [];
    while (this.#next("}")) {
      const nameStart = this.#at;
      const name = JSON.parse(this.#scalar()) as string;
      this.#space();
      this.#at++; // The colon.
      members.push({ name, start: nameStart, value: this.value(depth + 1) });
    }
    return { kind: "object", start, end: this.#at, members };
  }

  #array(start: number, depth: number): Located {
    const items: Located[] = [];
    while (this.#next("]")) {
      items.push(this.value(depth + 1));
    }
    return { kind: "array", start, end: this.#at, items };
  }

  // Steps over the opening bracket, or the comma, to what follows; or over the
  // closing bracket, and then there is nothing more.
  #next(close: string): boolean {
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return false;
    }
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return false;
    }
    return true;
  }

  #space(): void {
    while (/[ \t\n\r]/.test(this.#text[this.#at] ?? "")) {
      this.#at++;
    }
  }

  #scalar(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') {
      while (/[^\s,\]}]/.test(this.#text[this.#at] ?? " ")) {
        this.#at++;
      }
      return this.#text.slice(start, this.#at);
    }
    this.#at++;
    while (this.#text[this.#at] !== '"') {
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    }
    this.#at++;
    return this.#text.slice(start, this.#at);
  }

  // Counts brackets instead of calling itself.
  #skip(): void {
    let open = 0;
    do {
      const character = this.#text[this.#at];
      if (character === '"') {
        this.#scalar();
        continue;
      }
      open += character === "{" || character === "[" ? 1 : character === "}" || character === "]" ? -1 : 0;
      this.#at++;
    } while (open > 0);
  }
}
