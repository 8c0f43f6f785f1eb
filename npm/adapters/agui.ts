// Interrupts of the Agent User Interaction Protocol (AG-UI) as forms or approvals, and decisions as its resume entries.

import type { Approval, ApprovalResult, ApprovalTool } from "../../bridge/host/types.js";
import type { ElicitRequestParams, ElicitResult, InputRequest, Server } from "../../bridge/host/types.js";
import { isObject, listOf, own, parseObject, textOf } from "../../bridge/message/json.js";
import { CREATE } from "../../bridge/message/names.js";
import { AdapterError, decisionOf, eachAnswer, reject, unanswerable } from "./answers.js";
import { approvalResult, changedArguments, compact, toolOf } from "./approvals.js";
import { questionFor } from "./schema.js";

/** An interrupt in `outcome.interrupts` of RUN_FINISHED: `Interrupt` of `@ag-ui/core` 1.0.0. The adapter checks its members. */
export type AguiInterrupt = {
  /** The agent's name of the interrupt. */
  id: string;
  /** Why the run stopped; it is not shown. */
  reason: string;
  /** The question to the person. */
  message?: string | undefined;
  /** The JSON Schema of the answer. */
  responseSchema?: object | undefined;
  /** The deadline of the answer, as a date in ISO 8601. */
  expiresAt?: string | undefined;
  /** Additions of the agent. */
  metadata?: object | undefined;
  /** Other members are ignored. */
  [member: string]: unknown;
};

/** An entry of `resume` in RunAgentInput: the shape of `ResumeEntry` in `@ag-ui/core` 1.0.0. */
export type AguiResumeEntry = { interruptId: string; status: "resolved"; payload: unknown } | { interruptId: string; status: "cancelled" };

/** Decisions of the chat that an interrupt does not state. */
export type AguiOptions = {
  /**
   * The question of an interrupt without a `message`.
   *
   * @defaultValue such an interrupt is an error
   */
  message?: string | undefined;
  /**
   * The JSON Schema of an interrupt without a `responseSchema`.
   *
   * @defaultValue such an interrupt is an error
   */
  responseSchema?: object | undefined;
  /**
   * The meaning of Decline: a payload such as `{ approved: false }`, or "cancelled".
   *
   * @defaultValue a decline is an error
   */
  declined?: "cancelled" | ((interrupt: AguiInterrupt) => unknown) | undefined;
  /**
   * Returns the current time, in milliseconds since 1970.
   *
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
};

/** One interrupt as a request. */
export type AguiElicitation = {
  /** For `elicit`. */
  params: ElicitRequestParams;
  /** When the interrupt expires: the `deadline` of `elicit`. */
  deadline: Date | undefined;
  /** Makes the entry of `resume` for the person's decision. */
  resume(result: ElicitResult): AguiResumeEntry;
};

/** All interrupts of a run as a round. */
export type AguiRound = {
  /** For `elicitAll`, by the ids of the interrupts. */
  requests: { [id: string]: InputRequest };
  /** When the first interrupt expires. */
  deadline: Date | undefined;
  /** Makes the whole `resume`, with an entry for each interrupt in their order. */
  resume(responses: { [id: string]: ElicitResult }): AguiResumeEntry[];
};

/**
 * Makes a request from an interrupt.
 *
 * @throws An {@link AdapterError} for an interrupt that has expired or that no form can show; so does `resume` for a decision
 * that the options do not translate.
 *
 * @example
 * ```ts
 * const { params, deadline, resume } = aguiElicitation(interrupt, { declined: () => ({ approved: false }) });
 * const entries = [resume(await host.elicit(params, { server: { id: "agent" }, deadline }))];
 * ```
 */
export function aguiElicitation(interrupt: AguiInterrupt, options: AguiOptions = {}): AguiElicitation {
  const { id, deadline, inTime } = openInterrupt(interrupt, options);
  const message = textOf(own(interrupt, "message") ?? options.message) || reject("no-message", id);
  const { requestedSchema, toValue } = questionFor(own(interrupt, "responseSchema") ?? options.responseSchema ?? reject("no-schema", id));
  return {
    params: { mode: "form", message, requestedSchema },
    deadline,
    resume(result) {
      inTime();
      const decided = decisionOf(result, id);
      if (decided.action === "accept") {
        return { interruptId: id, status: "resolved", payload: toValue(decided.content) };
      }
      const declined = decided.action === "cancel" ? "cancelled" : (options.declined ?? unanswerable("decline", id));
      return declined === "cancelled"
        ? { interruptId: id, status: declined }
        : { interruptId: id, status: "resolved", payload: declined(interrupt) };
    },
  };
}

// Reads what a form and an approval have in common.
function openInterrupt(interrupt: AguiInterrupt, { now = Date.now }: Pick<AguiOptions, "now">) {
  const id = textOf(own(interrupt, "id")) || reject("no-id");
  // Its answer does not have the shape of `responseSchema`, but that of `elicitation/create`.
  if (own(interrupt, "metadata", "langgraph", "raw", "type") === "mcp_elicitation") {
    reject("mcp-elicitation", id);
  }
  // An unreadable date means no deadline, as in `isInterruptExpired` of `@ag-ui/client`.
  const expires = Date.parse(textOf(own(interrupt, "expiresAt")) ?? "");
  // The protocol forbids an answer after the date.
  const inTime = (): void => {
    if (now() >= expires) {
      throw new AdapterError("expired", "expired", id);
    }
  };
  inTime();
  return { id, inTime, deadline: Number.isNaN(expires) ? undefined : new Date(expires) };
}

/** Decisions of the chat about an approval that an interrupt does not state. */
export type AguiApprovalOptions = Pick<AguiOptions, "message" | "responseSchema" | "now"> & {
  /** The agent, by the chat's own name. */
  server: Server;
  /**
   * The messages of the agent, such as `agent.messages`: an interrupt names its tool call only by an id.
   *
   * @defaultValue an interrupt about a tool call is an error
   */
  messages?: readonly object[] | undefined;
};

/** One interrupt as an approval. */
export type AguiApproval = {
  /** For `approve`. */
  approval: Approval;
  /** When the interrupt expires: the `deadline` of `approve`. */
  deadline: Date | undefined;
  /** Makes the entry of `resume`: `{ approved, editedArgs? }`, or true or false where the schema is a boolean. */
  resume(result: ApprovalResult): AguiResumeEntry;
};

/**
 * Makes an approval from an interrupt about a tool call, or from a `confirmation`, whose answer is a boolean by default. The
 * arguments can be changed where the schema describes `editedArgs`. For other interrupts use {@link aguiElicitation}.
 *
 * @throws As {@link aguiElicitation}; also if the tool call is not among the messages, or if the schema requires more than `approved`.
 *
 * @example
 * ```ts
 * const { approval, deadline, resume } = aguiApproval(interrupt, { server: { id: "agent" }, messages: agent.messages });
 * const entries = [resume(await host.approve(approval, { deadline }))];
 * ```
 */
export function aguiApproval(interrupt: AguiInterrupt, options: AguiApprovalOptions): AguiApproval {
  const { id, deadline, inTime } = openInterrupt(interrupt, options);
  const message = textOf(own(interrupt, "message") ?? options.message) || undefined;
  const callId = textOf(own(interrupt, "toolCallId"));
  const isCall = own(interrupt, "reason") === "tool_call" || callId !== undefined;
  if (!isCall && own(interrupt, "reason") !== "confirmation") {
    reject("not-an-approval", id);
  }
  const tool = isCall ? calledTool(callId ?? reject("no-tool-call", id), options.messages) : undefined;
  const schema = own(interrupt, "responseSchema") ?? options.responseSchema ?? (isCall ? DECISION : { type: "boolean" });
  const isBoolean = own(schema, "type") === "boolean";
  if (!isBoolean && own(schema, "properties", "approved", "type") !== "boolean") {
    reject("not-an-approval", id);
  }
  const unknown = listOf(own(schema, "required")).find((name) => name !== "approved");
  if (unknown !== undefined) {
    reject("unsupported-property", textOf(unknown));
  }
  const edited = own(schema, "properties", "editedArgs");
  return {
    approval: compact({
      server: options.server,
      tool: tool ?? { name: message ? "confirmation" : reject("no-message", id) },
      message,
      editable: isObject(own(edited, "properties")) ? (edited as object) : undefined,
    }),
    deadline,
    resume(result) {
      inTime();
      const decided = approvalResult(result, id);
      if (decided.action === "cancel") {
        return { interruptId: id, status: "cancelled" };
      }
      const approved = decided.action === "accept";
      const editedArgs = changedArguments(decided);
      if (editedArgs && edited === undefined) {
        unanswerable("edited", id);
      }
      return { interruptId: id, status: "resolved", payload: isBoolean ? approved : compact({ approved, editedArgs }) };
    },
  };
}

// The payload of the protocol's own examples.
const DECISION = { type: "object", properties: { approved: { type: "boolean" } } };

function calledTool(id: string, messages: unknown): ApprovalTool {
  const calls = listOf(messages).flatMap((message) => listOf(own(message, "toolCalls")));
  const called = own(calls.find((call) => own(call, "id") === id) ?? reject("no-tool-call", id), "function");
  const text = own(called, "arguments");
  return toolOf(own(called, "name"), (parseObject(textOf(text)) ?? text) || undefined, "arguments");
}

/**
 * Makes a round from all interrupts of a run, for `elicitAll`. An interrupt that cannot be shown rejects the whole round,
 * because a run cannot be resumed in part. Ids that look like whole numbers come first, but the reply keeps the order.
 *
 * @throws As {@link aguiElicitation}.
 *
 * @example
 * ```ts
 * const round = aguiRound(interrupts, { declined: "cancelled" });
 * const entries = round.resume(await host.elicitAll(round.requests, { server: { id: "agent" }, deadline: round.deadline }));
 * ```
 */
export function aguiRound(interrupts: readonly AguiInterrupt[], options: AguiOptions = {}): AguiRound {
  if (!Array.isArray(interrupts) || interrupts.length === 0) {
    reject("no-interrupts");
  }
  const all = new Map<string, AguiElicitation>();
  for (const interrupt of interrupts as readonly AguiInterrupt[]) {
    const question = aguiElicitation(interrupt, options);
    if (all.has(interrupt.id)) {
      reject("duplicate-id", interrupt.id);
    }
    all.set(interrupt.id, question);
  }
  const first = Math.min(...[...all.values()].map(({ deadline }) => deadline?.getTime() ?? Infinity));
  return {
    requests: Object.fromEntries([...all].map(([id, { params }]) => [id, { method: CREATE, params }])),
    deadline: first < Infinity ? new Date(first) : undefined,
    resume: (responses) =>
      eachAnswer(all, responses, "unknown-id", (_, question, result) => question.resume(result)).map(([, entry]) => entry),
  };
}
