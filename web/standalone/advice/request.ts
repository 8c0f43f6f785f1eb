// The members of the params themselves.

import { MAX_TEXT } from "../../../bridge/message/names.js";
import { items, member, membersOf, text } from "../located.js";
import { type Advice, note, problem, type Revision, revisions, type Subject, warning } from "./advice.js";
import { isForm } from "./schema.js";
import { didYouMean } from "./spelling.js";
import subset from "./subset.json";

const SINCE_URL: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** What to do about members that belong to the other mode. */
const INSTEAD = new Map(Object.entries(subset.params.instead));

/** Words of which messages are made that would fit every request. */
const EMPTY_WORDS = new Set(
  (
    "please we i need needs to you must enter provide give submit fill in out complete answer the this a an your some more additional further following user required needed " +
    "requested wanted missing below request input info information detail details data value values field fields form response answers question questions elicitation " +
    "parameter parameters action is are"
  ).split(" "),
);

// Whether a message is made of such words alone: "Input required", "Please fill in the form."
function saysNothing(message: string): boolean {
  const words = message.slice(0, 200).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 0 && words.length <= 12 && words.every((word) => EMPTY_WORDS.has(word));
}

/** Advises on mode, message, and the other members beside the schema. */
export function* adviseOnRequest(subject: Subject): Iterable<Advice> {
  const { params } = subject;
  if (params.kind !== "object") {
    yield problem(params, "Send an object as the params.", { refusedBy: revisions });
    return;
  }
  if (params.text.length > MAX_TEXT) {
    yield problem(params, "Make the request smaller: a form takes at most 256 KiB.");
  }
  yield* repeated(subject);
  const mode = member(params, "mode");
  if (mode && text(mode) !== "form" && text(mode) !== "url") {
    yield problem(mode, "Use “form” or “url”, or leave the mode out for a form: a client must answer any other mode with the error -32602.", { refusedBy: SINCE_URL });
  }
  const message = member(params, "message");
  if (!message || text(message) === undefined) {
    yield problem(message ?? params, "Add a message: a string that says what is asked for and why.", { refusedBy: revisions });
  } else if (text(message)?.trim() === "") {
    yield warning(message, "Say what is asked for and why: the message is empty.");
  } else if (saysNothing(text(message) ?? "")) {
    yield note(message, `Say what is asked for and why: “${text(message)?.trim()}” says neither.`);
  }
  yield* strangers(subject);
}

function* strangers(subject: Subject): Iterable<Advice> {
  const { params } = subject;
  const known = isForm(subject) ? subset.params.form : subset.params.url;
  for (const { name, value } of membersOf(params)) {
    if (!known.includes(name)) {
      yield warning(value, INSTEAD.get(name) ?? `${didYouMean(name, known)}Remove it, or put it under _meta: the specification does not have this member.`, { unknownTo: revisions });
    }
  }
  const task = member(params, "task");
  if (task) {
    yield note(
      task,
      "Only send a task to a client that has declared tasks for elicitation: it exists only in revision 2025-11-25.",
      { unknownTo: ["2025-06-18", "2026-07-28"] },
    );
  }
}

// Finds names that are repeated in an object, anywhere in the params.
function* repeated({ params }: Subject): Iterable<Advice> {
  const todo = [params];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const seen = new Set<string>();
    for (const { name, value } of membersOf(next)) {
      if (seen.has(name)) {
        yield problem(value, "Remove one of the two: this name appears twice, and parsers disagree on which one counts.");
      }
      seen.add(name);
      todo.push(value);
    }
    todo.push(...items(next));
  }
}
