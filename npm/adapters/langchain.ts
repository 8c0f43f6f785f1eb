// Interrupts of the type `mcp_elicitation` of LangChain's MCP adapters for Python and for JavaScript as rounds, and
// decisions as their resume values.

import type { ElicitRequestParams, ElicitResult, InputRequest } from "../../bridge/host/types.js";
import { isObject, own, textOf } from "../../bridge/message/json.js";
import { CREATE } from "../../bridge/message/names.js";
import { eachAnswer, reject, unanswerable } from "./answers.js";

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
export function langchainResume(interruptId: string, reply: LangChainReply): { [interruptId: string]: LangChainReply } {
  return Object.fromEntries([[textOf(interruptId) || unanswerable("no-id"), reply]]);
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
