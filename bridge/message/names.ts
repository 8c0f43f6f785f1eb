// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

// The methods of JSON-RPC that the program knows.
export const ASK = "elicitform/ask"; // shows a round, and is answered with its responses
export const WAIT = "elicitform/wait"; // shows an opened page of an answered round again, until it is finished
export const REHEARSE = "elicitform/rehearse"; // draws an invisible round, so that the next round is drawn faster
export const RECEIVED = "elicitform/received"; // confirms that the host has settled an answer
export const REFUSED = "elicitform/refused"; // says why the host does not settle an answer
export const QUEUE = "elicitform/queue"; // reports another place of the shown round in the queue
export const COMPLETED = "elicitform/completed"; // reports that an opened page is finished, by the word of its server
export const FOLLOW = "elicitform/follow"; // asks for reports about the review
export const BACK = "elicitform/back"; // leads from review back to the form
export const READY = "elicitform/ready"; // says that the program runs and shows rounds
export const SHOWN = "elicitform/shown"; // says that a round is on the screen
export const REVIEW = "elicitform/review"; // reports that answers are on review, or no longer
export const DRAFT = "elicitform/draft"; // hands unfinished answers to the host
export const AUDIT = "elicitform/audit"; // reports the origins of accepted answers
export const FINDINGS = "elicitform/findings"; // reports noteworthy facts about a round
export const RECEIPT = "elicitform/receipt"; // has the lines about the end of a round, for a transcript
export const FINISHED = "elicitform/finished"; // says that nobody waits for an opened page any longer
export const CLOSED = "elicitform/closed"; // says that the frame shows nothing
export const CATALOGUE = "elicitform/catalogue"; // hands over the sentences of a language
export const CATALOGUE_REJECTED = "elicitform/catalogue-rejected"; // says why those sentences are not used
export const CANCELLED = "notifications/cancelled"; // takes a request back, as in MCP
export const CONTEXT_CHANGED = "ui/notifications/host-context-changed"; // reports a change of the host's context, as in MCP Apps
export const OPEN_LINK = "ui/open-link"; // asks the host to open a page, as in MCP Apps

// The members of the data of an error.
export const ERROR_CODE = "elicitform/code"; // in the data of an error: which ElicitationError it becomes
export const ERROR_REASON = "elicitform/reason"; // in the data of an error: why a request is rejected
export const ERROR_KEY = "elicitform/key"; // in the data of an error: the request of a round that is rejected

/** What an error becomes in the host. */
export const CODES = ["invalid-request", "unsupported-mode", "load-failed", "expired", "disposed", "internal"] as const;
export type Code = (typeof CODES)[number];

/** Why a host takes a round back. */
export type Withdrawal = "expired" | "elsewhere" | "sent";

// The error codes of JSON-RPC.
export const METHOD_NOT_FOUND = -32601; // a method that the receiver does not know
export const INVALID_PARAMS = -32602; // a request that cannot be shown
export const INTERNAL_ERROR = -32603; // a fault of this project

/** Why a request is rejected. */
export type Reason = "not-json" | "not-an-object" | "too-large" | "too-deep"
  | "duplicate-name" | "number-too-long" | "wrong-type" | "unknown-mode"
  | "mode-conflict" | "not-a-form-schema" | "unknown-dialect" | "too-many-properties"
  | "too-many-options";

/** How the wait for an opened page ended. */
export const WAIT_ENDS = ["completed", "person", "closed"] as const;
export type WaitEnd = (typeof WAIT_ENDS)[number];

/** Where an answer comes from. */
export const ORIGINS = ["default", "edited", "left-out"] as const;
export type Origin = (typeof ORIGINS)[number];

// The types of JSON that the content of a result can carry, as MCP has it.
export const ANSWER_TYPES = "string number boolean"; // of one answer
export const ENTRY_TYPES = "string"; // of each entry of an answer that is a list

// Limits. The comment beside each says what it counts.
export const MAX_TEXT = 262144; // bytes of UTF-8 that the params of a round or an answer have
export const MAX_DEPTH = 16; // arrays and objects inside one another in a JSON text, counted from the outermost
export const MAX_DIGITS = 40; // digits of a number before its exponent
export const MAX_EXPONENT = 308; // exponent of a number, in both directions
export const MAX_REQUESTS = 50; // requests in a round
export const MAX_REFUSALS = 100; // problems in a refusal
export const MAX_CHOICES = 20; // buttons of an approval
export const MAX_REASON = 500; // characters of the reason of a declined approval

// The methods of MCP.
export const CREATE = "elicitation/create"; // asks the person
export const COMPLETE = "notifications/elicitation/complete"; // reports that an opened page is finished
export const PROGRESS = "notifications/progress"; // reports the progress of a request
export const TASK_CHANGED = "notifications/tasks"; // reports the state of a task
export const PING = "ping"; // asks for an empty answer

// The methods of JSON-RPC that only scripts know.
export const BLUR = "elicitform/blur"; // says that the focus has left the frame
export const FAILED = "elicitform/failed"; // says why the program cannot be loaded, or that it has ended
export const FOCUS = "elicitform/focus"; // reports the place of the focus in the frame; from the host, whether its page has the focus
export const INITIALIZE = "ui/initialize"; // is the first request of a view, as in MCP Apps
export const INITIALIZED = "ui/notifications/initialized"; // says that the view takes messages, as in MCP Apps
export const SIZE_CHANGED = "ui/notifications/size-changed"; // reports the size of the content, as in MCP Apps
export const TEARDOWN = "ui/resource-teardown"; // says that the view will be removed, as in MCP Apps

// Our own members in objects of MCP and of MCP Apps.
export const CONTEXT_SERVER = "elicitform/server"; // in the context of an MCP Apps host: the server of its requests
export const CONTEXT_BACKGROUND = "elicitform/background"; // in the context of a host: the background of the frame
export const CONTEXT_DENSITY = "elicitform/density"; // in the context of a host: how high controls are
export const CONTEXT_ACTIONS = "elicitform/actions"; // in the context of a host: the end of the line at which the main button is
export const CONTEXT_PADDING = "elicitform/padding"; // in the context of a host: whether room is left around the form
export const CONTEXT_MARK = "elicitform/mark"; // in the context of a host: false if the chat itself shows a mark of the server
export const CONTEXT_BEHIND = "elicitform/behind"; // in the context of a host: the colours of the page behind the frame
export const META_SESSION = "elicitform/session"; // in _meta of a request of a client: the chat that it belongs to
export const META_WAITING = "elicitform/waiting"; // in _meta of a notification of progress that repeats the one before
export const PRERENDER = "elicitform/prerender"; // in the answer to ui/initialize: whether to draw an invisible form ahead

// The versions of the protocols.
export const APPS_VERSION = "2026-01-26"; // of MCP Apps

/** Why an adapter makes no request, or no reply. */
export type AdapterReason = "no-mode" | "no-message" | "no-params" | "no-requests"
  | "no-interrupts" | "no-id" | "no-key" | "no-url"
  | "no-schema" | "no-properties" | "not-a-schema" | "unsupported-mode"
  | "unsupported-schema" | "unsupported-property" | "nested-object" | "duplicate-id"
  | "duplicate-key" | "mcp-elicitation" | "not-mcp-elicitation" | "unknown-id"
  | "unknown-key" | "no-action" | "no-answer" | "no-answers"
  | "no-content" | "incomplete" | "no-scope" | "two-scopes"
  | "decline" | "expired" | "not-an-approval" | "no-name"
  | "no-tool-call" | "no-options" | "unknown-kind" | "no-review"
  | "no-decision" | "unknown-option" | "edited" | "cancel"
  | "no-reason";

/** Why a request on the screen ends without a result; of downloads also "status" and its number. */
export type Failure = "id-in-use" | "too-many-requests" | "malformed-result" | "check-failed"
  | "no-session" | "removed" | "call-given-up" | "not-a-required-error"
  | "too-many" | "internal" | "crash" | "file-address"
  | "wrong-page" | "blocked" | "navigated" | "no-handshake"
  | "not-sandboxed" | "not-wasm" | "truncated" | "stalled"
  | "unreachable" | "offline" | "csp" | "changed"
  | "not-compiled" | "no-webassembly" | "no-runtime";

// The limits of a round, for both readers of forms. They are far above what people fill in.
export const MAX_PROPERTIES = 300; // questions of a round
export const MAX_OPTIONS = 2000; // options of a question
export const MAX_OPTIONS_TOTAL = 10000; // options of a round
export const MAX_PATTERN = 1000; // characters of a pattern; the server checks a longer one
export const MAX_REFERENCES = 8; // $ref that follow each other: generators nest two or three
export const MAX_ALTERNATIVES = 100; // entries of anyOf or oneOf that list no values
export const MAX_WORK = 60000; // schemas that are visited in a round, and members that are copied
export const MAX_VALUES = 1048576; // bytes of the values that a round lists
export const MAX_PATTERNS = 250000; // effort of compiling the patterns of a round
export const MAX_MATCHES = 10000000; // work of matching the suggestions of a round with their patterns

// Limits keep a hostile pattern from costing memory or time.
export const PATTERN_MAX_SOURCE = 4096; // bytes of a pattern
export const PATTERN_MAX_DEPTH = 100; // groups inside one another
export const PATTERN_MAX_COST = 20000; // estimated instructions of a pattern
export const PATTERN_MAX_WORK = 5000000; // instructions times bytes of one match: texts beyond it are not checked

/** What an error of a client becomes, beside the codes of the frame. */
export type RelayCode = "withdrawn";

// Why a relay returns an error.
export const KEY_IN_USE = "key-in-use"; // by another round
export const TOO_MANY_NOTICES = "too-many-notices";
export const NOT_OWN_PAGE = "not-own-page"; // of this asker, or also of another asker
export const SERVER_ID_TOO_LONG = "server-id-too-long"; // of the host
export const ELICITATION_ID_TOO_LONG = "elicitation-id-too-long"; // of a server
export const NO_SERVER_ID = "no-server-id"; // of the host
export const MALFORMED_RESULT = "malformed-result"; // sent by a device
export const NOTHING_TO_ASK = "nothing-to-ask";
export const ACKNOWLEDGED = "acknowledged"; // the answer is deleted
export const ORPHANED = "orphaned"; // the client disappeared
export const UNKNOWN_ROUND = "unknown-round"; // never asked, or forgotten
export const MALFORMED_CALL = "malformed-call"; // without a method, or with params that are not an object
export const CALL_WITHOUT_ROUND = "call-without-round"; // only inputRequests have a call
export const NO_CALL = "no-call";
export const CALL_UNREADABLE = "call-unreadable"; // sealed with another secret, or by a newer version
export const MALFORMED_APPROVAL = "malformed-approval"; // without a tool's name, or with a member, scope or kind that is unknown

/** The limit that keeps a round from being asked. */
export type RelayLimit = "too-many-requests" | "too-many-bytes" | "too-many-new-bytes" | "too-many-requests-of-server"
  | "too-many-bytes-of-server" | "too-many-new-bytes-of-server" | "too-many-requests-of-asker" | "too-many-bytes-of-asker"
  | "too-many-new-bytes-of-asker" | "too-many-answers";

// How often a server may answer one call by asking the person.
export const MAX_INPUT_ROUNDS = 10; // results of one call that ask for input; the next such result goes to the caller
export const MAX_PAGE_ROUNDS = 5; // errors of one call that demand pages; the next such error goes to the caller

// The limits of both halves of the relay.
export const MIN_SECRET = 16; // bytes of a secret: a shorter one can be guessed
export const MAX_SESSION = 1024; // bytes of UTF-8 in the name of a session
export const MAX_ID = 256; // bytes of UTF-8 in an id, of a host or of a server
export const MAX_BODY = 270336; // bytes of a POST body: an answer of 256 KiB and its frame
export const MAX_DRAFT = 65536; // UTF-16 units of a draft
export const MAX_CALL = 65536; // bytes of UTF-8 of a stored call as JSON text
export const MAX_PROBLEMS = 100; // problems that a device gets: more would not help
export const MAX_DEVICES = 32; // devices of a session that one process serves
export const MAX_ENDED = 1000; // ended rounds without an answer that a session remembers
export const MAX_ANSWERS = 1000; // answers of a session that no client has acknowledged
export const MAX_REFUSED = 30; // refused answers of a token, at once and then in a minute
export const MAX_NEWS = 200; // ended rounds and finished pages that a session remembers
export const MAX_NOTICES = 60; // finished pages of a server that wait for the store

/** How our own names begin. */
export const PREFIX = "elicitform/";

/** What the host says about a round, beside what the servers wrote. */
export interface Notes {
  /** The server: the host's own id for it, and its name and title for itself. */
  server: { id: string; name?: string | undefined; title?: string | undefined };
  /** The form may take the focus when it appears. */
  focus?: boolean | undefined;
  /** The place of the round in the host's queue. */
  queue?: { position: number; total: number } | undefined;
  /** When the round expires, in milliseconds since 1970. */
  deadline?: number | undefined;
  /** The host opens pages when the frame asks for it. */
  openLink?: boolean | undefined;
  /** The host wants noteworthy facts about the round. */
  findings?: boolean | undefined;
  /** The host keeps unfinished answers. */
  drafts?: boolean | undefined;
  /** Unfinished answers of an earlier visit, from the host. */
  draft?: object | undefined;
  /** How many milliseconds the outcome is shown; 0: not at all. If absent: until the next round. */
  outcome?: number | undefined;
  /** One choice may be sent from where it is made. */
  shortReview?: boolean | undefined;
  /** The host itself asks for leave to run a tool; the params are those of an approval. */
  approval?: boolean | undefined;
  /** The answer waits until every page of the round is finished. */
  waitForPages?: boolean | undefined;
}
