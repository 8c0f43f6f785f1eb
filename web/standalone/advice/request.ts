import { MAX_TEXT } from "../../../bridge/message/names.js";
import { isTexts, items, type Located, member, membersOf, text } from "../located.js";
import { NEWER, OLDEST, REJECTED, repeated, type Row, type Subject, UNKNOWN } from "./advice.js";
import { isPage, membersNamed, nameOf, otherMembers, repeatedIn } from "./schema.js";
import { didYouMean } from "./spelling.js";
import subset from "./subset.json";
import vocabulary from "./vocabulary.json";

const INSTEAD = new Map(Object.entries(subset.params.instead));

const EMPTY_WORDS = new Set(vocabulary.empty);

// Reports whether a message has only such words: "Input required", "Please fill in the form."
function saysNothing(message: string): boolean {
  const words = message.slice(0, 200).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 0 && words.length <= 12 && words.every((word) => EMPTY_WORDS.has(word));
}

function membersFor(params: Located): string[] {
  return isPage(params) ? subset.params.url : subset.params.form;
}

/** Advice on mode, message, and the other members beside the schema. */
export const PARAMS: readonly Row<Subject>[] = [
  ["too-large", "problem",
    ({ params }) => params.text.length > MAX_TEXT && params, "Make the request smaller: a form takes at most 256 KiB."],
  ["repeated-name", "problem", ({ params }) => repeatedIn(params),
    "Remove one of the two: this name appears twice, and parsers disagree on which one counts."],
  ["unknown-mode", "problem", ({ params }) => !["form", "url"].includes(text(params, "mode") ?? "") && member(params, "mode"),
    "Use “form” or “url”, or leave the mode out for a form: a client must answer any other mode with the error -32602.",
    { rejectedBy: NEWER }],
  ["no-message", "problem", ({ params }) => text(params, "message") === undefined && (member(params, "message") ?? params),
    "Add a message: a string that says what is asked for and why.", REJECTED],
  ["empty-message", "warning", ({ params }) => text(params, "message")?.trim() === "" && member(params, "message"),
    "Say what is asked for and why: the message is empty."],
  ["vague-message", "note", ({ params }) => saysNothing(text(params, "message") ?? "") && member(params, "message"),
    (_, at) => `Say what is asked for and why: “${text(at)?.trim()}” says neither.`],
  ["unknown-member", "warning", ({ params }) => otherMembers(params, membersFor(params)),
    ({ params }, at) => INSTEAD.get(nameOf(at)) ??
      `${didYouMean(nameOf(at), membersFor(params))}Remove it, or put it under _meta: the specification does not have this member.`,
    UNKNOWN],
  ["task", "note", ({ params }) => member(params, "task"),
    "Only send a task to a client that has declared tasks for elicitation: it exists only in revision 2025-11-25.",
    { unknownTo: ["2025-06-18", "2026-07-28"] }],
];

/** Advice on a form without the schema that it needs. */
export const FORM: readonly Row<Subject>[] = [
  ["no-schema", "problem", ({ params }) => !member(params, "requestedSchema") && params,
    "Add a requestedSchema. For a bare confirmation: {\"type\": \"object\", \"properties\": {}}.", REJECTED],
  ["schema-type", "problem", ({ params }) => member(params, "requestedSchema")?.kind !== "object" && member(params, "requestedSchema"),
    "Write the requestedSchema as an object with the type “object”.", REJECTED],
];

type Root = NonNullable<ReturnType<typeof readRoot>>;

/** Reads the root; undefined unless it is an object. */
export function readRoot({ params }: Subject) {
  const schema = member(params, "requestedSchema");
  if (schema?.kind !== "object") {
    return undefined;
  }
  const [properties, required] = [member(schema, "properties"), member(schema, "required")];
  const names = membersOf(properties).map(({ name }) => name);
  return {
    params,
    schema,
    properties: properties?.kind === "object" ? properties : undefined,
    names,
    parsed: [...names.filter(isIndex).toSorted((a, b) => Number(a) - Number(b)), ...names.filter((name) => !isIndex(name))],
    required: required && isTexts(required) ? items(required) : [],
  };
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(name);
}

function isKnownDialect(dialect: Located | undefined): boolean {
  return subset.root.dialects.includes(text(dialect)?.replace(/#$/, "") ?? "");
}

/** Advice on the root of the schema: missing and unknown members. */
export const ROOT: readonly Row<Root>[] = [
  ["root-type", "problem", ({ schema }) => text(schema, "type") !== "object" && (member(schema, "type") ?? schema),
    "Give the root the type “object”: the answers are always an object.", REJECTED],
  ["no-properties", "problem", ({ schema, properties }) => !properties && (member(schema, "properties") ?? schema),
    "Add properties, an object with one schema for each answer. It may be empty for a bare confirmation.", REJECTED],
  ["confirmation", "note", ({ properties, names }) => names.length === 0 && properties,
    ({ params }) => "A person is only asked to confirm: there are no fields." +
      (/[?？؟]/.test(text(params, "message") ?? "") ? "" : " Make the message a question.")],
  ["many-fields", ({ names }) => (names.length > 50 ? "warning" : "note"), ({ properties, names }) => names.length > 20 && properties,
    ({ names }) => `Ask for less at once, or in steps: ${names.length} fields is a lot for a question in a chat.`],
  ["numeric-names", "warning", ({ properties, names, parsed }) => names.some((name, i) => name !== parsed[i]) &&
      member(properties, names.find(isIndex) ?? ""),
    ({ parsed }) => "Do not name properties by numbers: clients in JavaScript put them first and in numeric order " +
      `(${parsed.slice(0, 4).join(", ")}${parsed.length > 4 ? ", …" : ""}).`],
  ["proto-name", "warning", ({ properties }) => member(properties, "__proto__"),
    "Choose another name: many clients in JavaScript lose a property called __proto__."],
  ["nothing-required", "note", ({ schema, names }) => names.length > 0 && !member(schema, "required") && schema,
    "Nothing is required: your server may get no answer at all. List in “required” what it cannot do without."],
  ["required-type", "problem", ({ schema }) => membersNamed(schema, ["required"]).filter((required) => !isTexts(required)),
    "Write required as a list of property names.", REJECTED],
  ["required-unknown", "problem", (root) => requiredOf(root, false),
    (_, at) => `Remove “${text(at)}” from required, or add the property: nobody can answer what is not asked, ` +
      "and validators refuse every answer."],
  ["required-twice", "note", (root) => repeated(requiredOf(root, true), (item) => text(item) ?? ""),
    (_, at) => `Name “${text(at)}” once: the names in required must be unique.`],
  ["unknown-dialect", "problem", ({ schema }) => !isKnownDialect(member(schema, "$schema")) && member(schema, "$schema"),
    "Leave $schema out or name 2020-12: a client must reject a dialect that it does not know."],
  ["known-dialect", "note", ({ schema }) => isKnownDialect(member(schema, "$schema")) && member(schema, "$schema"),
    "The dialect is known. 2020-12 needs no $schema: it is what clients assume.", { unknownTo: OLDEST }],
  ["root-annotation", "note", ({ schema }) => membersNamed(schema, subset.root.describing),
    (_, at) => `Clients may ignore “${nameOf(at)}” here: the specification has only type, properties and required at the root.`,
    UNKNOWN],
  ["root-keyword", "warning", ({ schema }) => otherMembers(schema, [...subset.root.members, ...subset.root.describing, "$schema"]),
    (_, at) => `${didYouMean(nameOf(at), subset.root.members)}Check this rule in your tool: “${nameOf(at)}” is not in the subset ` +
      "that the specification allows, and hardly any client shows a person what it asks.", UNKNOWN],
];

function requiredOf({ names, required }: Root, asked: boolean): Located[] {
  const all = new Set(names);
  return required.filter((name) => all.has(text(name) ?? "") === asked);
}
