// Checks content against a whole schema, where the fields of a form do not show all of it: rules between answers, properties that no
// field can ask for, and alternatives such as two formats. internal/validate does this with a library in Go.

import { type Exact, isItems, itemsOf, type Members, membersOf, Numeral } from "../../bridge/message/exact.js";
import { Decimal, isEqual } from "../../bridge/rules/decimal.js";
import { BOUNDS, countOf, decimalOf } from "../../bridge/rules/form.js";
import { isOfTypes, keyOf } from "../../bridge/rules/options.js";
import { Obstacle, type SchemaDocument } from "../../bridge/rules/schema.js";
import { isOfKnownFormat } from "./formats.js";

/** How a value breaks a rule. */
export type FaultCode = "invalid" | "bad-format" | "bad-pattern" | "missing";

/** A broken rule, with the name of the property; empty if several answers together break it. */
export interface Fault {
  readonly name: string;
  readonly code: FaultCode;
}

/** What the validator knows about patterns. */
export interface Patterns {
  checks(source: string): boolean;
  matches(source: string, text: string): boolean;
}

// Thrown for a rule that cannot be checked. It would count as kept, and "not" would turn that around.
class Unchecked extends Error {}

/** Keywords that are not checked, because no form of a server in use has them. */
export const UNCHECKED = [
  "$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems", "patternProperties", "propertyNames", "contains",
];

// The fields of a form check these keywords of its root.
const OF_FIELDS = ["$ref", "type", "properties", "required"];
const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];
const MAX_DEPTH = 50;

type Check = (rule: Exact, value: Exact, at: string, schema: Members) => readonly Fault[];

/** Checks values against the schemas of one document. */
export class Validator {
  readonly #document: SchemaDocument;
  readonly #patterns: Patterns;
  // The drafts up to draft-07 ignore the rules beside a reference.
  readonly #isOld: boolean;
  #depth = 0;

  constructor(document: SchemaDocument, patterns: Patterns) {
    this.#document = document;
    this.#patterns = patterns;
    this.#isOld = String(document.root.get("$schema")).includes("/draft-0");
  }

  /** Returns the faults of all answers together. */
  together(content: Members): readonly Fault[] {
    const rules = new Map([...this.#document.top].filter(([name]) => !OF_FIELDS.includes(name)));
    const faults = this.#each(rules, content, "", this.#document.top);
    return faults.some(({ name }) => name === "") ? [{ name: "", code: "invalid" }] : faults;
  }

  /** Returns how the answer of a property breaks a schema. */
  property(name: string, schema: Exact | undefined, value: Exact): FaultCode | undefined {
    return common(this.#each(membersOf(schema), value, name, membersOf(schema)));
  }

  // Checks each keyword by itself, so that an unchecked one does not hide the others.
  #each(rules: Members, value: Exact, at: string, schema: Members): readonly Fault[] {
    return [...rules.keys()].flatMap((name) => {
      try {
        return this.#keyword(name, value, at, schema);
      } catch (error) {
        if (error instanceof Unchecked || error instanceof Obstacle) {
          this.#depth = 0;
          return [];
        }
        throw error;
      }
    });
  }

  #faults(schema: Exact, value: Exact, at: string): readonly Fault[] {
    if (!(schema instanceof Map)) {
      return schema === false ? fault(at) : [];
    }
    const members: Members = schema;
    this.#document.spend(1 + members.size);
    if (++this.#depth > MAX_DEPTH) {
      throw new Unchecked();
    }
    const faults = [...members.keys()].flatMap((name) => this.#keyword(name, value, at, members));
    this.#depth--;
    return faults;
  }

  #keyword(name: string, value: Exact, at: string, schema: Members): readonly Fault[] {
    if (UNCHECKED.includes(name)) {
      throw new Unchecked();
    }
    const isIgnored = this.#isOld && name !== "$ref" && schema.has("$ref");
    return !isIgnored && Object.hasOwn(this.#checks, name) ? this.#checks[name]!(schema.get(name)!, value, at, schema) : [];
  }

  #isValid(schema: Exact, value: Exact): boolean {
    return this.#faults(schema, value, "").length === 0;
  }

  #matches(source: string, text: string): boolean {
    if (!this.#patterns.checks(source)) {
      throw new Unchecked();
    }
    return this.#patterns.matches(source, text);
  }

  // A rule of a wrong type is ignored, as the form ignores it.
  readonly #checks: { readonly [keyword: string]: Check } = {
    ...Object.fromEntries(Object.entries(BOUNDS).map(([name, holds]): [string, Check] => [name, (rule, value, at) => {
      const limit = decimalOf(rule);
      const isBound = limit && value instanceof Numeral && (name !== "multipleOf" || limit.digits > 0n);
      return isBound && !holds(new Decimal(value), limit) ? fault(at) : [];
    }])),
    $ref: (rule, value, at) => (typeof rule === "string" ? this.#faults(this.#document.resolve(rule), value, at) : []),
    type: (rule, value, at) => {
      const types = isItems(rule) ? rule : [rule];
      const isKnown = types.length > 0 && types.every((type) => TYPES.includes(type as string));
      return isKnown && !isOf(value, types as string[]) ? fault(at) : [];
    },
    const: (rule, value, at) => (isEqual(rule, value) ? [] : fault(at)),
    enum: (rule, value, at) => (!isItems(rule) || rule.some((item) => isEqual(item, value)) ? [] : fault(at)),
    pattern: (rule, value, at) => {
      const isBroken = typeof rule === "string" && typeof value === "string" && !this.#matches(rule, value);
      return isBroken ? fault(at, "bad-pattern") : [];
    },
    format: (rule, value, at) => {
      const plain = value instanceof Numeral ? Number(value.literal) : value;
      const isChecked = typeof rule === "string" && (typeof plain === "string" || typeof plain === "number");
      return isChecked && !isOfKnownFormat(rule, plain) ? fault(at, "bad-format") : [];
    },
    ...Object.fromEntries(Object.entries(SIZES).flatMap(([what, sizeOf]): [string, Check][] =>
      [[`min${what}`, counting(sizeOf, 1)], [`max${what}`, counting(sizeOf, -1)]])),
    uniqueItems: (rule, value, at) =>
      (rule === true && new Set(itemsOf(value).map(keyOf)).size < itemsOf(value).length ? fault(at) : []),
    items: (rule, value, at) => itemsOf(value).flatMap((item) => this.#faults(rule, item, at)),
    required: (rule, value, at) => missing(itemsOf(rule), value, at),
    properties: (rule, value, at) => [...membersOf(value)].flatMap(([name, member]) =>
      this.#faults(membersOf(rule).get(name) ?? true, member, at || name)),
    additionalProperties: (rule, value, at, schema) => {
      const known = membersOf(schema.get("properties"));
      return [...membersOf(value)].flatMap(([name, member]) => (known.has(name) ? [] : this.#faults(rule, member, at || name)));
    },
    dependentRequired: (rule, value, at) => (this.#isOld ? [] : this.#dependent(rule, value, at)),
    dependentSchemas: (rule, value, at) => (this.#isOld ? [] : this.#dependent(rule, value, at)),
    dependencies: (rule, value, at) => this.#dependent(rule, value, at),
    allOf: (rule, value, at) => itemsOf(rule).flatMap((schema) => this.#faults(schema, value, at)),
    anyOf: (rule, value, at) => this.#alternatives(rule, value, at, Infinity),
    oneOf: (rule, value, at) => this.#alternatives(rule, value, at, 1),
    not: (rule, value, at) => ((rule instanceof Map || typeof rule === "boolean") && this.#isValid(rule, value) ? fault(at) : []),
    if: (rule, value, at, schema) => this.#faults(schema.get(this.#isValid(rule, value) ? "then" : "else") ?? true, value, at),
  };

  // At least one schema is valid, and at most so many.
  #alternatives(rule: Exact, value: Exact, at: string, most: number): readonly Fault[] {
    const all = itemsOf(rule).map((schema) => this.#faults(schema, value, at));
    const valid = all.filter((faults) => faults.length === 0).length;
    return all.length === 0 || (valid > 0 && valid <= most) ? [] : fault(at, valid === 0 ? common(all.flat()) : "invalid");
  }

  // A dependency is a list of names or a schema.
  #dependent(rule: Exact, value: Exact, at: string): readonly Fault[] {
    const needs = [...membersOf(rule)].filter(([name]) => membersOf(value).has(name));
    return needs.flatMap(([, need]) => (isItems(need) ? missing(need, value, at) : this.#faults(need, value, at)));
  }
}

// A fault at the root of the content concerns several answers.
function fault(name: string, code: FaultCode = "invalid"): readonly Fault[] {
  return [{ name, code: name === "" ? "invalid" : code }];
}

function missing(names: readonly Exact[], value: Exact, at: string): readonly Fault[] {
  const absent = names.filter((name) => typeof name === "string" && value instanceof Map && !value.has(name)) as string[];
  return absent.map((name) => (at === "" ? { name, code: "missing" } : { name: at, code: "invalid" }));
}

const SIZES: { readonly [what: string]: (value: Exact) => number | undefined } = {
  Length: (value) => (typeof value === "string" ? [...value].length : undefined),
  Items: (value) => (isItems(value) ? value.length : undefined),
  Properties: (value) => (value instanceof Map ? value.size : undefined),
};

// The sign is 1 for a lower limit and -1 for an upper one.
function counting(sizeOf: (value: Exact) => number | undefined, sign: number): Check {
  return (rule, value, at) => {
    const limit = countOf(new Map([["", rule]]), "");
    return sign * (sizeOf(value)! - limit!) < 0 ? fault(at) : [];
  };
}

// Returns the code that all faults have.
function common(faults: readonly Fault[]): FaultCode | undefined {
  const [first] = faults;
  return first && faults.every(({ code }) => code === first.code) ? first.code : first && "invalid";
}

function isOf(value: Exact, types: readonly string[]): boolean {
  const name = value === null ? "null" : isItems(value) ? "array" : value instanceof Map ? "object" : undefined;
  return name ? types.includes(name) : isOfTypes(value, types);
}
