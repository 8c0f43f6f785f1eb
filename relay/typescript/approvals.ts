// Approvals of tool calls in a relay. The Go relay takes the same approvals and decisions: relay/testdata/approvals.json.

import { ElicitationError } from "../../bridge/host/errors.js";
import type { Approval } from "../../bridge/host/types.js";
import { type Exact, isItems, isWellFormed, itemsOf, type Members, membersOf, Numeral, parseExact } from "../../bridge/message/exact.js";
import { MALFORMED_APPROVAL, MAX_CHOICES, MAX_REASON } from "../../bridge/message/names.js";
import { Decimal } from "../../bridge/rules/decimal.js";
import { type RoundRequest, toJsonText } from "./roundbody.js";

type MemberTypes = { readonly [type: string]: readonly string[] };

// The members of an approval, of its tool and of an option, and of a decision, by their types.
const APPROVAL: MemberTypes = { object: ["tool", "editable"], array: ["scopes", "options"], string: ["message"], boolean: ["reason"] };
const TOOL: MemberTypes = { string: ["name", "title", "description"], object: ["annotations", "arguments"] };
const OPTION: MemberTypes = { string: ["id", "name", "kind"] };
const DECISION: MemberTypes = { string: ["action", "scope", "id", "reason"], object: ["arguments"] };

const SCOPES: readonly unknown[] = ["once", "session", "always"];
// Maps the kind of an option to its scope. An option that rejects has no scope.
const SCOPE_OF_KIND = new Map<unknown, string | undefined>(
  [["allow_once", "once"], ["allow_always", "always"], ["reject_once", undefined], ["reject_always", undefined]],
);

/** Makes the request of an approval, with the members that an approval has. */
export function approvalRequest({ tool, scopes, options, editable, message, reason }: Approval): RoundRequest[] {
  const { name, title, description, annotations, arguments: args } = tool ?? {};
  const params = toJsonText({
    tool: { name, title, description, annotations, arguments: args }, scopes,
    options: options?.map(({ id, name, kind }) => ({ id, name, kind })), editable, message, reason,
  });
  if (!isApproval(parseExact(params))) {
    throw new ElicitationError("invalid-request", { reason: MALFORMED_APPROVAL });
  }
  return [{ params, approval: true }];
}

/** Reports whether a page can show an approval as it is. */
export function isApproval(value: Exact | undefined): boolean {
  const approval = membersOf(value);
  const [tool, options, editable, scopes] = ["tool", "options", "editable", "scopes"].map((name) => approval.get(name));
  const { length } = itemsOf(options);
  return hasTypes(value, APPROVAL) && hasTypes(tool, TOOL) && Boolean(membersOf(tool).get("name"))
    && isExact(membersOf(tool).get("arguments") ?? null)
    && (!editable || membersOf(editable).get("properties") instanceof Map)
    && (!scopes || (itemsOf(scopes).length > 0 && itemsOf(scopes).every((scope) => SCOPES.includes(scope))))
    && (!options || (length > 0 && length <= MAX_CHOICES && itemsOf(options).every(isOption)));
}

function isOption(value: Exact): boolean {
  return hasTypes(value, OPTION) && membersOf(value).size === 3 && SCOPE_OF_KIND.has(membersOf(value).get("kind"));
}

// Reports whether a value is an object whose members have these types. It refuses unknown members: otherwise the screen would not
// show arguments whose name is misspelled.
function hasTypes(value: Exact | undefined, types: MemberTypes): boolean {
  return value instanceof Map && [...(value as Members)].every(([name, member]) => Boolean(types[typeOf(member)]?.includes(name)));
}

function typeOf(value: Exact): string {
  if (value === null || value instanceof Numeral || (typeof value === "string" && !isWellFormed(value))) {
    return "none";
  }
  return isItems(value) ? "array" : typeof value;
}

/** Reports whether JavaScript reads a value and writes the same value again. */
export function isExact(value: Exact): boolean {
  if (value instanceof Numeral) {
    const float = Number(value.literal);
    return Number.isFinite(float) && new Decimal(value).compare(new Decimal(new Numeral(String(float)))) === 0;
  }
  const isText = (text: Exact): boolean => typeof text !== "string" || isWellFormed(text);
  return isText(value) && itemsOf(value).every(isExact) && [...membersOf(value)].every(([name, member]) => isText(name) && isExact(member));
}

/** Returns why a decision, apart from its arguments, was not offered: the chat acts on it. Undefined if it was. */
export function decisionFault(approval: Members, result: Exact | undefined): string | undefined {
  const decision = membersOf(result);
  const [action, reason] = [decision.get("action"), decision.get("reason")];
  if (!hasTypes(result, DECISION) || (action !== "accept" && action !== "decline" && action !== "cancel")) {
    return "not a result";
  } else if (!isOffered(approval, decision)) {
    return "not offered";
  } else if (decision.has("arguments") && (action !== "accept" || !approval.has("editable"))) {
    return "not editable";
  } else if (typeof reason === "string" && (action !== "decline" || approval.get("reason") !== true)) {
    return "not asked";
  }
  return typeof reason === "string" && [...reason].length > MAX_REASON ? "wrong length" : undefined;
}

function isOffered(approval: Members, decision: Members): boolean {
  const [action, id, scope] = ["action", "id", "scope"].map((name) => decision.get(name));
  const accepts = action === "accept";
  if ((scope !== undefined) !== accepts || (id !== undefined && action === "cancel")) {
    return false;
  } else if (accepts && !approval.has("options")) {
    return id === undefined && itemsOf(approval.get("scopes") ?? ["once"]).includes(scope!);
  }
  const isChosen = (option: Members): boolean => option.get("id") === id && SCOPE_OF_KIND.get(option.get("kind")) === scope;
  return (!accepts && id === undefined) || itemsOf(approval.get("options")).some((option) => isChosen(membersOf(option)));
}
