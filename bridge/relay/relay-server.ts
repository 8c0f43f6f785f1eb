import { ElicitationError } from "../host/errors.js";
import type { Elicitor, ElicitRequestParams, ElicitResult, InputRequest, InputResponse, RoundOptions, Server } from "../host/types.js";
import { CALL_WITHOUT_ROUND } from "../message/names.js";
import { listener } from "../message/listener.js";
import { type RelayCore, StopSignal, withDefaults } from "./core.js";
import { FinishedPages } from "./finishedpages.js";
import { Endpoint } from "./http.js";
import { makeQuestions } from "./questions.js";
import { memoryStore } from "./relay-memory.js";
import type { RelayElicitOptions, RelayHostOptions, RelayOptions, RelayRoundOptions, RelayShowOptions } from "./relay-options.js";
import type { Question, Questions } from "./relay-questions.js";
import { RoundClient } from "./roundclient.js";
import { readElicitations, type RoundRequest, toJsonText } from "./roundbody.js";
import { makeHost } from "./sessionhost.js";
import { checkSession, TokenSigner } from "./token.js";

export { memoryStore } from "./relay-memory.js";
export type { Problem, RelayEvent } from "./relay-events.js";
export type { RelayElicitOptions, RelayHostOptions, RelayOptions, RelayRoundOptions, RelayShowOptions } from "./relay-options.js";
export type { Outcome, Question, Questions, RelayCall, Resumed, ResumedCall } from "./relay-questions.js";
export type {
  AskerLimits, AskRecord, EndRecord, FinishedPage, News, OpenRecord, RelayEnd, RelayLimit, RelayLimits, RelayState, RelayStore, RoundRecord,
  RoundRef, Snapshot, Verdict,
} from "./relay-store.js";

/** Asks in one session, as a form host does. */
export interface RelayHost extends Elicitor {
  /** As {@link Relay.elicit}, in the session of this host. */
  elicit(params: ElicitRequestParams | string, options: RelayShowOptions): Promise<ElicitResult>;
  /** As {@link Relay.elicitAll}, in the session of this host. */
  elicitAll(
    requests: Record<string, InputRequest> | string, options: RelayShowOptions & Pick<RoundOptions, "waitForPages">,
  ): Promise<Record<string, InputResponse>>;
}

/** Brings requests from the MCP client to the person's devices, and the answers back. */
export interface Relay extends Questions {
  /**
   * Shows a request on all devices of a session, and resolves with the person's first decision.
   *
   * @throws An {@link ElicitationError} without a decision, the reason of the signal after a withdrawal, and a TypeError if `session`
   * or `server.id` is invalid.
   */
  elicit(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<ElicitResult>;
  /** Shows the elicitations among the `inputRequests` of a result, as `elicitAll` of a form host does. */
  elicitAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Record<string, InputResponse>>;
  /**
   * Shows a request as `elicit` does, and resolves when the devices can see it. Any process gets its answer with
   * {@link Questions.wait}. Without a call of `wait` or `peek` within `lease` it is orphaned, until it is started again with the same key.
   *
   * @throws An {@link ElicitationError} if it cannot be asked, with the reason "key-in-use" or the exceeded limit.
   */
  start(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. If there are none, the error has the reason "nothing-to-ask". */
  startAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /**
   * Starts a question that needs no running process. It is open until its deadline, at most 30 days from now, and its answer is kept
   * for 30 days or until {@link Questions.acknowledge}. Give it a key: if the reply of this call gets lost, the next call joins the
   * same question.
   */
  park(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. */
  parkAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /** Makes a host for one session, for `interceptElicitations`, `elicitationHandler` and the like. */
  host(session: string, options?: RelayHostOptions): RelayHost;
  /** Tells the devices that a page is finished (`notifications/elicitation/complete`). */
  complete(session: string, server: Pick<Server, "id">, elicitationId: string): void;
  /** The endpoint for the devices. It works without `this`. */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * Makes the token with which a device sees a session: give it only to a person who may answer there. It is valid for `lifetime`
   * milliseconds, 12 hours by default.
   */
  token(session: string, options?: { lifetime?: number | undefined }): Promise<string>;
  /** Ends all streams and closes the store. Callers that wait get the error "disposed", and their rounds stay open for the lease. */
  close(): Promise<void>;
}

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
    start: async (params, options) => client.start(false, singleRequest(params, options), options),
    startAll: async (requests, options) => client.start(false, readElicitations(requests), options),
    park: async (params, options) => client.start(true, singleRequest(params, options), options),
    parkAll: async (requests, options) => client.start(true, readElicitations(requests), options),
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

// Only rounds have calls.
function singleRequest(params: unknown, { call }: RelayRoundOptions): RoundRequest[] {
  const requests = [{ params: toJsonText(params) }];
  if (call) {
    throw new ElicitationError("invalid-request", { reason: CALL_WITHOUT_ROUND });
  }
  return requests;
}
