// The half of the relay that runs where the MCP client is.

import { ElicitationError } from "../host/errors.js";
import type {
  Elicitor, ElicitOptions, ElicitRequestParams, ElicitResult, InputRequest, InputResponse, RoundOptions, Server,
} from "../host/types.js";
import { isObject, parseObject } from "../message/json.js";
import {
  CALL_WITHOUT_ROUND, ELICITATION_ID_TOO_LONG, MALFORMED_RESULT, MAX_NOTICES, NOTHING_TO_ASK, SERVER_ID_TOO_LONG, TOO_MANY_NOTICES,
} from "../message/names.js";
import { listener } from "../message/listener.js";
import { type Calls, calls } from "./calls.js";
import { Ending, limitsOf, type RelayCore } from "./core.js";
import type { Task } from "./deciding.js";
import { endpoint } from "./http.js";
import { outcomeOf, questions } from "./questions.js";
import { memoryStore } from "./relay-memory.js";
import type { RelayEvent } from "./relay-events.js";
import type { Question, Questions, RelayCall } from "./relay-questions.js";
import type { RelayLimits, RelayStore } from "./relay-store.js";
import { elicitationsOf, isTooLong, jsonOf, roundOf, type RoundRequest, written } from "./round.js";
import { checkSession, hashed, keyId, tokens } from "./token.js";
import { follow, LONGEST, untilHeard, type Waiting } from "./waiting.js";

export { memoryStore } from "./relay-memory.js";
export type { Problem, RelayEvent } from "./relay-events.js";
export type { Outcome, Question, Questions, RelayCall, Resumed, ResumedCall } from "./relay-questions.js";
export type {
  AskerLimits, AskRecord, EndRecord, FinishedPage, News, OpenRecord, RelayEnd, RelayLimit, RelayLimits, RelayState, RelayStore, RoundRecord,
  RoundRef, Snapshot, Verdict,
} from "./relay-store.js";

/** How to set up a {@link Relay}. It needs `secret`, `authorize`, or both. */
export interface RelayOptions {
  /**
   * Where open rounds are kept.
   *
   * @defaultValue {@link memoryStore}, for one process
   */
  store?: RelayStore | undefined;
  /**
   * What {@link Relay.token} signs with: 16 bytes or more, the same in all processes.
   *
   * @defaultValue no tokens; `authorize` alone decides
   */
  secret?: string | Uint8Array | undefined;
  /**
   * The session that a request may see, from its cookies for instance; undefined when it may see none.
   *
   * @defaultValue only tokens count
   */
  authorize?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * The origins whose pages may use the endpoint. Give it behind a proxy.
   *
   * @defaultValue the endpoint's own, as the request names it
   */
  origins?: readonly string[] | undefined;
  /**
   * For how many milliseconds a round stays open when the process that asked gives no sign of life.
   *
   * @defaultValue 30,000
   */
  lease?: number | undefined;
  /**
   * For how many milliseconds an answer is kept for a client that comes back.
   *
   * @defaultValue 600,000
   */
  keep?: number | undefined;
  /**
   * How often the store is looked at when it does not notify, in milliseconds.
   *
   * @defaultValue 5,000
   */
  poll?: number | undefined;
  /**
   * How often a quiet stream shows that it lives, in milliseconds.
   *
   * @defaultValue 15,000
   */
  heartbeat?: number | undefined;
  /**
   * How much may be asked in a session; a call that asks for more gets an {@link ElicitationError} that names the limit.
   *
   * @defaultValue the defaults of {@link RelayLimits}
   */
  limits?: Partial<RelayLimits> | undefined;
  /**
   * Told what happens, for logs. An event never carries an answer.
   *
   * @defaultValue nobody is told
   */
  onEvent?: ((event: RelayEvent) => void) | undefined;
}

/** How to ask in a session. */
export interface RelayElicitOptions {
  /** Who asks. */
  server: Server;
  /** Which session, of those that tokens are made for, is to answer. */
  session: string;
  /**
   * Your own name for what is asked, unique in its session. A call with the same
   * key, after a restart for instance, joins the round that is open, or gets the answer
   * that was given meanwhile. The same key for something else is an error.
   *
   * @defaultValue none: each call asks anew
   */
  key?: string | undefined;
  /**
   * Aborted when the request is withdrawn: the forms say so, and the promise rejects with the reason. The signal of `start` and
   * `park` is for the call, and not for the question.
   *
   * @defaultValue the request is never withdrawn
   */
  signal?: AbortSignal | undefined;
  /**
   * When the answer is worth nothing any more, as a Date or in milliseconds since 1970.
   *
   * @defaultValue none; 30 days from now for a parked question
   */
  deadline?: Date | number | undefined;
  /**
   * See {@link ElicitOptions.review}. Of this and of what the page says the stricter counts.
   *
   * @defaultValue what the page says
   */
  review?: "always" | "short" | undefined;
}

/** How to ask a round in a session. */
export interface RelayRoundOptions extends RelayElicitOptions {
  /**
   * See {@link RoundOptions.waitForPages}.
   *
   * @defaultValue false
   */
  waitForPages?: boolean | undefined;
  /**
   * The call that the server has answered with these `inputRequests`, which is kept with the round for {@link Questions.resume},
   * encrypted with the relay's secret. It has 65,536 bytes at most.
   *
   * @defaultValue no call is kept
   */
  call?: RelayCall | undefined;
}

/** How a {@link RelayHost} asks. */
export interface RelayHostOptions {
  /**
   * Your own name for a request, from its params: see {@link RelayElicitOptions.key}. A round
   * has a key when each of its requests has one.
   *
   * @defaultValue no request has a key
   */
  key?: ((params: ElicitRequestParams) => string | undefined) | undefined;
}

/** The options of a form host that the device decides, and that a client elsewhere cannot have. */
type OfThePage = "check" | "focus" | "container" | "draftKey";

/** What can be said of a round that is shown elsewhere. */
export type RelayShowOptions = Omit<ElicitOptions, OfThePage> & { [option in OfThePage]?: undefined };

/** Asks in one session, as a form host does. */
export interface RelayHost extends Elicitor {
  /** As {@link Relay.elicit}, in the session of this host. */
  elicit(params: ElicitRequestParams | string, options: RelayShowOptions): Promise<ElicitResult>;
  /** As {@link Relay.elicitAll}, in the session of this host. */
  elicitAll(
    requests: Record<string, InputRequest> | string, options: RelayShowOptions & Pick<RoundOptions, "waitForPages">,
  ): Promise<Record<string, InputResponse>>;
}

/** Brings requests from the MCP client to where the person is, and the answers back. */
export interface Relay extends Questions {
  /**
   * Shows a request on all devices of a session and resolves with what the person decided
   * first.
   *
   * @throws An {@link ElicitationError} where there is no decision, the reason of the signal where you take the request back, and a
   * TypeError where `session` or `server.id` is no text that the relay takes.
   */
  elicit(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<ElicitResult>;
  /** The same for the elicitations among the `inputRequests` of a result; as `elicitAll` of a host of forms shows them. */
  elicitAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Record<string, InputResponse>>;
  /**
   * Shows a request as `elicit` does, and resolves when the devices can see it. Its answer is for {@link Questions.wait}, in this process
   * or another one. Like every round it needs a client: without a call of `wait` or `peek` within `lease` it is orphaned, until it
   * is started again with the same key.
   *
   * @throws An {@link ElicitationError} where it cannot be asked, with the reason "key-in-use" or the limit that is reached.
   */
  start(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. Where there are none, the error has the reason "nothing-to-ask". */
  startAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /**
   * Starts a question that needs no process that lives: it is open until its deadline, which is 30 days from now where the options
   * have none, or a later one. Its answer is kept for 30 days, or until {@link Questions.acknowledge}. Give it a key: where the reply of
   * this call is lost, a repetition joins the same question.
   */
  park(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. */
  parkAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /** What to give to `interceptElicitations`, `elicitationHandler` and the like for an MCP client of one session. */
  host(session: string, options?: RelayHostOptions): RelayHost;
  /** The server says that a page is finished (`notifications/elicitation/complete`). */
  complete(session: string, server: Pick<Server, "id">, elicitationId: string): void;
  /** The endpoint for the browsers. It may be handed on without the relay. */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * What a device needs to see a session: give it only to a person who may answer there. It is valid for `lifetime`
   * milliseconds, 12 hours by default.
   */
  token(session: string, options?: { lifetime?: number | undefined }): Promise<string>;
  /**
   * Ends all streams and closes the store. Callers that wait get the error "disposed", and the rounds stay open until
   * their lease ends, for another process.
   */
  close(): Promise<void>;
}

/**
 * Makes a relay.
 *
 * @throws A TypeError where there is neither a secret nor `authorize`, or the secret is too short.
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
  const closing = new Ending();
  const tell = listener(onEvent);
  const core: RelayCore = { store, lease, keep, poll, heartbeat, limits: limitsOf(options.limits), now: Date.now, closing, tell };
  const signer = secret === undefined ? undefined : tokens(secret);
  const caller = secret === undefined ? undefined : calls(secret);

  const calling = (): Calls => {
    if (!caller) {
      throw new TypeError("relay: a call is kept only with a secret");
    }
    return caller;
  };
  // A client that asks a round.
  const asking = async (task: Task, requests: RoundRequest[], options: RelayRoundOptions): Promise<Waiting & { session: string }> => {
    const body = written(roundOf(requests, options));
    const { server, key, signal } = options;
    const session = checkSession(options.session);
    const deadline = deadlineOf(options.deadline);
    const [id, fp] = await Promise.all([keyId(session, key), hashed(body)]);
    const ref = { id, fp };
    const kept = options.call ? await calling().seal(options.call, session, ref) : "";
    return { task, session, ...ref, body, kept, server: server.id, keyed: Boolean(key), signal, deadline };
  };
  // Asks a round, and returns the results of its requests in their order.
  const ask = async (requests: RoundRequest[], options: RelayRoundOptions): Promise<ElicitResult[]> => {
    const { session, ...waiting } = await asking("elicit", requests, options);
    const { results, error } = outcomeOf(await follow(core, session, waiting));
    if (error) {
      throw error;
    }
    if (!requests.every(({ key = "" }) => Object.hasOwn(results, key))) {
      throw new ElicitationError("internal", { reason: MALFORMED_RESULT });
    }
    return requests.map(({ key = "" }) => results[key]!);
  };
  // Asks a round, and returns when it is open or has ended.
  const begin = async (parked: boolean, requests: RoundRequest[], options: RelayRoundOptions): Promise<Question> => {
    if (requests.length === 0) {
      throw new ElicitationError("invalid-request", { reason: NOTHING_TO_ASK });
    }
    const { session, ...waiting } = await asking("start", requests, options);
    const deadline = parked ? Math.min(waiting.deadline ?? Infinity, core.now() + LONGEST) : waiting.deadline;
    const verdict = await follow(core, session, { ...waiting, parked, deadline });
    const { error, state, results: _, ...known } = outcomeOf(verdict);
    if (verdict.state === "conflict" || verdict.state === "full") {
      throw error!;
    }
    const { id, fp } = waiting;
    return { session, id, fp, state: state as Question["state"], isNew: verdict.whose === "mine", ...known };
  };

  // How many finished pages of a session and server are on their way to the store.
  const notices = new Map<string, number>();
  const complete = async (session: string, elicitationId: string, server: string): Promise<void> => {
    const refuse = (reason: string): void => {
      const code = reason === TOO_MANY_NOTICES ? "internal" : "invalid-request";
      tell({ type: "failed", error: new ElicitationError(code, { reason }) });
    };
    const long = isTooLong(server) ? SERVER_ID_TOO_LONG : isTooLong(elicitationId) ? ELICITATION_ID_TOO_LONG : undefined;
    // A server that finishes pages without end while the store is away must not pile up calls.
    const who = `${session}\n${server}`;
    const underWay = notices.get(who) ?? 0;
    if (long || underWay >= MAX_NOTICES) {
      return refuse(long ?? TOO_MANY_NOTICES);
    }
    notices.set(who, underWay + 1);
    if ((await untilHeard(core, () => store.page(session, { server, elicitationId, keep }))) === 0) {
      refuse(TOO_MANY_NOTICES);
    }
    const left = notices.get(who)! - 1;
    void (left > 0 ? notices.set(who, left) : notices.delete(who));
  };

  const relay: Relay = {
    async elicit(params, options) {
      return (await ask(single(params, options), options))[0]!;
    },
    async elicitAll(requests, options) {
      const asked = elicitationsOf(requests);
      const results = asked.length > 0 ? await ask(asked, options) : [];
      return Object.fromEntries(asked.map(({ key = "" }, i) => [key, results[i]!]));
    },
    start: async (params, options) => begin(false, single(params, options), options),
    startAll: async (requests, options) => begin(false, elicitationsOf(requests), options),
    park: async (params, options) => begin(true, single(params, options), options),
    parkAll: async (requests, options) => begin(true, elicitationsOf(requests), options),
    ...questions(core, calling),
    host(session, { key } = {}) {
      checkSession(session);
      return {
        elicit: async (params, options) => relay.elicit(params, { ...asked(session, options), key: keyOf(key, params) }),
        elicitAll: async (requests, options) =>
          relay.elicitAll(requests, { ...asked(session, options), key: keyOfRound(key, requests), waitForPages: options.waitForPages }),
        complete: (server, elicitationId) => relay.complete(session, server, elicitationId),
        checkOptions: checkShowOptions,
      };
    },
    complete(session, server, elicitationId) {
      void complete(checkSession(session), String(elicitationId), server.id);
    },
    handle: endpoint(core, { tokens: signer, authorize, origins }),
    async token(session, { lifetime = 43_200_000 } = {}) {
      if (!signer) {
        throw new TypeError("relay: tokens need a secret");
      }
      return signer.make(session, Math.ceil((core.now() + lifetime) / 1000));
    },
    async close() {
      closing.end(new ElicitationError("disposed"));
      await store.close?.();
    },
  };
  return relay;
}

// A round of one request. A call has no place for its answer.
function single(params: unknown, { call }: RelayRoundOptions): RoundRequest[] {
  const requests = [{ params: jsonOf(params) }];
  if (call) {
    throw new ElicitationError("invalid-request", { reason: CALL_WITHOUT_ROUND });
  }
  return requests;
}

function asked(session: string, options: RelayShowOptions): RelayElicitOptions {
  checkShowOptions(options);
  const { server, signal, deadline, review } = options;
  return { session, server, signal, deadline, review };
}

function checkShowOptions(options: { [option in OfThePage]?: unknown }): void {
  for (const name of ["check", "focus", "container", "draftKey"] satisfies OfThePage[]) {
    // Callers without TypeScript are not held by the types. An option that is false or missing asks for nothing.
    if (options[name]) {
      throw new TypeError(`relay: options.${name} is for the device that shows the form; look at the result here, and ask again`);
    }
  }
}

function keyOf(key: RelayHostOptions["key"], params: unknown): string | undefined {
  const asked = typeof params === "string" ? parseObject(params) : params;
  const made = isObject(asked) ? key?.(asked as unknown as ElicitRequestParams) : undefined;
  if (made !== undefined && typeof made !== "string") {
    throw new TypeError("relay: the key of a request is no text");
  }
  return made;
}

// Of the keys of its requests; without one where a request has none.
function keyOfRound(key: RelayHostOptions["key"], requests: unknown): string | undefined {
  const keys = key ? elicitationsOf(requests).map((one) => [one.key ?? "", keyOf(key, one.params)]) : [];
  return keys.length > 0 && keys.every(([, made]) => made) ? JSON.stringify(keys) : undefined;
}

function deadlineOf(deadline: Date | number | undefined): number | undefined {
  const at = Number(deadline ?? Infinity);
  if (Number.isNaN(at)) {
    throw new TypeError("relay: options.deadline is invalid");
  }
  return at <= 8.64e15 ? Math.trunc(at) : undefined;
}
