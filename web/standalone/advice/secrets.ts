// Secrets have no place in a form: the specification forbids to ask for them.

import { type Located, member, text } from "../located.js";
import { type Advice, problem, revisions, type Subject } from "./advice.js";
import { kindOf, properties } from "./schema.js";

/**
 * Words for something that grants access or authorizes a payment. The form has a
 * longer list, in several languages.
 */
const SECRET =
  /\b(?:pass(?:word|wort|code|phrase|wd)|pwd|pin(?: code)?|secret(?: key)?|(?:api|access|private|secret|signing|encryption|ssh|ssl|master|license|account|storage)[ -]?keys?|(?:access|api|auth|bearer|refresh|session|id|personal access)[ -]?tokens?|tokens?|credentials?|otp|one[ -]time (?:code|password)|cvv|cvc|card (?:number|no)|credit card|connection string|seed phrase|recovery (?:code|phrase)|contraseña|mot de passe|senha)\b/i;

/** Phrases with such a word in which no secret is asked for. */
const HARMLESS = /\b(?:pagination|page|next|continuation|cursor|max|maximum|number of|count|limit|password (?:policy|manager|length)|pin (?:colou?r|map|location))\b|\btokens? (?:limit|count|budget|per)\b/i;

/** Advises on fields that ask for secrets. */
export function* adviseOnSecrets(subject: Subject): Iterable<Advice> {
  for (const { name, schema } of properties(subject)) {
    const type = text(member(schema, "type"));
    if (type === "boolean" || type === "array") {
      continue;
    }
    if (hasSecretFormat(schema)) {
      yield problem(
        schema,
        "Do not ask for a secret in a form: servers must not, and there are no formats but email, uri, date and date-time. Open a page of your own in URL mode, where only you see what is entered.",
        { refusedBy: kindOf(schema) === "text" ? revisions : [] },
      );
      continue;
    }
    const said = [wordsOf(name), text(member(schema, "title")) ?? ""];
    if (said.some((each) => SECRET.test(each) && !HARMLESS.test(each))) {
      yield problem(
        schema,
        "Do not ask for a secret in a form: servers must not, and clients warn people about it. Open a page of your own in URL mode, where only you see what is entered.",
      );
    }
  }
}

/** Whether a schema asks for a secret by its format, such as "password". */
export function hasSecretFormat(schema: Located): boolean {
  return text(member(schema, "type")) === "string" && /pass|secret|token|key/i.test(text(member(schema, "format")) ?? "");
}

/** The name of a property as words: "sslKey" and "ssl_key" are "ssl key". */
export function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_\-.]+/g, " ").toLowerCase();
}
