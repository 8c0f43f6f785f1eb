// Gives the advice on texts: missing ones, and parts that a form does not support, such as
// links. Some texts call for another kind of question with a better control.

import { hasInvisible } from "../../../bridge/message/safetext.js";
import { items, type Located, member, number, text } from "../located.js";
import type { Row, Subject } from "./advice.js";
import { anyOf, type Property } from "./schema.js";
import vocabulary from "./vocabulary.json";

type Text = ReturnType<typeof texts>[number];

const LONG = { message: 1000, title: 100, description: 400, option: 150 };

const LINK = /\b(?:https?:\/\/|www\.)\S+/i;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:lt|gt|amp|quot|nbsp|#\d+);/i;
const MARKDOWN = /\[[^[\]\n]+\]\([^)\s]+\)|\*\*[^*\n]+\*\*|(?:^|\n)#{1,6} |```|(?:^|\n)\|[^\n]*\|/;

const VAGUE = new Set(vocabulary.vague);

/** Lists the message, titles, descriptions and options of a request. */
export function texts({ params }: Subject, properties: readonly Property[]) {
  const all: [at: Located | undefined, what: keyof typeof LONG][] = [[member(params, "message"), "message"]];
  for (const schema of [member(params, "requestedSchema"), ...properties.map((property) => property.schema)]) {
    all.push([member(schema, "title"), "title"], [member(schema, "description"), "description"]);
  }
  for (const { schema, options } of properties) {
    const shown = [...items(schema, "enumNames"), ...options.map(({ title, value }) => title ?? value)];
    shown.forEach((option) => all.push([option, "option"]));
  }
  return all.flatMap(([at, what]) => {
    const words = text(at);
    return words === undefined ? [] : [{ at, what, words, length: [...words].length }];
  });
}

/** Advice on a text. */
export const TEXT: readonly Row<Text>[] = [
  ["link-in-text", "warning", ({ at, words }) => LINK.test(words) && at,
    "Do not count on a link: addresses in a form are plain text that nobody can click. To send people to a page, use URL mode."],
  ["html", "warning", ({ at, words }) => MARKUP.test(words) && at, "Write plain text: HTML is shown as it is written."],
  ["markdown", "note",
    ({ at, words }) => !MARKUP.test(words) && MARKDOWN.test(words) && at, "Write plain text: Markdown is shown as it is written."],
  ["invisible-characters", "warning", ({ at, words }) => hasInvisible(words) && at,
    "Remove the invisible characters: a careful client makes them visible, because they can hide what a text really says."],
  ["long-text", ({ length, what }) => (length > LONG[what] * 4 ? "warning" : "note"), ({ at, length, what }) => length > LONG[what] && at,
    ({ length, what }) => `Shorten the text: ${length} characters is long for ${what === "option" ? "an option" : `a ${what}`}.`],
];

const EMAIL = /(?:^|[^\p{L}])(?:e-?mail|correo electr[oó]nico|courriel)(?![\p{L}])/iu;
const OF_AN_EMAIL = /\b(?:subject|body|text|content|message|template|signature|domain|client|provider|server|count|type|name)\b/i;
const DAYS = [
  /\b(?:y{2,4}|j{4}|a{4})([-/. ])m{1,2}\1(?:d{1,2}|t{1,2}|j{1,2})\b/i,
  /\b(?:d{1,2}|t{1,2}|j{1,2})([-/. ])m{1,2}\1(?:y{2,4}|j{2,4}|a{2,4})\b/i,
  /\bm{1,2}([-/. ])d{1,2}\1y{2,4}\b/i,
];
const TIME = /\bh{1,2}:m{2}\b/i;

const COUNTED = anyOf(vocabulary.counted);

/** Advice on the texts of a property, and on its kind if they call for another kind. */
export const TEXTS: readonly Row<Property>[] = [
  ["same-title", "warning", ({ schema, twin }) => twin !== undefined && member(schema, "title"),
    ({ name, title, twin }) => `Give the two fields different titles: “${twin}” and “${name}” are both called “${title}”.`],
  ["no-title", "note", ({ schema, title }) => schema.kind === "object" && !title && schema,
    "Give the property a title: without one people read its name."],
  ["vague-name", "note", ({ name, schema, title }) => VAGUE.has((title ?? name).toLowerCase()) && schema.kind === "object" &&
      !text(schema, "description")?.trim() && schema,
    ({ name, title }) => `Add a description: “${title ?? name}” alone does not say what is wanted.`],
  ["bare-options", "note", ({ schema, lists, options }) => !member(schema, "enumNames") &&
      options.some(({ title, value }) => !title && looksLikeCode(text(value) ?? "")) && lists[0]?.list,
    "Give the options titles: people read the bare values, which look like names in a program."],
  ["email-format", "note", (property) => isPlainText(property) && isEmail(property) && property.schema,
    "Add \"format\": \"email\": phones then show the keys for it, and the form checks the address."],
  ["date-format", "note", (property) => isPlainText(property) && !isEmail(property) && dayIn(property), (property, at) => {
    const [format, what] = TIME.test(text(at) ?? property.label) ? ["date-time", "moment with its time zone"] : ["date", "day"];
    return `Add "format": "${format}" and leave the notation out: the form then shows a calendar, ` +
      `each person enters the ${what} as they are used to, and you get one notation.`;
  }],
  ["counted-number", "note",
    ({ type, schema, label }) => type === "number" && !isFractional(schema) && COUNTED.test(label) && member(schema, "type"),
    ({ label }) => `Use the type integer: “${label.slice(0, 100)}” is counted, and a number may be 2.5.`],
  ["yes-no-choice", "note", (property) => property.type === "string" && isYesOrNo(property) && property.lists[0]?.list,
    "Use the type boolean: the form then asks with Yes and No in the language of the person, and you get true or false."],
];

function isPlainText({ kind, schema }: Property): boolean {
  return kind === "text" && !member(schema, "format");
}

function isEmail({ label }: Property): boolean {
  return EMAIL.test(label) && !OF_AN_EMAIL.test(label);
}

function dayIn({ label, schema }: Property): Located | undefined {
  const [title, description] = [member(schema, "title") ?? schema, member(schema, "description")];
  const isIn = (words: string): boolean => DAYS.some((day) => day.test(words));
  return isIn(label) ? title : isIn(text(description) ?? "") ? description : undefined;
}

function isFractional(schema: Located): boolean {
  return ["default", "minimum", "maximum", "multipleOf"].some((word) => !Number.isInteger(number(schema, word) ?? 0));
}

function isYesOrNo({ kind, options }: Property): boolean {
  const shown = options.map(({ value, title }) => (text(title) ?? text(value) ?? "").trim().toLowerCase());
  return kind !== "text" && shown.length === 2 && vocabulary.yesNo.some((pair) => pair.every((word) => shown.includes(word)));
}

function looksLikeCode(value: string): boolean {
  const isCompound = /^[a-z0-9]*(?:[_\-.:/][a-z0-9]+)+$/i.test(value) || /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(value);
  return isCompound || (value.length < 12 && /^[a-z]*\d+$/i.test(value));
}
