// The elicitation of the Agent Client Protocol (ACP) as params of MCP's, its requests for permission as approvals, and decisions as
// its responses.

import type { ApprovalOption, ApprovalTool } from "../../bridge/host/types.js";
import type { Elicitor, ElicitOptions, ElicitRequestParams, ElicitResult, Server } from "../../bridge/host/types.js";
import { isObject, type JsonObject, listOf, own, textOf } from "../../bridge/message/json.js";
import { type AdapterError, decisionOf, reject, unanswerable } from "./answers.js";
import { type ApprovalRequest, approvalResult, changedArguments, compact, toolOf } from "./approvals.js";

/** The client's support for forms and pages, for `clientCapabilities` of version 1 of the protocol or `capabilities` of version 2. */
export const acpCapabilities = { elicitation: { form: {}, url: {} } } as const;

/** The scope of a request: a session, maybe a tool call in it, or another request. */
export type AcpScope = { sessionId: string; toolCallId?: string } | { requestId: string | number | null };

/** A request as `elicit` takes it. */
export type AcpElicitation = {
  /** For `elicit`. */
  params: ElicitRequestParams;
  /** The scope of the request. */
  scope: AcpScope;
};

/** The response to `elicitation/create` of this protocol. */
export type AcpElicitationResponse = ElicitResult & {
  /** Additions of the host. */
  _meta?: { [name: string]: unknown };
};

/**
 * Makes params of those of an ACP request, without members that are null.
 *
 * @throws An {@link AdapterError} for an unknown mode or kind of property, or a missing part: answer with the error -32602.
 *
 * @example
 * ```ts
 * const { params, scope } = acpElicitation(request.params);
 * const response = acpReply(await host.elicit(params, { server: { id: "code-agent" } }));
 * ```
 */
export function acpElicitation(request: unknown): AcpElicitation {
  const scope = scopeOf(isObject(request) ? request : reject("no-params"));
  const { message: text, mode, url, elicitationId } = withoutNulls(request);
  const message = textOf(text) ?? reject("no-message");
  const meta = own(request, "_meta");
  // Codex writes into _meta when it stops waiting, and that it asks for leave.
  const additions = isObject(meta) ? { _meta: meta } : {};
  if (mode === "form") {
    return { scope, params: { mode, message, requestedSchema: schemaOf(own(request, "requestedSchema")), ...additions } };
  } else if (mode === "url") {
    const id = textOf(elicitationId) || reject("no-id");
    return { scope, params: { mode, message, url: textOf(url) || reject("no-url"), elicitationId: id, ...additions } };
  }
  return reject(mode === undefined ? "no-mode" : "unsupported-mode");
}

/**
 * Makes the response of a result. A `_meta` is there only if you give one.
 *
 * @throws An {@link AdapterError} "invalid-reply" for a result without a known action.
 *
 * @example
 * ```ts
 * const { params, scope } = acpElicitation(request.params);
 * const response = acpReply(await host.elicit(params, { server: { id: "code-agent" } }));
 * ```
 */
export function acpReply(result: ElicitResult, meta?: { [name: string]: unknown }): AcpElicitationResponse {
  return { ...decisionOf(result), ...(meta === undefined ? {} : { _meta: meta }) };
}

/**
 * Makes a handler of `elicitation/create` for the protocol's own SDK. Its signal withdraws the form. Pass the notification
 * `elicitation/complete` on with `host.complete(server, elicitationId)`.
 *
 * @throws The handler rejects with an {@link AdapterError} for a request that cannot be shown, and with an `ElicitationError`
 * without a decision.
 *
 * @example
 * ```ts
 * const createElicitation = acpHandler(host, () => ({ server: { id: "code-agent" } }));
 * ```
 */
export function acpHandler(
  host: Pick<Elicitor, "elicit">, options: (scope: AcpScope) => ElicitOptions,
): (request: { params: unknown; signal?: AbortSignal | undefined }) => Promise<AcpElicitationResponse> {
  return async ({ params, signal }) => {
    const { params: elicitParams, scope } = acpElicitation(params);
    return acpReply(await host.elicit(elicitParams, { signal, ...options(scope) }));
  };
}

/** What a request for permission does not state. */
export type AcpApprovalOptions = {
  /** The agent, by the chat's own name. */
  server: Server;
  /**
   * Returns the tool call of that id, as `session/update` has described it. A request for permission may leave out what the agent
   * has sent before.
   *
   * @defaultValue only what the request states is shown
   */
  toolCall?: ((toolCallId: string) => object | undefined) | undefined;
};

/** The response to `session/request_permission`. */
export type AcpPermissionResponse = {
  /** The option that the person chose. */
  outcome: { outcome: "selected"; optionId: string } | { outcome: "cancelled" };
};

/**
 * Makes an approval of the params of `session/request_permission`, of version 1 or 2 of the protocol. Each option is a button. A
 * decline without an option selects the only `reject_once` of the request; without one it is "cancelled".
 *
 * @throws An {@link AdapterError} for a missing part or an option of an unknown kind: answer with the error -32602. So does `reply`
 * for an option that the request does not have, and for changed arguments, which the protocol cannot carry.
 *
 * @example
 * ```ts
 * const { approval, reply } = acpApproval(request.params, { server: { id: "code-agent" } });
 * const response = reply(await host.approve(approval));
 * ```
 */
export function acpApproval(request: unknown, options: AcpApprovalOptions): ApprovalRequest<AcpPermissionResponse> {
  const asked = withoutNulls(isObject(request) ? request : reject("no-params"));
  const choices = listOf(own(asked, "options")).map(choiceOf);
  if (new Set(choices.map(({ id }) => id)).size !== choices.length) {
    reject("duplicate-id");
  }
  // Version 2 has a title and a description of its own.
  const message = [own(asked, "title"), own(asked, "description")].map(textOf).filter(Boolean).join("\n\n");
  const cancelled = { outcome: { outcome: "cancelled" } } as const;
  const select = (optionId: string) => ({ outcome: { outcome: "selected", optionId } }) as const;
  return {
    approval: compact({
      server: options.server,
      tool: toolToAllow(asked, options.toolCall),
      options: choices.length > 0 ? choices : reject("no-options"),
      message: message || undefined,
    }),
    reply(result) {
      const decided = approvalResult(result);
      if (decided.action === "cancel") {
        return cancelled;
      } else if (changedArguments(decided)) {
        return unanswerable("edited");
      } else if (decided.action === "decline" && decided.id === undefined) {
        // Decline works before the options are drawn, and for a request without an option that rejects.
        const [no, another] = choices.filter(({ kind }) => kind === "reject_once");
        return no && !another ? select(no.id) : cancelled;
      }
      const verb = decided.action === "accept" ? "allow" : "reject";
      const chosen = choices.find(({ id, kind }) => id === decided.id && kind.startsWith(verb));
      return chosen ? select(chosen.id) : unanswerable("unknown-option", decided.id);
    },
  };
}

const KINDS = ["allow_once", "allow_always", "reject_once", "reject_always"] as const;

function choiceOf(option: unknown): ApprovalOption {
  const id = textOf(own(option, "optionId")) || reject("no-id");
  const kind = KINDS.find((known) => known === own(option, "kind")) ?? reject("unknown-kind", id);
  return { id, name: textOf(own(option, "name")) || reject("no-name", id), kind };
}

function toolToAllow(request: JsonObject, known: AcpApprovalOptions["toolCall"]): ApprovalTool {
  const subject = own(request, "subject");
  if (own(subject, "type") === "command") {
    return toolOf("command", compact({ command: own(subject, "command"), cwd: own(subject, "cwd") }), "command");
  }
  const update = own(request, "toolCall") ?? own(subject, "toolCall");
  const id = textOf(own(update, "toolCallId"));
  const call = { ...withoutNulls(id === undefined ? undefined : known?.(id)), ...withoutNulls(update) };
  const [name, title, input] = ["name", "title", "rawInput"].map((member) => own(call, member));
  // Some agents send no input, but a diff or a text.
  const rest = compact({ content: own(call, "content"), locations: own(call, "locations") });
  const shows = isObject(input) ? Object.keys(input).length > 0 : input !== undefined;
  const values = shows || Object.keys(rest).length === 0 ? input : rest;
  return name ? toolOf(name, values, "rawInput", { title }) : toolOf(title, values, "rawInput");
}

function scopeOf(request: JsonObject): AcpScope {
  const sessionId = textOf(own(request, "sessionId"));
  const requestId = own(request, "requestId");
  // null is a valid request id, but beside a session it means a missing request id.
  const hasRequest = Object.hasOwn(request, "requestId") && (sessionId === undefined || requestId !== null);
  if (sessionId !== undefined && !hasRequest) {
    const toolCallId = textOf(own(request, "toolCallId"));
    return toolCallId === undefined ? { sessionId } : { sessionId, toolCallId };
  }
  if (sessionId === undefined && hasRequest && (requestId === null || typeof requestId === "string" || typeof requestId === "number")) {
    return { requestId };
  }
  return reject(sessionId === undefined ? "no-scope" : "two-scopes");
}

const TYPES: unknown[] = ["string", "number", "integer", "boolean"];

// Removes the null members of a schema. By the protocol a missing type means "object", and missing properties mean {}.
function schemaOf(schema: unknown): JsonObject {
  if (!isObject(schema)) {
    return reject("no-schema");
  }
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : {};
  const read = Object.entries(isObject(properties) ? properties : reject("no-properties"))
    .map(([name, property]) => [name, propertyOf(name, property)] as const);
  return { ...withoutNulls(schema), type: "object", properties: Object.fromEntries(read) };
}

function propertyOf(name: string, property: unknown): JsonObject {
  const type = own(property, "type");
  const schema = withoutNulls(property);
  if (TYPES.includes(type)) {
    return { ...schema, ...optionsOf("oneOf", schema) };
  }
  const items = withoutNulls(own(property, "items"));
  const texts = Array.isArray(own(items, "enum")) && own(items, "type") === "string";
  const listed = type === "array" && (texts || Array.isArray(own(items, "anyOf")));
  return listed ? { ...schema, items: { ...items, ...optionsOf("anyOf", items) } } : reject("unsupported-property", name);
}

// Returns the options of a choice without null members.
function optionsOf(word: string, object: JsonObject): JsonObject {
  const options = own(object, word);
  return Array.isArray(options) ? { [word]: options.map((option) => (isObject(option) ? withoutNulls(option) : option)) } : {};
}

function withoutNulls(object: unknown): JsonObject {
  return isObject(object) ? Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) : {};
}
