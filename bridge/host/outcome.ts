import { ElicitationError, errorCode } from "./errors.js";
import { isObject, own } from "./json.js";
import type { RpcOutcome } from "./rpc.js";
import type { ElicitContent, ElicitResult } from "./types.js";

/**
 * What a response of the frame means: the result to resolve with, or the
 * error to reject with. A response of any other shape is an error, never a
 * decision.
 */
export function readOutcome(outcome: RpcOutcome): ElicitResult | ElicitationError {
  if (isFailure(outcome)) {
    return readError(outcome.error);
  }
  const action = own(outcome.result, "action");
  switch (action) {
    case "accept": {
      const content = own(outcome.result, "content");
      if (content === undefined) {
        return { action };
      }
      if (!isObject(content)) {
        break;
      }
      // As parsed: JSON.parse makes "__proto__" an own property, a copy might not.
      return { action, content: content as ElicitContent };
    }
    case "decline":
    case "cancel":
      return { action };
  }
  return new ElicitationError("internal", { reason: "malformed-result" });
}

// Not with "in": a page may have put an error on every object.
function isFailure(outcome: RpcOutcome): outcome is { error: unknown } {
  return Object.hasOwn(outcome, "error");
}

function readError(error: unknown): ElicitationError {
  const data = own(error, "data");
  const reason = own(data, "elicitform/reason");
  return new ElicitationError(errorCode(own(data, "elicitform/code")), {
    reason: typeof reason === "string" ? reason : undefined,
  });
}
