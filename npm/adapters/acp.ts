// The elicitation of the Agent Client Protocol (ACP) as params of MCP's, and decisions as its response.

import type { Elicitor, ElicitOptions, ElicitRequestParams, ElicitResult } from "../../bridge/host/types.js";
import { isObject, type JsonObject, own, textOf } from "../../bridge/message/json.js";
import { type AdapterError, decisionOf, reject } from "./answers.js";

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
  // Codex writes there when it stops waiting, and that it asks for leave.
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
