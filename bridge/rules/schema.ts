// What a property's schema says, written out as internal/schema does: references resolved, an allOf of
// one entry merged, and null taken away, because an answer is there or absent.

import { type Exact, isItems, itemsOf, type Members, membersOf } from "../message/exact.js";
import { MAX_ALTERNATIVES, MAX_OPTIONS, MAX_REFERENCES } from "../message/names.js";

// How many characters one may have: many properties can lead to the same one.
const MOST_REFERENCE = 4096;

// What combines schemas: where two schemas that are merged have the same of these, both count.
const COMBINING = ["allOf", "anyOf", "oneOf", "not", "if"];

/** Thrown where no form shows the property. */
export class Obstacle extends Error {
  /** Throws one, unless nothing is in the way. */
  static when(inTheWay: boolean, reason: string): void {
    if (inTheWay) {
      throw new Obstacle(reason);
    }
  }
}

/** Thrown where no form shows the request. */
export class Unshown extends Error {}

/** requestedSchema as a whole, with what reading it may still cost. */
export class SchemaDocument {
  readonly #anchors: ReadonlyMap<string, Exact>;
  readonly #base: string;
  // The schemas that references lead to, written out, by the texts of the references.
  readonly #flat = new Map<string, Members>();

  constructor(readonly root: Members, readonly budget: { work: number; options: number; values: number }) {
    const id = root.get("$id");
    this.#base = typeof id === "string" ? id.replace(/#$/, "") : "";
    this.#anchors = anchorsOf(root);
  }

  /** Counts work before it is done: definitions that name each other grow exponentially when they are written out. */
  spend(amount: number): void {
    this.budget.work -= amount;
    Obstacle.when(this.budget.work < 0, "too-much");
  }

  /** Counts options, and the characters of their values. */
  countOptions(amount: number, size: number): void {
    this.budget.options -= amount;
    this.budget.values -= size;
    limitOptions(this.budget.options < 0 ? Infinity : amount);
    Obstacle.when(this.budget.values < 0, "too-much");
  }

  /** Follows the references of the root. Its own other members win over the members of the schema that it refers to. */
  top(): Members {
    let schema = this.root;
    for (const trail: string[] = []; schema.has("$ref"); ) {
      schema = this.#step(schema, trail);
    }
    return schema;
  }

  /** Writes a schema out. */
  flatten(schema: Exact | undefined, trail: readonly string[] = []): Members {
    const reference = membersOf(schema).get("$ref");
    if (membersOf(schema).size !== 1 || typeof reference !== "string" || trail.length > 0) {
      return this.#writtenOut(schema, trail);
    }
    const known = this.#flat.get(reference) ?? this.#writtenOut(schema, trail);
    this.#flat.set(reference, known);
    return known;
  }

  #writtenOut(schema: Exact | undefined, trail: readonly string[]): Members {
    let written = objectOf(schema);
    const followed = [...trail];
    for (;;) {
      this.spend(1 + written.size);
      const only = itemsOf(written.get("allOf"));
      Obstacle.when(written.has("$dynamicRef") || written.has("$recursiveRef"), "remote-reference");
      if (written.has("$ref")) {
        written = this.#step(written, followed);
      } else if (only.length === 1) {
        written = this.#overlay(only[0]!, written, "allOf");
      } else {
        const { schema, again } = this.#alternatives(written, followed);
        if (!again) {
          return this.#withoutNull(schema);
        }
        written = schema;
      }
    }
  }

  #step(schema: Members, trail: string[]): Members {
    const reference = schema.get("$ref");
    const isBroken = typeof reference !== "string" || reference.length > MOST_REFERENCE;
    if (isBroken || trail.includes(reference) || trail.length === MAX_REFERENCES) {
      throw new Obstacle("broken-reference");
    }
    trail.push(reference);
    return this.#overlay(this.#resolve(reference), schema, "$ref");
  }

  // Only this document is searched: nothing is ever fetched.
  #resolve(reference: string): Exact {
    const own = this.#base !== "" && reference.startsWith(this.#base) ? reference.slice(this.#base.length) : undefined;
    const local = own === "" || own?.startsWith("#") ? own : reference;
    Obstacle.when(local !== "" && !local.startsWith("#"), "remote-reference");
    let found: Exact | undefined;
    try {
      const fragment = decodeURIComponent(local.slice(1));
      if (fragment.startsWith("/")) {
        found = this.root;
        for (const token of fragment.slice(1).split("/")) {
          found = at(found, token.replaceAll("~1", "/").replaceAll("~0", "~"));
        }
      } else if (fragment !== "") {
        found = this.#anchors.get(fragment);
      }
    } catch {
      // A fragment that is none.
    }
    if (found === undefined) {
      throw new Obstacle("broken-reference");
    }
    return found;
  }

  // The members of both schemas, without the skipped member of `over`. Of members of the same name, the one of `over` counts.
  #overlay(under: Exact, over: Members, skip: string): Members {
    const base = objectOf(under);
    if (over.size === 1) {
      return base;
    }
    this.spend(base.size + over.size);
    const merged = new Map([...over].filter(([name]) => name !== skip));
    for (const [name, value] of base) {
      if (!merged.has(name)) {
        merged.set(name, value);
      } else if (COMBINING.includes(name)) {
        throw new Obstacle("composition");
      }
    }
    return merged;
  }

  // Writes out the entries of anyOf and oneOf, without those that only null or nothing
  // matches. A single one that is left is merged into the schema, unless it is an option.
  #alternatives(schema: Members, trail: readonly string[]): { schema: Members; again: boolean } {
    let changed = schema;
    for (const keyword of ["anyOf", "oneOf"]) {
      const entries = changed.get(keyword);
      if (!isItems(entries)) {
        continue;
      }
      const kept = this.#kept(keyword, entries, trail);
      Obstacle.when(kept.length === 0 && entries.length > 0, "unsupported-type");
      if (kept.length === 1 && !kept[0]!.has("const")) {
        return { schema: this.#overlay(kept[0]!, changed, keyword), again: true };
      }
      changed = new Map(changed).set(keyword, kept);
    }
    return { schema: changed, again: false };
  }

  #kept(keyword: string, entries: readonly Exact[], trail: readonly string[]): Members[] {
    limitOptions(entries.length);
    this.spend(entries.length);
    const kept: Members[] = [];
    const types = new Set<string>();
    let foreign = 0;
    for (const entry of entries) {
      const type = membersOf(entry).get("type");
      if (entry === false || isOnlyNull(membersOf(entry))) {
        continue;
      }
      if (keyword === "anyOf" && membersOf(entry).size === 1 && typeof type === "string") {
        if (types.has(type)) {
          continue;
        }
        types.add(type);
      }
      const flat = this.flatten(entry, trail);
      kept.push(flat);
      foreign += isOption(flat) ? 0 : 1;
      Obstacle.when(foreign > MAX_ALTERNATIVES, "composition");
    }
    return kept;
  }

  #withoutNull(schema: Members): Members {
    Obstacle.when(isOnlyNull(schema), "unsupported-type");
    let written = schema;
    const types = schema.get("type");
    if (isItems(types)) {
      const kept = types.filter((type) => type !== "null");
      written = new Map(written).set("type", kept.length === 1 ? kept[0]! : kept);
    }
    const values = schema.get("enum");
    limitOptions(itemsOf(values).length);
    if (isItems(values) && values.includes(null)) {
      this.spend(values.length);
      written = new Map(written).set("enum", values.filter((value) => value !== null));
    }
    return written;
  }
}

const MAPS = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"];
// In these null is a value.
const VALUES = ["const", "enum", "default", "examples"];

/**
 * A schema without the null that serialisers write for a keyword that is not there. The members of a map of schemas stay: those
 * are names.
 */
export function given(schema: Exact, isMap = false): Exact {
  if (isItems(schema)) {
    return schema.map((item) => given(item));
  } else if (!(schema instanceof Map)) {
    return schema;
  }
  const members = [...(schema as Members)].filter(([name, value]) => isMap || !isUnsaid(name, value, schema));
  return new Map(members.map(([name, value]): [string, Exact] =>
    [name, !isMap && VALUES.includes(name) ? value : given(value, !isMap && MAPS.includes(name))]));
}

// Whether a keyword says nothing: it is null, or an empty anyOf or allOf beside a type. A const may be null, unless its neighbours
// want something else, or other ones are null beside a type.
function isUnsaid(keyword: string, value: Exact, among: Members): boolean {
  const type = among.get("type") ?? null;
  const typed = type !== null && type !== "null";
  if (isItems(value) && value.length === 0 && ["anyOf", "allOf"].includes(keyword)) {
    return typed;
  }
  return value === null && (keyword !== "const" || [...among].some(([name, one]) => {
    if (one === null) {
      return typed && name !== "const" && name !== "default";
    } else if (name === "type" || name === "enum") {
      return one !== "null" && !itemsOf(one).some((item) => item === null || item === "null");
    }
    return name === "$ref" || (itemsOf(one).length > 0 && name.endsWith("Of")) || Object.hasOwn(TYPE_OF, name);
  }));
}

/** The type that has a keyword which no other one has. */
export const TYPE_OF: { [keyword: string]: string } = {
  properties: "object", items: "array", prefixItems: "array", minItems: "array", maxItems: "array",
  minLength: "string", maxLength: "string", pattern: "string", format: "string", contentEncoding: "string",
  minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number", multipleOf: "number",
};

function limitOptions(amount: number): void {
  if (amount > MAX_OPTIONS) {
    throw new Unshown("too-many-options");
  }
}

// The definitions of a document by the names that they give themselves.
function anchorsOf(root: Members): Map<string, Exact> {
  const anchors = new Map<string, Exact>();
  const definitions = ["$defs", "definitions"].flatMap((place) => [...membersOf(root.get(place)).values()]);
  for (const definition of definitions) {
    const [anchor, id] = ["$anchor", "$id"].map((name) => membersOf(definition).get(name));
    const names = [anchor, typeof id === "string" && id.startsWith("#") ? id.slice(1) : undefined];
    names.forEach((name) => typeof name === "string" && anchors.set(name, definition));
  }
  return anchors;
}

// The members of a schema; true has none.
function objectOf(schema: Exact | undefined): Members {
  Obstacle.when(!(schema instanceof Map) && schema !== true, "not-a-schema");
  return membersOf(schema);
}

// The value that a token of a JSON Pointer leads to.
function at(value: Exact | undefined, token: string): Exact | undefined {
  return isItems(value) ? (/^(?:0|[1-9]\d{0,8})$/.test(token) ? value[Number(token)] : undefined) : membersOf(value).get(token);
}

/** Whether an alternative lists the values that it accepts. */
export function isOption(entry: Members): boolean {
  return entry.has("const") || itemsOf(entry.get("enum")).length > 0;
}

function isOnlyNull(schema: Members): boolean {
  const type = schema.get("type");
  const values = itemsOf(schema.get("enum"));
  const only = isItems(type) && type.length === 1 ? type[0] : type;
  return only === "null" || schema.get("const") === null || (values.length > 0 && values.every((value) => value === null));
}
