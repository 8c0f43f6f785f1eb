import { ElicitationError } from "../../bridge/host/errors.js";
import { CALL_WITHOUT_ROUND } from "../../bridge/message/names.js";
import { listener } from "../../bridge/message/listener.js";
import type { ApprovalResult } from "../../bridge/host/types.js";
import { approvalRequest } from "./approvals.js";
import { type RelayCore, StopSignal, withDefaults } from "./core.js";
import { FinishedPages } from "./finishedpages.js";
import { Endpoint } from "./http.js";
import { makeQuestions } from "./questions.js";
import type { Relay, RelayOptions, RelayRoundOptions } from "./relay-api.js";
import { memoryStore } from "./relay-memory.js";
import { RoundClient } from "./roundclient.js";
import { readElicitations, type RoundRequest, toJsonText } from "./roundbody.js";
import { makeHost } from "./sessionhost.js";
import { checkSession, TokenSigner } from "./token.js";

export type {
  Relay, RelayApprovalOptions, RelayElicitOptions, RelayHost, RelayHostOptions, RelayOptions, RelayRoundOptions, RelayShowOptions,
} from "./relay-api.js";
export type { Problem, RelayEvent } from "./relay-events.js";
export { memoryStore } from "./relay-memory.js";
export type { Outcome, Question, Questions, RelayCall, Resumed, ResumedCall } from "./relay-questions.js";
export type {
  AskerLimits, AskRecord, EndRecord, FinishedPage, News, OpenRecord, RelayEnd, RelayLimit, RelayLimits, RelayState, RelayStore, RoundRecord,
  RoundRef, Snapshot, Verdict,
} from "./relay-store.js";

/**
 * Makes a relay.
 *
 * @throws A TypeError if there is neither a secret nor `authorize`, or the secret is too short.
 *
 * @example
 * ```ts
 * const relay = createRelay({ secret: process.env.RELAY_SECRET });
 * const result = await relay.elicit(request.params, { server: { id: "weather.example" }, session });
 * ```
 */
export function createRelay(options: RelayOptions): Relay {
  const { store = memoryStore(), secret, authorize, origins, onEvent } = options;
  const { lease = 30_000, keep = 600_000, poll = 5000, heartbeat = 15_000 } = options;
  if (secret === undefined && !authorize) {
    throw new TypeError("relay: a secret or authorize is needed: otherwise anybody could answer");
  }
  const closing = new StopSignal();
  const limits = withDefaults(options.limits);
  const core: RelayCore = { store, lease, keep, poll, heartbeat, limits, now: Date.now, closing, report: listener(onEvent) };
  const tokens = secret === undefined ? undefined : new TokenSigner(secret);
  const client = new RoundClient(core, secret);
  const pages = new FinishedPages(core);

  const relay: Relay = {
    async elicit(params, options) {
      return (await client.elicit(singleRequest(params, options), options))[0]!;
    },
    async elicitAll(requests, options) {
      const elicitations = readElicitations(requests);
      const results = elicitations.length > 0 ? await client.elicit(elicitations, options) : [];
      return Object.fromEntries(elicitations.map(({ key = "" }, i) => [key, results[i]!]));
    },
    async approve(approval, options) {
      const [result] = await client.elicit(approvalRequest(approval), { ...options, server: approval.server });
      return result as ApprovalResult;
    },
    start: async (params, options) => client.start(false, singleRequest(params, options), options),
    startAll: async (requests, options) => client.start(false, readElicitations(requests), options),
    startApproval: async (approval, options) =>
      client.start(false, approvalRequest(approval), { ...options, server: approval.server }),
    park: async (params, options) => client.start(true, singleRequest(params, options), options),
    parkAll: async (requests, options) => client.start(true, readElicitations(requests), options),
    parkApproval: async (approval, options) =>
      client.start(true, approvalRequest(approval), { ...options, server: approval.server }),
    ...makeQuestions(core, client.requireSealer),
    host: (session, options = {}) => makeHost(relay, session, options),
    complete(session, server, elicitationId) {
      void pages.complete(checkSession(session), String(elicitationId), server.id);
    },
    handle: new Endpoint(core, { tokens, authorize, origins }).handle,
    async token(session, { lifetime = 43_200_000 } = {}) {
      if (!tokens) {
        throw new TypeError("relay: tokens need a secret");
      }
      return tokens.make(session, Math.ceil((core.now() + lifetime) / 1000));
    },
    async close() {
      closing.stop(new ElicitationError("disposed"));
      await store.close?.();
    },
  };
  return relay;
}

function singleRequest(params: unknown, { call }: RelayRoundOptions): RoundRequest[] {
  const requests = [{ params: toJsonText(params) }];
  if (call) {
    throw new ElicitationError("invalid-request", { reason: CALL_WITHOUT_ROUND });
  }
  return requests;
}
