// elicitform/langchain: interrupts of the type `mcp_elicitation`, with which LangChain's
// MCP adapters ask the person, as rounds, and what the person decides as their resume
// value. The adapters for Python and for JavaScript write the same thing in two ways.

import type { ElicitRequestParams, ElicitResult, InputRequest } from "../host/types.js";
import { isObject, own, textOf } from "../message/json.js";
import { eachAnswer } from "./answers.js";
import { DoorError } from "./error.js";

export { DoorError, type DoorErrorCode } from "./error.js";

/** What the interrupted tool call waits for, and gets from `interrupt()`. */
export type LangChainReply = { responses: { [key: string]: ElicitResult } };

/** The requests of one interrupt. */
export type LangChainRound = {
  /** For `elicitAll`. Where a key looks like a whole number, JavaScript does not keep the order of an object: pass `text` then. */
  requests: { [key: string]: InputRequest };
  /** The same as JSON text, in the order of the interrupt; `elicitAll` takes it too. */
  text: string;
  /** The tool that asked. */
  tool: string;
  /** The name that the adapter's configuration gives the server; only JavaScript's adapter tells it. */
  server: string | undefined;
  /** With what the tool was called; only JavaScript's adapter tells it. */
  arguments: unknown;
  /** The value to resume this one interrupt with. Every request needs an answer, and only those. */
  resume(responses: { [key: string]: ElicitResult }): LangChainReply;
};

/** Whether the value of an interrupt is one of these, so that others can be left to whom they belong. */
export function isMcpElicitation(value: unknown): boolean {
  return own(value, "type") === "mcp_elicitation";
}

/**
 * Makes a round of the value of an interrupt:
 *
 * ```ts
 * const { text, resume } = langchainRound(interrupt.value);
 * const command = { resume: langchainResume(interrupt.id, resume(await host.elicitAll(text, { server: { id: "files" } }))) };
 * ```
 *
 * It throws a {@link DoorError} where the value has another shape: nothing is guessed.
 */
export function langchainRound(value: unknown): LangChainRound {
  if (!isMcpElicitation(value)) {
    throw new DoorError("invalid-request", "not-mcp-elicitation");
  }
  const requests = own(value, "requests");
  const listed = Array.isArray(requests);
  const tool = textOf(own(value, listed ? "tool_name" : "tool"));
  if (tool === undefined || !(listed || isObject(requests))) {
    throw new DoorError("invalid-request", "not-mcp-elicitation");
  }
  const entries = listed ? requests.map(pythonEntry) : Object.entries(requests).map(([key, request]) => [key, javascriptParams(key, request)] as const);
  const round = new Map<string, ElicitRequestParams>();
  for (const [key, params] of entries) {
    if (round.has(key)) {
      throw new DoorError("invalid-request", "duplicate-key", key);
    }
    round.set(key, params);
  }
  if (round.size === 0) {
    throw new DoorError("invalid-request", "no-requests");
  }
  const input = [...round].map(([key, params]) => [key, { method: "elicitation/create", params }] as const);
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
 * The resume value of one interrupt by its id, as `Command({ resume })` and `command.resume` take it, also
 * where several interrupts are open. Values of several interrupts can be put together with spread syntax.
 */
export function langchainResume(interruptId: string, reply: LangChainReply): { [interruptId: string]: LangChainReply } {
  if (typeof interruptId !== "string" || interruptId === "") {
    throw new DoorError("invalid-reply", "no-id");
  }
  return Object.fromEntries([[interruptId, reply]]);
}

// In Python each entry names its key and its mode.
function pythonEntry(request: unknown): readonly [string, ElicitRequestParams] {
  const key = textOf(own(request, "key"));
  if (key === undefined) {
    throw new DoorError("invalid-request", "no-key");
  }
  return [key, params(key, request, own(request, "mode"), own(request, "requested_schema"))];
}

function javascriptParams(key: string, request: unknown): ElicitRequestParams {
  return params(key, request, own(request, "mode") ?? "form", own(request, "requestedSchema"));
}

function params(key: string, request: unknown, mode: unknown, requestedSchema: unknown): ElicitRequestParams {
  const message = textOf(own(request, "message"));
  if (message === undefined) {
    throw new DoorError("invalid-request", "no-message", key);
  }
  switch (mode) {
    case "form":
      if (!isObject(requestedSchema)) {
        throw new DoorError("invalid-request", "no-schema", key);
      }
      return { mode, message, requestedSchema };
    case "url": {
      const url = textOf(own(request, "url"));
      if (!url) {
        throw new DoorError("invalid-request", "no-url", key);
      }
      return { mode, message, url };
    }
    default:
      throw new DoorError("invalid-request", "unsupported-mode", key);
  }
}

// The adapters refuse members that do not belong: content of a page, and of anything but an accept.
function answer(key: string, { mode }: ElicitRequestParams, result: unknown): ElicitResult {
  const action = own(result, "action");
  switch (action) {
    case "decline":
    case "cancel":
      return { action };
    case "accept": {
      const content = own(result, "content");
      if (mode === "url") {
        return { action };
      }
      if (!isObject(content)) {
        throw new DoorError("invalid-reply", "no-content", key);
      }
      return { action, content: content as NonNullable<Extract<ElicitResult, { action: "accept" }>["content"]> };
    }
    default:
      throw new DoorError("invalid-reply", "no-action", key);
  }
}
