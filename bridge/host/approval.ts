import { isObject, type JsonObject, listOf, own, textOf } from "../message/json.js";
import { readParams } from "../message/params.js";
import { attachReceipt } from "./receipt.js";
import type { Call, RoundPart } from "./round.js";
import type { ElicitOptions, ElicitResult, RoundOptions, Server } from "./types.js";

/** Asks the person, as `elicit` does. */
export type Ask = (read: () => RoundPart[], options: RoundOptions) => Promise<[RoundPart[], ElicitResult[]]>;

/** A tool call that needs a person's leave, as the chat or the agent knows it. */
export interface Approval {
  /** Who wants to run the tool, by the chat's own name. */
  server: Server;
  /** The call. */
  tool: ApprovalTool;
  /**
   * For how long the person can allow it. Each scope is a button.
   *
   * @defaultValue `["once"]`
   */
  scopes?: readonly ApprovalScope[] | undefined;
  /** The agent's own options, as in the Agent Client Protocol, in place of `scopes`. Each is a button, which says what its kind means. */
  options?: readonly ApprovalOption[] | undefined;
  /** A JSON Schema of the arguments that the person may change, as for a form. */
  editable?: object | undefined;
  /** Why the agent wants to run it, in the agent's words. */
  message?: string | undefined;
  /**
   * Whether a decline may carry a reason, which the person writes for the agent.
   *
   * @defaultValue false
   */
  reason?: boolean | undefined;
}

/** A tool and the arguments of its call. */
export interface ApprovalTool {
  /** Its name in the protocol. */
  name: string;
  /** Its name for people, in the server's words. */
  title?: string | undefined;
  /** What it does, in the server's words. */
  description?: string | undefined;
  /** The hints of MCP about the tool. Only `readOnlyHint: true` counts: without it, a tool is taken for one that changes something. */
  annotations?: { readonly readOnlyHint?: boolean | undefined; readonly [hint: string]: unknown } | undefined;
  /** The arguments, which are shown complete. */
  arguments?: { readonly [name: string]: unknown } | undefined;
}

/** How long a leave holds. The chat remembers it: the form only asks. */
export type ApprovalScope = "once" | "session" | "always";

/** An option of the Agent Client Protocol. */
export type ApprovalOption = {
  /** What the result names it by. */
  id: string;
  /** The agent's name of it. */
  name: string;
  /** What it means. */
  kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
};

/** How to ask for leave. */
export type ApprovalOptions = Pick<ElicitOptions, "signal" | "deadline" | "focus" | "container">;

/** The person's decision about a tool call. `id` is that of the chosen option. */
export type ApprovalResult =
  /** `arguments` is there if the person changed them: run the tool with these. */
  | { action: "accept"; scope: ApprovalScope; id?: string; arguments?: { [name: string]: unknown } }
  /** `reason` is there if the person wrote one. With `kind` "reject_always" of the option `id`, the chat remembers it. */
  | { action: "decline"; id?: string; reason?: string }
  /** The person decided nothing. */
  | { action: "cancel" };

// The person is asked by the program of the forms. A page loads this file with its first approval.

const MAX_OPTIONS = 20;
const MAX_ARGUMENTS = 500;
// A longer text of JSON is not indented.
const MAX_INDENTED = 20_000;
const KINDS = { allow_once: "once", allow_always: "always", reject_once: "reject", reject_always: "reject_always" };
const SCOPES: readonly ApprovalScope[] = ["once", "session", "always"];

/** A button: its kind, the agent's name of it, and what the result says of it. */
interface Choice {
  kind: string;
  name?: string;
  id?: string;
}

/** Asks for leave, with the function that asks a round. */
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
      part.others = own(result, "all") === true ? (other) => declined(other, approval.server.id) : undefined;
      return readResult(result, choices, args, editable);
    },
  };
  const [, results] = await ask(() => [part], { ...options, server: approval.server });
  return results[0] as object as ApprovalResult;
}

// The first button never allows for longer than once.
function choicesOf({ scopes = ["once"], options }: Approval): Choice[] {
  const all: Choice[] = options
    ? options.map(({ id, name, kind }) => ({ id, name, kind: KINDS[kind] }))
    : SCOPES.filter((scope) => scopes.includes(scope)).map((kind) => ({ kind }));
  const known = all.filter(({ kind }) => kind);
  if (known.length < all.length || known.length === 0 || known.length > MAX_OPTIONS) {
    throw new TypeError("approve: an option or a scope is unknown, or there are none or too many");
  }
  const allows = SCOPES.flatMap((scope) => known.filter(({ kind }) => kind === scope));
  const rejects = known.filter((choice) => !allows.includes(choice));
  const declines = rejects.length > 0 ? rejects : [{ kind: "reject" }];
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
    return { action, scope: allows, ...id, ...(editable && isObject(content) ? { arguments: changed(args, editable, content) } : {}) };
  } else if (action === "decline" && choice && !allows) {
    const reason = textOf(own(result, "reason"));
    return { action, ...id, ...(reason ? { reason } : {}) };
  }
  return action === "cancel" ? { action } : undefined;
}

// "Decline all" is for the approvals of one server. The others were never on the screen, and have no event "shown".
function declined(other: Call, server: string): ElicitResult[] | undefined {
  if (other.from !== server || !other.round[0]!.read) {
    return undefined;
  }
  other.shownAt = Date.now();
  return [{ action: "decline" }];
}

// A property of the form without an answer is left out.
function changed(args: object, schema: object, content: JsonObject): { [name: string]: unknown } {
  const kept = Object.entries(args).filter(([name]) => own(schema, "properties", name) === undefined);
  return Object.fromEntries([...kept, ...Object.entries(content)]);
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
