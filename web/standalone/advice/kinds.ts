// Properties whose texts say that another kind of question is meant: the form has a
// better control for it, and checks the answer.

import { member, number, text } from "../located.js";
import { type Advice, note, type Subject } from "./advice.js";
import { kindOf, optionLists, options, properties, type Property } from "./schema.js";
import { wordsOf } from "./secrets.js";

const EMAIL = /(?:^|[^\p{L}])(?:e-?mail|correo electr[oó]nico|courriel)(?![\p{L}])/iu;
/** An email that is not an address: its subject, its text. */
const OF_AN_EMAIL = /\b(?:subject|body|text|content|message|template|signature|domain|client|provider|server|count|type|name)\b/i;
/** How a day is to be written, as authors tell people in a text field. */
const DAY = /\b(?:y{2,4}|j{4}|a{4})([-/. ])m{1,2}\1(?:d{1,2}|t{1,2}|j{1,2})\b|\b(?:d{1,2}|t{1,2}|j{1,2})([-/. ])m{1,2}\2(?:y{2,4}|j{2,4}|a{2,4})\b|\bm{1,2}([-/. ])d{1,2}\3y{2,4}\b/i;
const TIME = /\bh{1,2}:m{2}\b/i;

/** Pairs of options that are a boolean, in the languages of the form and as programs write it. */
const YES_NO: readonly (readonly [yes: string, no: string])[] = [
  ["yes", "no"], ["y", "n"], ["true", "false"], ["ja", "nein"], ["oui", "non"], ["sí", "no"], ["si", "no"], ["sim", "não"],
  ["はい", "いいえ"], ["예", "아니요"], ["네", "아니요"], ["是", "否"], ["נכון", "לא נכון"], ["כן", "לא"], ["نعم", "لا"],
];

/** Words for what is counted in whole numbers. */
const COUNTED =
  /\b(?:(?:number|count|amount) of (?!hours|kilo|lit|met|mile|money)\w+|how many|count|quantity|qty|guests?|people|persons?|adults?|children|kids|seats?|nights?|tickets?|copies|pieces|rooms?|passengers?|participants?|attendees|anzahl|gäste|personen|nombre d|invités|cantidad|personas|quantidade|pessoas)\b/i;

/** Advises on properties of a kind that their texts speak against. */
export function* adviseOnKinds(subject: Subject): Iterable<Advice> {
  for (const property of properties(subject)) {
    switch (kindOf(property.schema)) {
      case "text":
        yield* adviseOnText(property);
        break;
      case "number":
        yield* adviseOnNumber(property);
        break;
      case "choice":
      case "titled choice":
        yield* adviseOnChoice(property);
    }
  }
}

function* adviseOnText({ name, schema }: Property): Iterable<Advice> {
  if (member(schema, "format")) {
    return;
  }
  const label = text(member(schema, "title")) ?? wordsOf(name);
  if (EMAIL.test(label) && !OF_AN_EMAIL.test(label)) {
    yield note(schema, "Add \"format\": \"email\": phones then show the keys for it, and the form checks the address.");
    return;
  }
  const description = member(schema, "description");
  for (const [words, where] of [[label, member(schema, "title") ?? schema], [text(description) ?? "", description ?? schema]] as const) {
    if (DAY.test(words)) {
      const [format, what] = TIME.test(words) ? ["date-time", "moment with its time zone"] : ["date", "day"];
      yield note(where, `Add "format": "${format}" and leave the notation out: the form then shows a calendar, each person enters the ${what} as they are used to, and you get one notation.`);
      return;
    }
  }
}

function* adviseOnNumber({ name, schema }: Property): Iterable<Advice> {
  const label = text(member(schema, "title")) ?? wordsOf(name);
  const type = member(schema, "type");
  const fractional = ["default", "minimum", "maximum", "multipleOf"].some((word) => !Number.isInteger(number(member(schema, word)) ?? 0));
  if (type && text(type) === "number" && !fractional && COUNTED.test(label)) {
    yield note(type, `Use the type integer: “${label.slice(0, 100)}” is counted, and a number may be 2.5.`);
  }
}

function* adviseOnChoice(property: Property): Iterable<Advice> {
  const all = options(property);
  const shown = all.map(({ value, title }) => (text(title) ?? text(value) ?? "").trim().toLowerCase());
  if (shown.length === 2 && YES_NO.some((pair) => pair.every((word) => shown.includes(word)))) {
    yield note(optionLists(property)[0]?.list ?? property.schema, "Use the type boolean: the form then asks with Yes and No in the language of the person, and you get true or false.");
  }
}
