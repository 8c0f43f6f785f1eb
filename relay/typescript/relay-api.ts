import type { ElicitationError } from "../../bridge/host/errors.js";
import type {
  Approval, ApprovalResult, Elicitor, ElicitOptions, ElicitRequestParams, ElicitResult, InputRequest, InputResponse, RoundOptions, Server,
} from "../../bridge/host/types.js";
import type { RelayEvent } from "./relay-events.js";
import type { memoryStore } from "./relay-memory.js";
import type { Question, Questions, RelayCall } from "./relay-questions.js";
import type { RelayLimits, RelayStore } from "./relay-store.js";

/** How to set up a {@link Relay}. It needs `secret`, `authorize`, or both. */
export interface RelayOptions {
  /** The store of the rounds. @defaultValue {@link memoryStore}, for one process */
  store?: RelayStore | undefined;
  /** The secret that signs tokens: 16 bytes or more, the same in all processes. @defaultValue no tokens; `authorize` alone decides */
  secret?: string | Uint8Array | undefined;
  /** Returns the session that a request may see, for instance by its cookies; undefined for none. @defaultValue only tokens count */
  authorize?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /** The origins whose pages may use the endpoint. Set it behind a proxy. @defaultValue the endpoint's own, as the request names it */
  origins?: readonly string[] | undefined;
  /** How many milliseconds a round stays open without a sign of life of the process that asked. @defaultValue 30,000 */
  lease?: number | undefined;
  /** How many milliseconds an answer is kept for a client that comes back. @defaultValue 600,000 */
  keep?: number | undefined;
  /** How often the relay reads the store when it does not notify, in milliseconds. @defaultValue 5,000 */
  poll?: number | undefined;
  /** How often a quiet stream sends a sign of life, in milliseconds. @defaultValue 15,000 */
  heartbeat?: number | undefined;
  /** The limits of a session. A call beyond one gets an error that names it. @defaultValue the defaults of {@link RelayLimits} */
  limits?: Partial<RelayLimits> | undefined;
  /** Receives events for logs. An event never carries an answer. @defaultValue no listener */
  onEvent?: ((event: RelayEvent) => void) | undefined;
}

/** How to ask in a session. */
export interface RelayElicitOptions {
  /** The server that asks. */
  server: Server;
  /** The session that is to answer, by the name that tokens are made for. */
  session: string;
  /**
   * Your own name for the request, unique in its session. A call with the same key, for instance after a restart, joins the open round
   * or gets the answer that the person has given meanwhile. The same key for other content is an error.
   *
   * @defaultValue none: each call asks a new round
   */
  key?: string | undefined;
  /**
   * Withdraws the request: the forms say so, and the promise rejects with the reason. The signal of `start` and `park` ends only the
   * call, and withdraws only a question without a key.
   *
   * @defaultValue the request is never withdrawn
   */
  signal?: AbortSignal | undefined;
  /** When the request expires, as a Date or in milliseconds since 1970. @defaultValue none; 30 days from now for a parked question */
  deadline?: Date | number | undefined;
  /** See {@link ElicitOptions.review}. The stricter of this and of the page's setting counts. @defaultValue the page's setting */
  review?: "always" | "short" | undefined;
}

/** How to ask a round in a session. */
export interface RelayRoundOptions extends RelayElicitOptions {
  /** See {@link RoundOptions.waitForPages}. @defaultValue false */
  waitForPages?: boolean | undefined;
  /**
   * The call that the server has answered with these `inputRequests`, of at most 65,536 bytes. The store keeps it for
   * {@link Questions.resume}, encrypted with the relay's secret.
   *
   * @defaultValue no call is kept
   */
  call?: RelayCall | undefined;
}

/** How to ask for leave in a session. The approval names the server. */
export type RelayApprovalOptions = Omit<RelayElicitOptions, "server" | "review">;

/** How a {@link RelayHost} asks. */
export interface RelayHostOptions {
  /** Returns the {@link RelayElicitOptions.key} of a request. A round needs one for each request. @defaultValue no request has a key */
  key?: ((params: ElicitRequestParams) => string | undefined) | undefined;
}

/** The options of a form host that only a device can have. */
export type DeviceOption = "check" | "focus" | "container" | "draftKey";

/** The options of a form host that also apply to forms on other devices. */
export type RelayShowOptions = Omit<ElicitOptions, DeviceOption> & { [option in DeviceOption]?: undefined };

/** Asks in one session, as a form host does. */
export interface RelayHost extends Elicitor {
  /** As {@link Relay.elicit}, in the session of this host. */
  elicit(params: ElicitRequestParams | string, options: RelayShowOptions): Promise<ElicitResult>;
  /** As {@link Relay.elicitAll}, in the session of this host. */
  elicitAll(
    requests: Record<string, InputRequest> | string, options: RelayShowOptions & Pick<RoundOptions, "waitForPages">,
  ): Promise<Record<string, InputResponse>>;
  /** As {@link Relay.approve}, in the session of this host. The key is in the options: that of the host is for elicitations. */
  approve(
    approval: Approval, options?: Omit<RelayApprovalOptions, "session"> & Pick<RelayShowOptions, DeviceOption>,
  ): Promise<ApprovalResult>;
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
   * Asks for leave to run a tool, as `approve` of a form host does, on all devices of a session.
   *
   * @throws As `elicit`. The reason is "malformed-approval" without a tool's name, and for an unknown scope or kind.
   */
  approve(approval: Approval, options: RelayApprovalOptions): Promise<ApprovalResult>;
  /**
   * Shows a request as `elicit` does, and resolves when the devices can see it. Any process gets its answer with
   * {@link Questions.wait}. Without a call of `wait` or `peek` within `lease` it is orphaned, until it is started again with the same key.
   *
   * @throws An {@link ElicitationError} if it cannot be asked, with the reason "key-in-use" or the exceeded limit.
   */
  start(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. If there are none, the error has the reason "nothing-to-ask". */
  startAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /** The same for an approval. The result with an empty key is an {@link ApprovalResult}. */
  startApproval(approval: Approval, options: RelayApprovalOptions): Promise<Question>;
  /**
   * Starts a question that needs no running process. It is open until its deadline, at most 30 days from now, and its answer is kept
   * for 30 days or until {@link Questions.acknowledge}. Give it a key: if the reply of this call gets lost, the next call joins the
   * same question.
   */
  park(params: ElicitRequestParams | string, options: RelayElicitOptions): Promise<Question>;
  /** The same for the elicitations of a round. */
  parkAll(requests: Record<string, InputRequest> | string, options: RelayRoundOptions): Promise<Question>;
  /** The same for an approval. */
  parkApproval(approval: Approval, options: RelayApprovalOptions): Promise<Question>;
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
