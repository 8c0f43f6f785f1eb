// The root of the requested schema: what it must have, and what it must not have.

import { items, isTexts, type Located, member, membersOf, text } from "../located.js";
import { type Advice, note, problem, type Revision, revisions, type Subject, warning } from "./advice.js";
import { isForm, requestedSchema } from "./schema.js";
import { didYouMean } from "./spelling.js";
import subset from "./subset.json";

const BEFORE_DIALECTS: readonly Revision[] = ["2025-06-18"];

/** Advises on the root of the schema. */
export function* adviseOnRoot(subject: Subject): Iterable<Advice> {
  if (!isForm(subject) || subject.params.kind !== "object") {
    return;
  }
  const schema = requestedSchema(subject);
  if (!schema) {
    yield problem(subject.params, "Add a requestedSchema. For a bare confirmation: {\"type\": \"object\", \"properties\": {}}.", { refusedBy: revisions });
    return;
  }
  if (schema.kind !== "object") {
    yield problem(schema, "Write the requestedSchema as an object with the type “object”.", { refusedBy: revisions });
    return;
  }
  const type = member(schema, "type");
  if (text(type) !== "object") {
    yield problem(type ?? schema, "Give the root the type “object”: the answers are always an object.", { refusedBy: revisions });
  }
  yield* propertiesOf(subject, schema);
  yield* requiredOf(schema);
  yield* furtherWords(schema);
}

function* propertiesOf({ params }: Subject, schema: Located): Iterable<Advice> {
  const all = member(schema, "properties");
  if (all?.kind !== "object") {
    yield problem(
      all ?? schema,
      "Add properties, an object with one schema for each answer. It may be empty for a bare confirmation.",
      { refusedBy: revisions },
    );
    return;
  }
  const names = all.members.map(({ name }) => name);
  if (names.length === 0) {
    const asks = /[?？؟]/.test(text(member(params, "message")) ?? "");
    yield note(all, `A person is only asked to confirm: there are no fields.${asks ? "" : " Make the message a question."}`);
  }
  if (names.length > 20) {
    const advise = names.length > 50 ? warning : note;
    yield advise(all, `Ask for less at once, or in steps: ${names.length} fields is a lot for a question in a chat.`);
  }
  const indexes = names.filter((name) => /^(?:0|[1-9][0-9]{0,9})$/.test(name));
  const parsed = [...indexes.toSorted((a, b) => Number(a) - Number(b)), ...names.filter((name) => !indexes.includes(name))];
  if (names.some((name, i) => name !== parsed[i])) {
    yield warning(
      member(all, indexes[0] ?? "") ?? all,
      `Do not name properties by numbers: clients in JavaScript put them first and in numeric order (${parsed.slice(0, 4).join(", ")}${parsed.length > 4 ? ", …" : ""}).`,
    );
  }
  const proto = member(all, "__proto__");
  if (proto) {
    yield warning(proto, "Choose another name: many clients in JavaScript lose a property called __proto__.");
  }
}

function* requiredOf(schema: Located): Iterable<Advice> {
  const required = member(schema, "required");
  const names = membersOf(member(schema, "properties")).map(({ name }) => name);
  if (!required) {
    if (names.length > 0) {
      yield note(schema, "Nothing is required: your server may get no answer at all. List in “required” what it cannot do without.");
    }
    return;
  }
  if (!isTexts(required)) {
    yield problem(required, "Write required as a list of property names.", { refusedBy: revisions });
    return;
  }
  const seen = new Set<string>();
  for (const item of items(required)) {
    const name = text(item) ?? "";
    if (!names.includes(name)) {
      yield problem(item, `Remove “${name}” from required, or add the property: nobody can answer what is not asked, and validators refuse every answer.`);
    } else if (seen.has(name)) {
      yield note(item, `Name “${name}” once: the names in required must be unique.`);
    }
    seen.add(name);
  }
}

function* furtherWords(schema: Located): Iterable<Advice> {
  const { members, describing, dialects } = subset.root;
  for (const { name, value } of membersOf(schema)) {
    if (members.includes(name)) {
      continue;
    } else if (name === "$schema") {
      const dialect = text(value)?.replace(/#$/, "") ?? "";
      if (!dialects.includes(dialect)) {
        yield problem(value, "Leave $schema out or name 2020-12: a client must refuse a dialect that it does not know.");
      } else {
        yield note(value, "The dialect is known. 2020-12 needs no $schema: it is what clients assume.", { unknownTo: BEFORE_DIALECTS });
      }
    } else if (describing.includes(name)) {
      yield note(value, `Clients may ignore “${name}” here: the specification has only type, properties and required at the root.`, { unknownTo: revisions });
    } else {
      yield warning(
        value,
        `${didYouMean(name, members)}Check this rule in your tool: “${name}” is not in the subset that the specification allows, and hardly any client shows a person what it asks.`,
        { unknownTo: revisions },
      );
    }
  }
}
