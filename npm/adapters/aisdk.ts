// Tool approval requests of the AI SDK as approvals, and decisions as its responses.

import type { Server } from "../../bridge/host/types.js";
import { own, textOf } from "../../bridge/message/json.js";
import { reject, unanswerable } from "./answers.js";
import { type ApprovalRequest, approvalResult, changedArguments, compact, toolOf } from "./approvals.js";

/** A tool approval request as an approval, and the rest of its response. */
export type AiSdkApproval = ApprovalRequest<{ approved: boolean; reason?: string }> & {
  /** The `id` for `addToolApprovalResponse`, and the `approvalId` of a "tool-approval-response". */
  id: string;
};

/**
 * Makes an approval from a part "tool-approval-request" in the content of a result, or from a tool part of a UI message in the state
 * "approval-requested".
 *
 * @throws An {@link AdapterError} for a part without its tool call, and for a request that a policy has answered. So does `reply`
 * for a person who decided nothing, since the request can wait, and for changed arguments, which the response cannot carry.
 *
 * @example
 * ```ts
 * const { approval, id, reply } = aiSdkApproval(part, { server: { id: "agent" } });
 * addToolApprovalResponse({ id, ...reply(await host.approve(approval)) });
 * ```
 */
export function aiSdkApproval(part: unknown, options: { server: Server }): AiSdkApproval {
  const type = textOf(own(part, "type")) ?? "";
  const ofResult = type === "tool-approval-request";
  const request = ofResult ? part : own(part, "approval");
  if ((!ofResult && own(part, "state") !== "approval-requested") || own(request, "isAutomatic") === true) {
    reject("not-an-approval");
  }
  const id = textOf(own(request, ofResult ? "approvalId" : "id")) || reject("no-id");
  const call = ofResult ? (own(part, "toolCall") ?? reject("no-tool-call", id)) : part;
  const name = ofResult || type === "dynamic-tool" ? own(call, "toolName") : type.replace(/^tool-/, "");
  return {
    id,
    approval: compact({
      server: options.server,
      tool: toolOf(name, own(call, "input"), "input", { title: own(call, "title") }),
      message: textOf(own(request, ofResult ? "reason" : "requestReason")) || undefined,
      reason: true,
    }),
    reply(result) {
      const decided = approvalResult(result, id);
      if (decided.action === "cancel" || changedArguments(decided)) {
        return unanswerable(decided.action === "cancel" ? "cancel" : "edited", id);
      }
      const approved = decided.action === "accept";
      return decided.action === "decline" && decided.reason ? { approved, reason: decided.reason } : { approved };
    },
  };
}
