// Resolves the schema of a property, as internal/schema does: follows references, merges an allOf of one entry, and removes
// null, because an answer is present or absent.

import { type Exact, isItems, itemsOf, type Members, membersOf } from "../message/exact.js";
import { MAX_ALTERNATIVES, MAX_OPTIONS, MAX_REFERENCES } from "../message/names.js";

// The largest number of characters of a reference: many properties can use the same reference.
const MAX_REFERENCE_LENGTH = 4096;

/** Keywords that combine schemas: if two merged schemas have the same keyword, both count. */
export const COMBINING = ["allOf", "anyOf", "oneOf", "not", "if"];

/** The reason why a form cannot ask a question. */
export type ObstacleReason =
  | "nested-object" | "unsupported-type" | "remote-reference" | "broken-reference" | "composition" | "no-options" | "contradiction"
  | "not-a-schema" | "too-much";

/** The reason why no form shows a schema. */
export type RejectionReason = "not-a-form-schema" | "unknown-dialect" | "too-many-properties" | "too-many-options";

/** Thrown for a property that no form shows. */
export class Obstacle {
  constructor(readonly reason: ObstacleReason) {}

  /** Throws if the condition holds. */
  static when(isObstacle: boolean, reason: ObstacleReason): void {
    if (isObstacle) {
      throw new Obstacle(reason);
    }
  }
}

/** Throws for a request that no form shows. */
export function reject(isUnshown: boolean, reason: RejectionReason): void {
  if (isUnshown) {
    throw reason;
  }
}

/** The whole requestedSchema, with the rest of the budget for reading it. */
export class SchemaDocument {
  /** The root, with its references followed. Its own other members win over the members of the schema that it refers to. */
  readonly top: Members;
  readonly #anchors: ReadonlyMap<string, Exact>;
  readonly #base: string;
  // The resolved schemas of references, by the texts of the references.
  readonly #flat = new Map<string, Members>();

  constructor(readonly root: Members, readonly budget: { work: number; options: number; values: number }) {
    const id = root.get("$id");
    this.#base = typeof id === "string" ? id.replace(/#$/, "") : "";
    this.#anchors = anchorsOf(root);
    let top = root;
    for (const trail: string[] = []; top.has("$ref"); ) {
      top = this.#step(top, trail);
    }
    this.top = top;
  }

  /** Counts work before it is done: definitions that refer to each other grow exponentially when they are resolved. */
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

  /** Resolves a schema. */
  flatten(schema: Exact | undefined, trail: readonly string[] = []): Members {
    const reference = membersOf(schema).get("$ref");
    if (membersOf(schema).size !== 1 || typeof reference !== "string" || trail.length > 0) {
      return this.#expand(schema, trail);
    }
    const resolved = this.#flat.get(reference) ?? this.#expand(schema, trail);
    this.#flat.set(reference, resolved);
    return resolved;
  }

  #expand(schema: Exact | undefined, trail: readonly string[]): Members {
    let expanded = objectOf(schema);
    const followed = [...trail];
    for (;;) {
      this.spend(1 + expanded.size);
      const only = itemsOf(expanded.get("allOf"));
      Obstacle.when(expanded.has("$dynamicRef") || expanded.has("$recursiveRef"), "remote-reference");
      if (expanded.has("$ref")) {
        expanded = this.#step(expanded, followed);
      } else if (only.length === 1) {
        expanded = this.#overlay(only[0]!, expanded, "allOf");
      } else {
        const { schema, isMerged } = this.#alternatives(expanded, followed);
        if (!isMerged) {
          return this.#withoutNull(schema);
        }
        expanded = schema;
      }
    }
  }

  #step(schema: Members, trail: string[]): Members {
    const reference = schema.get("$ref");
    const isBroken = typeof reference !== "string" || reference.length > MAX_REFERENCE_LENGTH;
    if (isBroken || trail.includes(reference) || trail.length === MAX_REFERENCES) {
      throw new Obstacle("broken-reference");
    }
    trail.push(reference);
    return this.#overlay(this.resolve(reference), schema, "$ref");
  }

  /** Finds the target of a reference. It searches only this document, and never fetches a schema. */
  resolve(reference: string): Exact {
    const own = this.#base !== "" && reference.startsWith(this.#base) ? reference.slice(this.#base.length) : undefined;
    const local = own === "" || own?.startsWith("#") ? own : reference;
    Obstacle.when(local !== "" && !local.startsWith("#"), "remote-reference");
    let value: Exact | undefined;
    try {
      const fragment = decodeURIComponent(local.slice(1));
      if (fragment.startsWith("/")) {
        value = this.root;
        for (const token of fragment.slice(1).split("/")) {
          value = at(value, token.replaceAll("~1", "/").replaceAll("~0", "~"));
        }
      } else if (fragment !== "") {
        value = this.#anchors.get(fragment);
      }
    } catch {
      // The fragment is malformed.
    }
    if (value === undefined) {
      throw new Obstacle("broken-reference");
    }
    return value;
  }

  // Merges two schemas. The members of `over`, except `skip`, win over members of the same name.
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

  // Resolves the entries of anyOf and oneOf, and removes entries that match only null or nothing. A single remaining entry is
  // merged into the schema, unless it is an option.
  #alternatives(schema: Members, trail: readonly string[]): { schema: Members; isMerged: boolean } {
    let changed = schema;
    for (const keyword of ["anyOf", "oneOf"]) {
      const entries = changed.get(keyword);
      if (!isItems(entries)) {
        continue;
      }
      const remaining = this.#resolveAlternatives(keyword, entries, trail);
      Obstacle.when(remaining.length === 0 && entries.length > 0, "unsupported-type");
      if (remaining.length === 1 && !remaining[0]!.has("const")) {
        return { schema: this.#overlay(remaining[0]!, changed, keyword), isMerged: true };
      }
      changed = new Map(changed).set(keyword, remaining);
    }
    return { schema: changed, isMerged: false };
  }

  #resolveAlternatives(keyword: string, entries: readonly Exact[], trail: readonly string[]): Members[] {
    limitOptions(entries.length);
    this.spend(entries.length);
    const remaining: Members[] = [];
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
      remaining.push(flat);
      foreign += isOption(flat) ? 0 : 1;
      Obstacle.when(foreign > MAX_ALTERNATIVES, "composition");
    }
    return keyword === "anyOf" && remaining.length > 1 ? remaining.flatMap((entry) => listedValues(entry) ?? [entry]) : remaining;
  }

  #withoutNull(schema: Members): Members {
    Obstacle.when(isOnlyNull(schema), "unsupported-type");
    let written = schema;
    const types = schema.get("type");
    if (isItems(types)) {
      const remaining = types.filter((type) => type !== "null");
      written = new Map(written).set("type", remaining.length === 1 ? remaining[0]! : remaining);
    }
    const values = schema.get("enum");
    limitOptions(itemsOf(values).length);
    if (isItems(values) && values.includes(null)) {
      this.spend(values.length);
      const names = itemsOf(schema.get("enumNames")).filter((_, i) => values[i] !== null);
      written = new Map(written).set("enum", values.filter((value) => value !== null)).set("enumNames", names);
    }
    return written;
  }
}

/** The keywords that describe an answer and do not restrict it. */
export const ANNOTATIONS = [
  "title", "description", "default", "examples", "enumNames", "deprecated", "readOnly", "writeOnly", "$comment", "_meta",
];

// Returns the entries of a schema that only lists values.
function listedValues(schema: Members): Members[] | undefined {
  const list = itemsOf(schema.get("oneOf") ?? schema.get("anyOf")).map(membersOf);
  const restricts = (name: string): boolean => !["type", "anyOf", "oneOf", ...ANNOTATIONS].includes(name);
  return list.length > 0 && list.every(isOption) && ![...schema.keys()].some(restricts) ? list : undefined;
}

const MAPS = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"];
// In these keywords null is a value.
const VALUES = ["const", "enum", "default", "examples"];

/**
 * Removes the null that serialisers write for an absent keyword. The members of a map of schemas stay, because their names are
 * not keywords.
 */
export function withoutNulls(schema: Exact, isMap = false): Exact {
  if (isItems(schema)) {
    return schema.map((item) => withoutNulls(item));
  } else if (!(schema instanceof Map)) {
    return schema;
  }
  const members = [...(schema as Members)].filter(([name, value]) => isMap || !isEmptyKeyword(name, value, schema));
  return new Map(members.map(([name, value]): [string, Exact] =>
    [name, !isMap && VALUES.includes(name) ? value : withoutNulls(value, !isMap && MAPS.includes(name))]));
}

// Reports whether a keyword is without effect: it is null, or an empty anyOf or allOf beside a type. A const may be null, unless
// other keywords contradict it or are null beside a type.
function isEmptyKeyword(keyword: string, value: Exact, among: Members): boolean {
  const type = among.get("type") ?? null;
  const typed = type !== null && type !== "null";
  if (isItems(value) && value.length === 0 && ["anyOf", "allOf"].includes(keyword)) {
    return typed;
  }
  return value === null && (keyword !== "const" || [...among].some(([name, member]) => {
    if (member === null) {
      return typed && name !== "const" && name !== "default";
    } else if (name === "type" || name === "enum") {
      return member !== "null" && !itemsOf(member).some((item) => item === null || item === "null");
    }
    return name === "$ref" || (itemsOf(member).length > 0 && name.endsWith("Of")) || Object.hasOwn(TYPE_OF, name);
  }));
}

/** The type that each keyword implies. */
export const TYPE_OF: { [keyword: string]: string } = {
  properties: "object", items: "array", prefixItems: "array", minItems: "array", maxItems: "array",
  minLength: "string", maxLength: "string", pattern: "string", format: "string", contentEncoding: "string",
  minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number", multipleOf: "number",
};

function limitOptions(amount: number): void {
  reject(amount > MAX_OPTIONS, "too-many-options");
}

// Finds the definitions of a document by their $anchor or $id.
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

// Returns a schema as members: none for `true`.
function objectOf(schema: Exact | undefined): Members {
  Obstacle.when(!(schema instanceof Map) && schema !== true, "not-a-schema");
  return membersOf(schema);
}

// Returns the value at a token of a JSON Pointer.
function at(value: Exact | undefined, token: string): Exact | undefined {
  return isItems(value) ? (/^(?:0|[1-9]\d{0,8})$/.test(token) ? value[Number(token)] : undefined) : membersOf(value).get(token);
}

/** Reports whether an alternative lists its values. */
export function isOption(entry: Members): boolean {
  return entry.has("const") || itemsOf(entry.get("enum")).length > 0;
}

function isOnlyNull(schema: Members): boolean {
  const type = schema.get("type");
  const values = itemsOf(schema.get("enum"));
  const only = isItems(type) && type.length === 1 ? type[0] : type;
  return only === "null" || schema.get("const") === null || (values.length > 0 && values.every((value) => value === null));
}
