import { isObject, type JsonObject, listOf, own, textOf } from "../message/json.js";
import { MAX_CHOICES } from "../message/names.js";
import { readParams } from "../message/params.js";
import { attachReceipt } from "./receipt.js";
import type { Call, RoundPart } from "./round.js";
import type {
  Approval, ApprovalOptions, ApprovalResult, ApprovalScope, ElicitOptions, ElicitResult, RoundOptions,
} from "./types.js";

/** Asks the person, as `elicit` does. */
export type Ask = (read: () => RoundPart[], options: RoundOptions) => Promise<[RoundPart[], ElicitResult[]]>;

// The person is asked by the program of the forms. A page loads this file with its first approval.

const MAX_ARGUMENTS = 500;
// A longer text of JSON is not indented.
const MAX_INDENTED = 20_000;
const KINDS = { allow_once: "once", allow_always: "always", reject_once: "reject", reject_always: "reject_always" };
const SCOPES: readonly ApprovalScope[] = ["once", "session", "always"];

/** A button. `name` and `id` are the agent's. */
interface Choice {
  kind: string;
  name?: string;
  id?: string;
}

/** Asks the person to approve a tool call. `ask` asks a round. */
export async function approve(ask: Ask, approval: Approval, options?: ApprovalOptions): Promise<ApprovalResult> {
  if (typeof approval?.tool?.name !== "string") {
    throw new TypeError("approve: approval.tool.name is missing");
  }
  const choices = choicesOf(approval);
  const { tool, message, editable, reason } = approval;
  const args = tool.arguments ?? {};
  const params = {
    message, reason, choices,
    tool: { name: tool.name, title: tool.title, description: tool.description, readOnly: tool.annotations?.readOnlyHint === true },
    arguments: listArguments(args), requestedSchema: editable && withSuggestions(editable, args),
  };
  const part: RoundPart = {
    ...readParams(JSON.stringify(params)), url: false, elicitationId: undefined,
    read: (result) => {
      part.others = own(result, "all") === true ? (other) => declineWaiting(other, approval.server.id) : undefined;
      return readResult(result, choices, args, editable);
    },
  };
  const [, results] = await ask(() => [part], { ...options, server: approval.server });
  return results[0] as object as ApprovalResult;
}

// Returns the buttons. The first one never allows for longer than once, and one declines this call alone.
function choicesOf({ scopes = ["once"], options }: Approval): Choice[] {
  const all: Choice[] = options
    ? options.map(({ id, name, kind }) => ({ id, name, kind: own(KINDS, kind) as string }))
    : SCOPES.filter((scope) => scopes.includes(scope)).map((kind) => ({ kind }));
  const known = all.filter(({ kind }) => kind);
  const isStrange = !options && scopes.some((scope) => !SCOPES.includes(scope));
  if (isStrange || known.length < all.length || known.length === 0 || known.length > MAX_CHOICES) {
    throw new TypeError("approve: an option or a scope is unknown, or there are none or too many");
  }
  const allows = SCOPES.flatMap((scope) => known.filter(({ kind }) => kind === scope));
  const rejects = known.filter((choice) => !allows.includes(choice));
  const declines = rejects.some(({ kind }) => kind === "reject") ? rejects : [{ kind: "reject" }, ...rejects];
  return allows[0]?.kind === "once" ? [...allows, ...declines] : [...declines, ...allows];
}

function listArguments(args: object): object[] {
  const entries = Object.entries(args);
  const all = entries.length > MAX_ARGUMENTS ? [["", args] as const] : entries;
  return all.filter(([, value]) => value !== undefined).map(([name, value]) =>
    typeof value === "string" ? { name, text: value } : { name, text: jsonOf(value), json: true });
}

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > MAX_INDENTED ? text : JSON.stringify(value, null, 2);
}

// The arguments become the suggestions of the form.
function withSuggestions(schema: object, args: object): object {
  const properties = own(schema, "properties");
  const suggested = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) =>
    [name, isObject(property) && Object.hasOwn(args, name) ? { ...property, default: own(args, name) } : property]);
  return { ...schema, properties: Object.fromEntries(suggested) };
}

// Only a proper result is a decision, because a foreign document may have sent it.
function readResult(result: unknown, choices: Choice[], args: object, editable: object | undefined): ApprovalResult | undefined {
  const action = own(result, "action");
  const choice = choices.find((_, i) => i === own(result, "choice"));
  const allows = SCOPES.find((scope) => scope === choice?.kind);
  const id = choice?.id === undefined ? {} : { id: choice.id };
  if (action === "accept" && allows) {
    const content = own(result, "content");
    return { action, scope: allows, ...id, ...(editable && isObject(content) ? { arguments: withChanges(args, content) } : {}) };
  } else if (action === "decline" && choice && !allows) {
    const reason = textOf(own(result, "reason"));
    return { action, ...id, ...(reason ? { reason } : {}) };
  }
  return action === "cancel" ? { action } : undefined;
}

// "Decline all" is about the approvals of one server. Those that wait get no event "shown": no screen has shown them.
function declineWaiting(other: Call, server: string): ElicitResult[] | undefined {
  if (other.from !== server || !other.round[0]!.read) {
    return undefined;
  }
  other.shownAt = Date.now();
  return [{ action: "decline" }];
}

// The content has null for an argument that the person has removed. Arguments that the form could not ask for stay.
function withChanges(args: object, content: JsonObject): { [name: string]: unknown } {
  const rest = Object.entries(args).filter(([name]) => !Object.hasOwn(content, name));
  return Object.fromEntries([...rest, ...Object.entries(content).filter(([, value]) => value !== null)]);
}

/**
 * Shows the elicitation of an agent. That of Codex asks for leave: `_meta.codex_approval_kind`, and no question but the scope. Any server
 * can write that, so it counts only from a server that is the agent itself.
 */
export async function elicit(
  ask: Ask, read: (params: unknown) => RoundPart[], params: unknown, options: ElicitOptions,
): Promise<ElicitResult> {
  const value = typeof params === "string" ? readParams(params).value : params;
  const meta = own(value, "_meta");
  const properties = own(value, "requestedSchema", "properties");
  const names = isObject(properties) ? Object.keys(properties) : [];
  const asksScope = names[0] === "persist";
  if (own(meta, "codex_approval_kind") !== "mcp_tool_call" || names.length > (asksScope ? 1 : 0) || own(value, "mode") === "url") {
    return (await ask(() => read(params), options))[1][0]!;
  }
  const persist = own(meta, "persist");
  const offered = asksScope
    ? listOf(own(properties, "persist", "oneOf")).map((option) => own(option, "const"))
    : ["once", ...(Array.isArray(persist) ? persist : [persist])];
  const scopes = SCOPES.filter((scope) => offered.includes(scope));
  const text = (name: string): string | undefined => textOf(own(meta, name));
  const args = own(meta, "tool_params");
  const result = await approve(ask, {
    server: options.server, scopes: scopes.length > 0 ? scopes : ["once"], message: textOf(own(value, "message")),
    tool: {
      name: text("tool_name") ?? text("tool_title") ?? "tool", title: text("tool_title"), description: text("tool_description"),
      annotations: { readOnlyHint: own(meta, "tool_annotations", "readOnlyHint") === true }, arguments: isObject(args) ? args : {},
    },
  }, options);
  const { action } = result;
  if (action !== "accept") {
    return copyReceipt({ action }, result);
  }
  const { scope } = result;
  const reply: ElicitResult = asksScope ? { action, content: { persist: scope } } : { action, content: {} };
  return copyReceipt(asksScope || scope === "once" ? reply : { ...reply, _meta: { persist: scope } }, result);
}

function copyReceipt(reply: ElicitResult, from: object): ElicitResult {
  return attachReceipt(reply, (from as ElicitResult).receipt);
}
