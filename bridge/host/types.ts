// The public types of the package. They name things as the Model Context
// Protocol does; what is ours is said to be ours.

/** A value that an accepted form may contain for one property. */
export type ElicitValue = string | number | boolean | string[];

/** The accepted answers, by property name. */
export type ElicitContent = { [property: string]: ElicitValue };

/**
 * What goes back to the server, exactly as it belongs into the JSON-RPC
 * response. Only an accepted form has `content`.
 */
export type ElicitResult =
  | { action: "accept"; content?: ElicitContent }
  | { action: "decline" | "cancel" };

/**
 * The `params` of `elicitation/create`, as the server sent them. The frame
 * checks them itself and tells the person what is wrong with them, so that the
 * type asks for little.
 */
export type ElicitRequestParams = {
  mode?: string;
  message: string;
  requestedSchema?: object;
  _meta?: { [name: string]: unknown };
  [member: string]: unknown;
};

/** Who asks. */
export type Server = {
  /** The host's own name for the server. People trust it, so the server must have no say in it. */
  id: string;
  /** What the server calls itself (`serverInfo.name`); shown as its own claim. */
  name?: string | undefined;
  /** What the server calls itself (`serverInfo.title`); shown as its own claim. */
  title?: string | undefined;
};

/** The part of the MCP Apps host context that the frame follows. */
export type HostContext = {
  /** Light or dark; without it the frame follows `prefers-color-scheme`. */
  theme?: "light" | "dark" | undefined;
  /** MCP Apps style variables, such as `--color-background-primary`. */
  styles?: { variables?: { [name: string]: string | undefined } | undefined } | undefined;
  /** BCP 47 tag of the interface language; default: the browser's. */
  locale?: string | undefined;
  /** IANA time zone of the person; default: the browser's. */
  timeZone?: string | undefined;
  [member: string]: unknown;
};

/** What happened, for logs and layout. An event never carries an answer. */
export type FormHostEvent =
  | { type: "ready" }
  | { type: "load-failed"; reason: string }
  | { type: "queued"; server: string; waiting: number }
  | { type: "shown"; server: string }
  | { type: "settled"; server: string; action: ElicitResult["action"] }
  | { type: "error"; server: string; code: string }
  | { type: "resized"; height: number };

/** How to set up a {@link FormHost}. */
export interface FormHostOptions {
  /** Where the frame lives. */
  container: HTMLElement;
  /** The frame document; default: `frame/index.html` beside this module. */
  frameUrl?: string | URL;
  /** The look and language of the chat. */
  context?: HostContext;
  /** Told what happens. */
  onEvent?: (event: FormHostEvent) => void;
}

/** How to show one request. */
export interface ElicitOptions {
  /** Who asks. */
  server: Server;
  /**
   * Aborted when the request is withdrawn: the form closes and says so, and
   * the promise rejects with an `AbortError`.
   */
  signal?: AbortSignal | undefined;
  /** Moves the focus to the form. The default is false: a form never steals the focus from the chat. */
  focus?: boolean | undefined;
  /** Shows this request elsewhere, such as inside a message of the transcript. */
  container?: HTMLElement | undefined;
}

/** A sandboxed frame that shows one elicitation request at a time. */
export interface FormHost {
  /**
   * Resolves once forms can be shown at once. Rejects with an
   * {@link ElicitationError} "load-failed" when the frame could not be loaded;
   * the next `elicit` tries again, and then this is a new promise.
   */
  readonly ready: Promise<void>;
  /**
   * Shows a request and resolves with what the person decided. Give the raw
   * JSON text of `params` where you have it: it keeps the order of the
   * properties as the server wrote them. Every call settles exactly once; what
   * no person has decided rejects with an {@link ElicitationError}.
   */
  elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult>;
  /** Changes theme, language, time zone or style variables; what is left out stays. */
  setContext(context: Partial<HostContext>): void;
  /** Removes the frame. What is still open rejects with "disposed". */
  dispose(): void;
}
