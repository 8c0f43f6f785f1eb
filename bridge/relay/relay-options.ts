import type { ElicitOptions, ElicitRequestParams, RoundOptions, Server } from "../host/types.js";
import type { RelayEvent } from "./relay-events.js";
import type { Questions, RelayCall } from "./relay-questions.js";
import type { memoryStore } from "./relay-memory.js";
import type { Relay, RelayHost } from "./relay-server.js";
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

/** How a {@link RelayHost} asks. */
export interface RelayHostOptions {
  /** Returns the {@link RelayElicitOptions.key} of a request. A round needs one for each request. @defaultValue no request has a key */
  key?: ((params: ElicitRequestParams) => string | undefined) | undefined;
}

/** The options of a form host that only a device can have. */
export type DeviceOption = "check" | "focus" | "container" | "draftKey";

/** The options of a form host that also apply to forms on other devices. */
export type RelayShowOptions = Omit<ElicitOptions, DeviceOption> & { [option in DeviceOption]?: undefined };
