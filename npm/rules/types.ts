// The public types of the rules.

import type { Catalogue } from "../../bridge/message/language.js";

/** What a field asks for. `local-time` is a time of day without an offset, HH:MM, that a pattern demands. */
export type FieldKind =
  | "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "list" | "uri" | "email" | "date" | "date-time" | "time"
  | "local-time";

/** The reason why a question cannot be asked. The reference of the errors explains each. */
export type FieldObstacle =
  | "nested-object" | "unsupported-type" | "remote-reference" | "broken-reference" | "composition" | "no-options" | "contradiction"
  | "not-a-schema" | "too-much";

/** The reason why a schema is not a form. */
export type FormRejection = "unreadable" | "not-a-form-schema" | "unknown-dialect" | "too-many-properties" | "too-many-options";

/** One of the values that a person can choose. */
export interface FieldOption {
  /** The value to send. */
  readonly value: string | number | boolean;
  /** The server's title, or else the value as text. Options with the same title have their values behind it. */
  readonly label: string;
  /** The server's description of the option. */
  readonly description?: string;
}

/** The limits of a text. */
export interface TextBounds {
  /** The smallest number of code points. */
  readonly minLength?: number;
  /** The largest number of code points. */
  readonly maxLength?: number;
  /** A regular expression of the server. Do not run it with `RegExp`: it could run for years. */
  readonly pattern?: string;
  /** The format, also an unknown one. */
  readonly format?: string;
}

/** One question. All texts are safe to show as text: without control characters and other invisible ones. */
export interface FormField extends TextBounds {
  /** The name of the property. */
  readonly name: string;
  /** What it asks for. */
  readonly kind: FieldKind;
  /** The server's title, or else the name in words; empty if neither has a visible character. */
  readonly label: string;
  /** The server's description. It may have several lines. */
  readonly description?: string;
  /** Whether it has to be answered. */
  readonly required: boolean;
  /** The options of `choice`, `choices` and `boolean`, in the server's order. A boolean that must be true has only that option. */
  readonly options?: readonly FieldOption[];
  /** A choice that also takes a text of the person's own, with the limits of that text. */
  readonly ownText?: TextBounds;
  /** The limits of each entry of a `list`. */
  readonly entry?: TextBounds;
  /** The server's suggestion, if it keeps the rules. */
  readonly default?: string | number | boolean | readonly (string | number | boolean)[];
  /** The smallest number. */
  readonly minimum?: number;
  /** The largest number. */
  readonly maximum?: number;
  /** The number above which the answer must be. */
  readonly exclusiveMinimum?: number;
  /** The number below which the answer must be. */
  readonly exclusiveMaximum?: number;
  /** The number of which the answer is a multiple. */
  readonly multipleOf?: number;
  /** The smallest number of entries of `choices` and `list`. */
  readonly minItems?: number;
  /** The largest number of entries of `choices` and `list`. */
  readonly maxItems?: number;
  /** Whether a `list` may not repeat an entry. `choices` never may. */
  readonly uniqueItems?: boolean;
  /** The reason why the question cannot be asked. Leave it out; see {@link Form.blocked}. */
  readonly obstacle?: FieldObstacle;
  /** The keywords of the schema that `checkContent` does not check: an unknown format, or a pattern that takes too long. */
  readonly unchecked: readonly string[];
}

/** A requestedSchema as a form. */
export interface Form {
  /** The questions, in the order of the schema. Only a schema as JSON text keeps the order of names like "10" and "9". */
  readonly fields: readonly FormField[];
  /** Whether no answer can be accepted: then only Decline and Cancel are possible. */
  readonly blocked: boolean;
  /** The names in `required` that no property has. */
  readonly missing: readonly string[];
  /** The reason why the schema is not a form. It has no fields then. */
  readonly rejected?: FormRejection;
  /** The rules between answers that `checkContent` does not check, such as `unevaluatedProperties`. */
  readonly unchecked: readonly string[];
}

/** The rule that an answer breaks. The reference of the rules explains each. */
export type ProblemCode =
  | "empty" | "not-answered" | "not-chosen" | "not-asked" | "invalid" | "invalid-together"
  | "too-short" | "too-long" | "length-between" | "bad-pattern" | "bad-email" | "email-letters" | "bad-uri" | "bad-format"
  | "not-a-number" | "not-whole" | "number-too-big" | "too-small" | "too-great" | "number-between" | "not-more-than" | "not-less-than"
  | "not-multiple" | "must-be-yes" | "must-be-no"
  | "too-few-chosen" | "too-many-chosen" | "too-few-entries" | "too-many-entries" | "repeated-entries";

/** A broken rule. */
export interface ContentProblem {
  /** The name of the property; empty for the content as a whole. */
  readonly name: string;
  /** The rule. */
  readonly code: ProblemCode;
  /** The position of the wrong entry of a list, counted from 1. */
  readonly entry?: number;
  /** The sentence of the form, if `words` are there. It belongs beside the question and does not repeat its label. */
  readonly message?: string;
}

/** The language of the sentences. */
export interface WordsOptions {
  /**
   * The sentences of a language, such as those in `elicitform/words/de.json`.
   *
   * @defaultValue problems have no `message`
   */
  words?: Catalogue | undefined;
  /**
   * The language tag for numbers and plural forms, such as `de-AT`. Its language is that of the words.
   *
   * @defaultValue `en`
   */
  locale?: string | undefined;
}
