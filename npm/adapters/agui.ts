// Interrupts of the Agent User Interaction Protocol (AG-UI) as forms, and decisions as its resume entries.

import type { ElicitRequestParams, ElicitResult, InputRequest } from "../../bridge/host/types.js";
import { own, textOf } from "../../bridge/message/json.js";
import { CREATE } from "../../bridge/message/names.js";
import { AdapterError, decisionOf, eachAnswer, reject, unanswerable } from "./answers.js";
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
  const id = textOf(own(interrupt, "id")) || reject("no-id");
  // Its answer does not have the shape of `responseSchema`, but that of `elicitation/create`.
  if (own(interrupt, "metadata", "langgraph", "raw", "type") === "mcp_elicitation") {
    reject("mcp-elicitation", id);
  }
  const message = textOf(own(interrupt, "message") ?? options.message) || reject("no-message", id);
  const { requestedSchema, toValue } = questionFor(own(interrupt, "responseSchema") ?? options.responseSchema ?? reject("no-schema", id));

  // An unreadable date means no deadline, as in `isInterruptExpired` of `@ag-ui/client`.
  const expires = Date.parse(textOf(own(interrupt, "expiresAt")) ?? "");
  const inTime = (): void => {
    if ((options.now ?? Date.now)() >= expires) {
      throw new AdapterError("expired", "expired", id);
    }
  };
  inTime();
  return {
    params: { mode: "form", message, requestedSchema },
    deadline: Number.isNaN(expires) ? undefined : new Date(expires),
    resume(result) {
      // The protocol forbids an answer after the date.
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
