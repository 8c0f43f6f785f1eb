// Interrupts of the type `mcp_elicitation` of LangChain's MCP adapters for Python and for JavaScript as rounds, those of its middleware
// for a human in the loop as approvals, and decisions as their resume values.

import type { ApprovalResult } from "../../bridge/host/types.js";
import type { ElicitRequestParams, ElicitResult, InputRequest, Server } from "../../bridge/host/types.js";
import { isObject, type JsonObject, listOf, own, textOf } from "../../bridge/message/json.js";
import { CREATE } from "../../bridge/message/names.js";
import { eachAnswer, reject, unanswerable } from "./answers.js";
import { type ApprovalRequest, approvalResult, changedArguments, compact, toolOf } from "./approvals.js";

/** The value that the interrupted tool call gets from `interrupt()`. */
export type LangChainReply = {
  /** The decisions, by the keys of the requests. */
  responses: { [key: string]: ElicitResult };
};

/** The requests of one interrupt. */
export type LangChainRound = {
  /** For `elicitAll`. JavaScript moves keys that look like whole numbers to the front: pass `text` to keep the order. */
  requests: { [key: string]: InputRequest };
  /** The requests as JSON text in the order of the interrupt, for `elicitAll`. */
  text: string;
  /** The tool that asked. */
  tool: string;
  /** The name of the server in the adapter's configuration; only JavaScript's adapter sends it. */
  server: string | undefined;
  /** The arguments of the tool call; only JavaScript's adapter sends them. */
  arguments: unknown;
  /** Makes the value that resumes this interrupt. Each request needs an answer, and other answers are an error. */
  resume(responses: { [key: string]: ElicitResult }): LangChainReply;
};

/**
 * Reports whether an interrupt has this type. Leave other interrupts to the code that they belong to.
 *
 * @example
 * ```ts
 * const elicitations = interrupts.filter(({ value }) => isMcpElicitation(value));
 * ```
 */
export function isMcpElicitation(value: unknown): boolean {
  return own(value, "type") === "mcp_elicitation";
}

/**
 * Makes a round from the value of an interrupt.
 *
 * @throws An {@link AdapterError} for a value of another shape; so does `resume` for a missing answer.
 *
 * @example
 * ```ts
 * const { text, resume } = langchainRound(interrupt.value);
 * const command = { resume: langchainResume(interrupt.id, resume(await host.elicitAll(text, { server: { id: "files" } }))) };
 * ```
 */
export function langchainRound(value: unknown): LangChainRound {
  const requests = isMcpElicitation(value) ? own(value, "requests") : undefined;
  const listed = Array.isArray(requests);
  const tool = textOf(own(value, listed ? "tool_name" : "tool"));
  if (tool === undefined || !(listed || isObject(requests))) {
    return reject("not-mcp-elicitation");
  }
  const round = new Map<string, ElicitRequestParams>();
  for (const [name, request] of Object.entries(requests)) {
    // Python's adapter sends a list of requests with keys.
    const key = listed ? (textOf(own(request, "key")) ?? reject("no-key")) : name;
    const params = paramsOf(key, request, listed);
    if (round.has(key)) {
      reject("duplicate-key", key);
    }
    round.set(key, params);
  }
  if (round.size === 0) {
    reject("no-requests");
  }
  const input = [...round].map(([key, params]) => [key, { method: CREATE, params }] as const);
  return {
    requests: Object.fromEntries(input),
    text: `{${input.map(([key, request]) => `${JSON.stringify(key)}:${JSON.stringify(request)}`).join()}}`,
    tool,
    server: listed ? undefined : textOf(own(value, "server")),
    arguments: listed ? undefined : own(value, "arguments"),
    resume: (responses) => ({ responses: Object.fromEntries(eachAnswer(round, responses, "unknown-key", answer)) }),
  };
}

/**
 * Makes the resume value of one interrupt by its id, for `Command({ resume })` and `command.resume`. Spread syntax joins several.
 *
 * @throws An {@link AdapterError} "invalid-reply" for an empty id.
 *
 * @example
 * ```ts
 * const { text, resume } = langchainRound(interrupt.value);
 * const command = { resume: langchainResume(interrupt.id, resume(await host.elicitAll(text, { server: { id: "files" } }))) };
 * ```
 */
export function langchainResume<Reply extends LangChainReply | LangChainDecisions>(
  interruptId: string, reply: Reply,
): { [interruptId: string]: Reply } {
  return Object.fromEntries([[textOf(interruptId) || unanswerable("no-id"), reply]]);
}

/** A decision for the middleware: Python's has `edited_action`, JavaScript's `editedAction`. */
export type LangChainDecision =
  | { type: "approve" }
  | { type: "edit"; edited_action: { name: string; args: { [name: string]: unknown } } }
  | { type: "edit"; editedAction: { name: string; args: { [name: string]: unknown } } }
  | { type: "reject"; message?: string }
  | { type: "respond"; message: string };

/** The value that resumes a review. */
export type LangChainDecisions = {
  /** A decision for each tool call, in their order. */
  decisions: LangChainDecision[];
};

/** Decisions of the chat that a review does not state. */
export type LangChainReviewOptions = {
  /** The agent, by the chat's own name. */
  server: Server;
  /**
   * The meaning of a decline. With "respond" its reason takes the place of the tool's result.
   *
   * @defaultValue "reject" where it is allowed, otherwise "respond"
   */
  declined?: "reject" | "respond" | undefined;
};

/** The tool calls of one interrupt. */
export type LangChainReview = {
  /** An approval for each tool call, in their order. `reply` makes the decision about that call. */
  approvals: ApprovalRequest<LangChainDecision>[];
  /** Makes the value that resumes the interrupt, from a result for each approval in their order. */
  resume(results: readonly ApprovalResult[]): LangChainDecisions;
};

/**
 * Makes approvals from the value of an interrupt of `HumanInTheLoopMiddleware` (Python) or `humanInTheLoopMiddleware` (JavaScript).
 * Arguments can be changed if "edit" is allowed and the review has their schema. Python's never has: add `editable` yourself.
 *
 * @throws An {@link AdapterError} for a value of another shape and for a tool call that can neither be approved nor rejected; so do
 * `reply` and `resume` for a decision that is not allowed. Leave the run paused if the person decided nothing: the middleware knows no
 * such decision.
 *
 * @example
 * ```ts
 * const { approvals, resume } = langchainApprovals(interrupt.value, { server: { id: "agent" } });
 * const results = [];
 * for (const { approval } of approvals) {
 *   results.push(await host.approve(approval));
 * }
 * const command = { resume: langchainResume(interrupt.id, resume(results)) };
 * ```
 */
export function langchainApprovals(value: unknown, options: LangChainReviewOptions): LangChainReview {
  const python = Array.isArray(own(value, "action_requests"));
  const actions = own(value, python ? "action_requests" : "actionRequests");
  const reviews = listOf(own(value, python ? "review_configs" : "reviewConfigs"));
  if (!Array.isArray(actions)) {
    return reject("not-an-approval");
  }
  const approvals = actions.map((action, at) => {
    const name = own(action, "name");
    const concerns = (review: unknown): boolean => own(review, python ? "action_name" : "actionName") === name;
    const review = [reviews[at], ...reviews].find(concerns) ?? reject("no-review", textOf(name));
    return approvalOf(action, review, python, options);
  });
  return {
    approvals: approvals.length > 0 ? approvals : reject("no-requests"),
    resume(results) {
      if (results.length !== approvals.length) {
        unanswerable(results.length < approvals.length ? "no-answer" : "unknown-key", String(Math.min(results.length, approvals.length)));
      }
      return { decisions: approvals.map(({ reply }, at) => reply(results[at]!)) };
    },
  };
}

function approvalOf(
  action: unknown, review: unknown, python: boolean, { server, declined }: LangChainReviewOptions,
): ApprovalRequest<LangChainDecision> {
  const args = own(action, "args");
  const tool = toolOf(own(action, "name"), args, "args");
  const allowed = listOf(own(review, python ? "allowed_decisions" : "allowedDecisions"));
  const allows = (decision: string): boolean => allowed.includes(decision);
  if (!allows("approve") && !allows("reject")) {
    reject("no-decision", tool.name);
  }
  const schema = own(review, python ? "args_schema" : "argsSchema");
  const approval = compact({
    server,
    tool,
    message: textOf(own(action, "description")) || undefined,
    editable: allows("edit") && isObject(schema) ? schema : undefined,
    reason: allows("reject") || allows("respond"),
  });
  const edit = (changed: JsonObject, reason: "edited" | "no-decision"): LangChainDecision => {
    const edited = { name: tool.name, args: changed };
    const type = allows("edit") ? "edit" : unanswerable(reason, tool.name);
    return python ? { type, edited_action: edited } : { type, editedAction: edited };
  };
  return {
    approval,
    reply(result) {
      const decided = approvalResult(result, tool.name);
      if (decided.action === "cancel") {
        return unanswerable("cancel", tool.name);
      } else if (decided.action === "accept") {
        const changed = changedArguments(decided);
        if (changed || !allows("approve")) {
          // If only "edit" is allowed, an edit without a change runs the call that the person has seen.
          return edit(changed ?? (isObject(args) ? args : {}), changed ? "edited" : "no-decision");
        }
        return { type: "approve" };
      }
      const type = declined ?? (allows("reject") ? "reject" : "respond");
      if (!allows(type)) {
        unanswerable("decline", tool.name);
      }
      const message = decided.reason || undefined;
      return type === "reject" && message === undefined ? { type } : { type, message: message ?? unanswerable("no-reason", tool.name) };
    },
  };
}

// Python's adapter always names the mode.
function paramsOf(key: string, request: unknown, python: boolean): ElicitRequestParams {
  const mode = own(request, "mode") ?? (python ? undefined : "form");
  const message = textOf(own(request, "message")) ?? reject("no-message", key);
  if (mode === "form") {
    const requestedSchema = own(request, python ? "requested_schema" : "requestedSchema");
    return { mode, message, requestedSchema: isObject(requestedSchema) ? requestedSchema : reject("no-schema", key) };
  } else if (mode === "url") {
    return { mode, message, url: textOf(own(request, "url")) || reject("no-url", key) };
  }
  return reject("unsupported-mode", key);
}

// The adapters reject content of a page, and an accepted form without content.
function answer(key: string, { mode }: ElicitRequestParams, result: ElicitResult): ElicitResult {
  if (result.action !== "accept" || mode === "url") {
    return { action: result.action };
  }
  return isObject(result.content) ? result : unanswerable("no-content", key);
}
