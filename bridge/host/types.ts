// The public types of the package. They name things as the Model Context Protocol does.

import type { Catalogue } from "../message/language.js";

/** A value that an accepted form may contain for one property. */
export type ElicitValue = string | number | boolean | string[];

/** The accepted answers, by property name. */
export type ElicitContent = { [property: string]: ElicitValue };

/** The result for the JSON-RPC response to the server. Only an accepted form has `content`. */
export type ElicitResult = (
  | {
    action: "accept"; content?: ElicitContent;
    /** For Codex: how long the leave holds, if longer than once. */
    _meta?: { [name: string]: unknown };
  }
  | { action: "decline" | "cancel" }
) & {
  /** For the transcript of the chat. It is not enumerable: no copy, no JSON text and no reply to the server contains it. */
  readonly receipt?: Receipt;
};

/**
 * What a chat keeps of an ended request in its transcript: a JSON value of at most 8 kB, without secrets. `renderReceipt` of
 * `elicitform/receipt` draws it. Its texts may be the server's: show them as plain text.
 */
export type Receipt = {
  /** The line, in the language of the form: "Sent to travel.example: 14 February 2027, 19:30, Guests: 2". */
  title: string;
  /** The id of the server. */
  server: string;
  /** The decision, "accept" if a request of the round was accepted; or the end without a decision. */
  outcome: "accept" | "decline" | "cancel" | "withdrawn" | "expired";
  /** Labels and values of up to 50 submitted answers, as text of up to 200 characters each. */
  answers: [label: string, value: string][];
  /** When the request ended, in milliseconds since 1970. */
  endedAt: number;
  /** The BCP 47 tag of the form's language. */
  language: string;
};

/** The `params` of `elicitation/create`, as the server sent them. The type demands little, because the frame checks them. */
export type ElicitRequestParams = {
  /** "form" or "url"; without it "form". */
  mode?: string;
  /** The message of the server to the person, above the form. */
  message: string;
  /** The JSON Schema of a form: an object with properties. */
  requestedSchema?: object;
  /** Additions of the server for the client, which the form ignores. */
  _meta?: { [name: string]: unknown };
  /** Other members, such as `url` and `elicitationId` of a page. */
  [member: string]: unknown;
};

/** The server that asks. */
export type Server = {
  /** The host's own name for the server. People trust it, so the server must not choose it. */
  id: string;
  /** The `name` in the server's `serverInfo`, which is shown as the server's own claim. */
  name?: string | undefined;
  /** The `title` in the server's `serverInfo`, which is shown as the server's own claim. */
  title?: string | undefined;
  /**
   * The server is the agent of the chat, such as Codex: its request for leave to run a tool is shown as an approval. Never set it
   * for a server that is not yours.
   *
   * @defaultValue false
   */
  agent?: boolean | undefined;
};

/** The part of the MCP Apps host context that the frame follows. */
export type HostContext = {
  /**
   * The theme of the page. With it a readable form without colours of yours is transparent.
   *
   * @defaultValue the system's theme
   */
  theme?: "light" | "dark" | undefined;
  /**
   * MCP Apps style variables, and fonts: `@font-face` rules with `data:` addresses, which {@link embedFonts} makes.
   *
   * @defaultValue the form's own colours and fonts
   */
  styles?: {
    /** The values of the variables in docs/reference/theme.md, by their names. Other variables are ignored. */
    variables?: { [name: string]: string | undefined } | undefined;
    /** Style sheets. */
    css?: {
      /** `@font-face` rules. */
      fonts?: string | undefined;
    } | undefined;
  } | undefined;
  /**
   * "transparent": a readable form is transparent even with colours of yours. The page must have the colour
   * `--color-background-primary`. Set the theme too.
   *
   * @defaultValue a form with colours of yours has its own background
   */
  "elicitform/background"?: "transparent" | undefined;
  /**
   * "compact": controls are 36 pixels high where the pointer is a mouse. Where a finger may touch the screen, they stay 44 pixels high.
   *
   * @defaultValue "comfortable": 40 pixels
   */
  "elicitform/density"?: "comfortable" | "compact" | undefined;
  /**
   * The end of the line at which the main button is: "start", where the text begins, as in web forms, or "end", as in most
   * dialog boxes. Decline is at the other end. The Tab key reaches the main button first at either end.
   *
   * @defaultValue "start"
   */
  "elicitform/actions"?: "start" | "end" | undefined;
  /**
   * "none": no room is left around the form but that of the ring around the element with the focus, because the chat leaves some.
   *
   * @defaultValue "normal": 20 pixels beside the form where the text size is 16 pixels
   */
  "elicitform/padding"?: "normal" | "none" | undefined;
  /**
   * false: the form shows no mark beside the server's name, because the chat shows one of its own.
   *
   * @defaultValue true
   */
  "elicitform/mark"?: boolean | undefined;
  /**
   * The room for the frame, in pixels. Beyond `height` or `maxHeight` the form scrolls inside, with its buttons in view.
   *
   * @defaultValue the frame is as high as the form
   */
  containerDimensions?: {
    /** A constant height of the frame, in pixels; `maxHeight` is ignored. */
    height?: number;
    /** The largest height: pixels, or a CSS length such as "60dvh". */
    maxHeight?: number | string | undefined;
    /** The smallest height, in pixels; `maxHeight` wins. */
    minHeight?: number | undefined;
    /** Other members are ignored. */
    [member: string]: unknown;
  } | undefined;
  /**
   * BCP 47 tag of the interface language, such as "pt-BR".
   *
   * @defaultValue the `lang` of the page's `<html>`, or else the language of the browser
   */
  locale?: string | undefined;
  /**
   * IANA time zone of the person, such as "Europe/Berlin".
   *
   * @defaultValue the time zone of the browser
   */
  timeZone?: string | undefined;
  /** Other members are ignored. */
  [member: string]: unknown;
};

/** One entry of the `inputRequests` of a result with `resultType: "input_required"`. */
export type InputRequest = {
  /** "elicitation/create", or another method, which is yours to answer. */
  method: string;
  /** The params of an elicitation, as in {@link ElicitRequestParams}. */
  params?: unknown;
  /** Other members are ignored. */
  [member: string]: unknown;
};

/** The entry of `inputResponses` that answers an elicitation. */
export type InputResponse = ElicitResult;

/** A storage of drafts: `localStorage`, `sessionStorage` or the like. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type { Catalogue } from "../message/language.js";

/** How to set up a {@link FormHost}. */
export interface FormHostOptions {
  /** The element that holds the frame. */
  container: HTMLElement;
  /**
   * The address of the frame document that `npx elicitform copy` put on your server.
   *
   * @defaultValue the address from the plugin `elicitform/vite`; without it `frame/index.html` beside this module
   */
  frameUrl?: string | URL | undefined;
  /**
   * The look and language of the chat. {@link FormHost.setContext} changes it.
   *
   * @defaultValue the theme, language and time zone of the browser
   */
  context?: HostContext | undefined;
  /**
   * Catalogues beside ours or in place of ours, by language tags: each an object, or the address of a JSON file. All are checked.
   *
   * @defaultValue the ten languages of the package
   */
  words?: { readonly [language: string]: Catalogue | URL | string } | undefined;
  /**
   * Opens a page that the person agreed to open. If it throws, the form says so, and the person can copy the link.
   *
   * @defaultValue the frame's own link opens a new tab without opener and referrer
   */
  openLink?: ((url: string) => void | Promise<void>) | undefined;
  /**
   * The storage in which drafts, without secrets, survive a reload of the page, Decline and Not now, until they are sent. With
   * false drafts are never kept.
   *
   * @defaultValue a draft survives a reload of the frame while the request is open
   */
  drafts?: DraftStorage | false | undefined;
  /**
   * Draws an unseen form in an idle frame, so that the first form is as fast as those after it.
   *
   * @defaultValue true
   */
  prerender?: boolean | undefined;
  /**
   * How the end of a request is shown.
   *
   * @defaultValue "shown"
   */
  outcome?: Outcome | undefined;
  /**
   * The largest height of the frame: pixels, or a CSS length such as "60dvh" or "calc(100vh - 8rem)", for which "resized" events have
   * the height without it. `context.containerDimensions.maxHeight` wins.
   *
   * @defaultValue the frame is as high as the form
   */
  maxHeight?: number | string | undefined;
  /**
   * The smallest height of a shown frame, in pixels; `context.containerDimensions.minHeight` and `maxHeight` win.
   *
   * @defaultValue 0
   */
  minHeight?: number | undefined;
  /**
   * Requests "findings" events, which report noteworthy facts about a request.
   *
   * @defaultValue false
   */
  findings?: boolean | undefined;
  /**
   * Gets all events, for logs and layout. An error that it throws is reported as uncaught, and changes nothing.
   *
   * @defaultValue none
   */
  onEvent?: ((event: FormHostEvent) => void) | undefined;
}

/**
 * How the end of a request is shown.
 *
 * - "shown": the frame shows the outcome in a line, such as "Answers sent", until the next request; `{ milliseconds }`: for this time.
 * - "receipt": a line in the container takes the place of the frame: "Sent to travel.example: 14 February 2027, 19:30, Guests: 2".
 *   Opened, it shows up to 50 answers, each shortened to 200 characters. It is a `<details>`, or without answers a `<p>`, with the
 *   class `elicitform-receipt` and the part `receipt`. It omits secrets. It stands until the container shows another form. If the
 *   form had the focus, the receipt gets it; otherwise screen readers announce it.
 * - "hidden": nothing.
 */
export type Outcome = "shown" | "receipt" | "hidden" | { readonly milliseconds: number };

/** A problem that the host found in the answers; see {@link ElicitOptions.check}. */
export type AnswerProblem = {
  /** The exact name of the property; any other name means the form as a whole. */
  property?: string | undefined;
  /** The same as `property`, under another name. It is read if there is no `property`. */
  name?: string | undefined;
  /** The problem and its solution, for the person: plain text in their language, of which 500 characters are shown. */
  message: string;
};

/** How to show one request. */
export interface ElicitOptions {
  /** The server that asks. */
  server: Server;
  /**
   * Aborted to withdraw the request: the form closes and says so, and the promise rejects with the reason if that is an Error,
   * else with an `AbortError`. The reason's member `outcome` may be "elsewhere", if the person answered in another window, or
   * "sent", if the answers of this form have arrived.
   *
   * @defaultValue the request is never withdrawn
   */
  signal?: AbortSignal | undefined;
  /**
   * When the request expires: a Date, or milliseconds since 1970. The form shows it; after it the promise rejects with "expired".
   *
   * @defaultValue none
   */
  deadline?: Date | number | undefined;
  /**
   * The name of the draft. A draft never appears in a form with another schema or another message.
   *
   * @defaultValue the message
   */
  draftKey?: string | undefined;
  /**
   * Checks the sent answers before the request is settled: for example, a name is taken, or a code is wrong. It is called for
   * each accepted form with a copy of its content, in a round also with its key, and with the receipt of these answers. If it
   * resolves with problems (at most 100), the person returns to the form, which shows each problem at its field, and the next
   * answers are checked again.
   *
   * If it throws, or takes longer than 30 seconds, the person can send again, and an "error" event has the reason "check-failed".
   * A withdrawal, the deadline, dispose, Decline and a reload of the frame end the check.
   *
   * @defaultValue every answer that the form accepts is settled
   */
  check?: ((content: ElicitContent, key?: string, receipt?: Receipt) => Promise<AnswerProblem[]>) | undefined;
  /**
   * Makes the `_meta` of a reply that `interceptElicitations` or `elicitationHandler` sends for you, from the result and its
   * key in a round or a task. `elicit` and `elicitAll` resolve without it. An error that it throws replaces the reply.
   *
   * @defaultValue no `_meta`
   */
  replyMeta?: ((result: ElicitResult, key?: string) => { [name: string]: unknown } | undefined) | undefined;
  /**
   * Moves the focus to the form. Without it a form never steals the focus from the chat.
   *
   * @defaultValue false
   */
  focus?: boolean | undefined;
  /**
   * "short" sends up to three questions without a review, from where they are answered. A single yes/no question and a single
   * choice of up to six options have a button for each option, which sends it. Every other form is reviewed first. So is a form
   * with a secret, a suggested answer or a draft, with a text that is cut or may be folded, with a part out of view, with texts
   * about deleting, paying, sending, permissions, files or other serious things, or
   * with a text of more than two words that is not in one of the ten languages. If an attribute of `<elicitation-form>` or the
   * asker behind a relay says something else, the stricter setting counts.
   *
   * @defaultValue "always"
   */
  review?: "always" | "short" | undefined;
  /**
   * Shows this request elsewhere, such as inside a message of the transcript.
   *
   * @defaultValue the container of the host
   */
  container?: HTMLElement | undefined;
}

/** How to show a round of requests. */
export interface RoundOptions extends ElicitOptions {
  /**
   * The promise settles only when every opened page is finished, or cancelled by the person.
   *
   * @defaultValue false: "accept" means that the page was opened
   */
  waitForPages?: boolean | undefined;
}

/** A tool call that needs a person's leave, as the chat or the agent knows it. */
export interface Approval {
  /** Who wants to run the tool, by the chat's own name. */
  server: Server;
  /** The call. */
  tool: ApprovalTool;
  /**
   * For how long the person can allow it. Each scope is a button.
   *
   * @defaultValue `["once"]`
   */
  scopes?: readonly ApprovalScope[] | undefined;
  /** The agent's own options, as in the Agent Client Protocol, in place of `scopes`. Each is a button, which says what its kind means. */
  options?: readonly ApprovalOption[] | undefined;
  /** A JSON Schema of the arguments that the person may change, as for a form. */
  editable?: object | undefined;
  /** Why the agent wants to run it, in the agent's words. */
  message?: string | undefined;
  /**
   * Whether a decline may carry a reason, which the person writes for the agent.
   *
   * @defaultValue false
   */
  reason?: boolean | undefined;
}

/** A tool and the arguments of its call. */
export interface ApprovalTool {
  /** Its name in the protocol. */
  name: string;
  /** Its name for people, in the server's words. */
  title?: string | undefined;
  /** What it does, in the server's words. */
  description?: string | undefined;
  /** The hints of MCP about the tool. Only `readOnlyHint: true` counts: without it, a tool is taken for one that changes something. */
  annotations?: { readonly readOnlyHint?: boolean | undefined; readonly [hint: string]: unknown } | undefined;
  /** The arguments, which are shown complete. */
  arguments?: { readonly [name: string]: unknown } | undefined;
}

/** How long a leave holds. The chat remembers it: the form only asks. */
export type ApprovalScope = "once" | "session" | "always";

/** An option of the Agent Client Protocol. */
export type ApprovalOption = {
  /** The id of the option in the result. */
  id: string;
  /** The name of the option, in the agent's words. */
  name: string;
  /** The meaning of the option. */
  kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
};

/** How to ask for leave. */
export type ApprovalOptions = Pick<ElicitOptions, "signal" | "deadline" | "focus" | "container">;

/** The person's decision about a tool call. `id` is that of the chosen option. */
export type ApprovalResult =
  /** `arguments` is there if the person changed them: run the tool with these. */
  | { action: "accept"; scope: ApprovalScope; id?: string; arguments?: { [name: string]: unknown } }
  /** `reason` is there if the person wrote one. With `kind` "reject_always" of the option `id`, the chat remembers it. */
  | { action: "decline"; id?: string; reason?: string }
  /** The person decided nothing. */
  | { action: "cancel" };

/** A sandboxed frame that shows one elicitation request at a time. */
export interface FormHost {
  /** Resolves when forms can be shown at once. Rejects with "load-failed"; the next `elicit` tries again, and makes a new promise. */
  readonly ready: Promise<void>;
  /**
   * Shows a request and resolves with the person's decision, exactly once. The raw JSON text of `params` keeps the server's
   * order of properties.
   *
   * @throws An {@link ElicitationError} without a decision, the reason of the signal if you withdraw the request, and a TypeError
   * if `server.id` is missing.
   */
  elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult>;
  /**
   * Shows the elicitations among the `inputRequests` of a result as one journey with one review, and resolves with their
   * part of the `inputResponses`. Answer requests of other methods yourself. Raw JSON text keeps the order of the requests.
   *
   * @throws As `elicit`. One request that cannot be shown rejects the whole round, and the error's `key` names it.
   */
  elicitAll(requests: Record<string, InputRequest> | string, options: RoundOptions): Promise<Record<string, InputResponse>>;
  /**
   * Asks for leave to run a tool: one screen with its arguments complete, and a button for each scope. Nothing is remembered: with the
   * scope "session" or "always" your chat does not ask again. Not every screen can be answered by one press: where something is folded,
   * covered or out of view, the first press shows it.
   *
   * @throws As `elicit`, and a TypeError without a tool's name, or for a scope or an option that is unknown.
   *
   * @example
   * ```ts
   * const { action } = await host.approve({ server: { id: "linear" }, tool: { name: "save_comment", arguments: { body: "Done" } } });
   * ```
   */
  approve(approval: Approval, options?: ApprovalOptions): Promise<ApprovalResult>;
  /** Takes the server's notification that a page is finished (`notifications/elicitation/complete`). Unknown ids are ignored. */
  complete(server: Pick<Server, "id">, elicitationId: string): void;
  /** Changes theme, language, time zone or style variables; other members stay. */
  setContext(context: Partial<HostContext>): void;
  /** Removes the frame. Open requests reject with "disposed". */
  dispose(): void;
}

/** Shows requests to a person: a {@link FormHost}, or an object that passes them on to a host elsewhere and needs no page. */
export type Elicitor = Pick<FormHost, "elicit" | "elicitAll" | "complete"> & Partial<Pick<FormHost, "approve">> & {
  /** Throws for options that it cannot honour. It is called with the options, before the first request. */
  checkOptions?(options: object): void;
};

/** The options with which an {@link Elicitor} can ask. */
export type OptionsOf<H extends Elicitor> = Parameters<H["elicit"]>[1];

/** The request of an event. */
export type AboutRequest = {
  /** The id of the server. */
  server: string;
  /** A number that identifies one call of `elicit` or `elicitAll`. */
  id: number;
};

/** The request of an event about a part of a round. */
export type AboutPart = AboutRequest & {
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};

/** An event, for logs and layout. Only the receipt of "outcome" carries answers, and JSON or a copy of the event does not have it. */
export type FormHostEvent =
  /** Forms can be shown at once. */
  | { type: "ready" }
  /** The frame could not be loaded or has crashed; the next request tries a new one. As in {@link ElicitationError}. */
  | { type: "load-failed"; reason: string; message: string }
  /**
   * The form is in English, because its catalogue is on its way ("late"), has a fault ("bad", with the fault in `message`), or
   * could not be loaded (as in {@link ElicitationError}).
   */
  | { type: "words-missing"; language: string; reason: string; message: string }
  /** A request waits for its turn; `waiting` requests wait in all. */
  | (AboutRequest & { type: "queued"; waiting: number })
  /** A request is on the screen: a person can see who asks, and decline. */
  | (AboutRequest & { type: "shown" })
  /** A person decided. A round has an event for each request. */
  | (AboutPart & { type: "settled"; action: ElicitResult["action"] })
  /** An opened page is finished: by the server's notification, by the person, or because the person gave up. */
  | (AboutRequest & { type: "finished"; how: "completed" | "person" | "closed" })
  /** The server, or you, withdrew the request. */
  | (AboutRequest & { type: "withdrawn" })
  /** The deadline has passed. */
  | (AboutRequest & { type: "expired" })
  /**
   * No person could decide; `code` as in {@link ElicitationError}. The request stays open for two reasons: "internal", if the
   * form has failed, but Decline and Not now work; "check-failed", if your check has failed, and the person can send again.
   */
  | (AboutPart & { type: "error"; code: string; reason?: string | undefined })
  /** Findings about a request, if the option `findings` is set. */
  | (AboutRequest & { type: "findings"; findings: Finding[] })
  /** A request that was shown has ended. The receipt is not enumerable. */
  | (AboutRequest & { type: "outcome"; receipt: Receipt })
  /** The audit record of each form that a person decided. */
  | { type: "audit"; record: AuditRecord }
  /** The content needs another height. */
  | { type: "resized"; height: number }
  /** The person closed the last screen, and the frame is hidden. */
  | { type: "closed" };

/** Something noteworthy about a request: `secret`, `unsupported:…`, `note:…` or `link:…`. */
export type Finding = {
  /** See the list of findings in docs/reference/errors.md. */
  code: string;
  /** The property of the finding. */
  property?: string | undefined;
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};

/** A decision about a form, with the origins of the answers, but never the answers. */
export type AuditRecord = AboutPart & {
  /** The SHA-256 of the requestedSchema's text in hexadecimal digits; undefined without a schema. */
  schemaHash: string | undefined;
  /** The person's decision. */
  action: ElicitResult["action"];
  /** The origin of each answer of an accepted form. */
  answers: AuditedAnswer[];
  /** When the form was shown and when the person decided, in milliseconds since 1970. */
  shownAt: number;
  /** As `shownAt`. */
  settledAt: number;
};

/** The origin of an answer: a default of the server, the person, or no answer. */
export type AuditedAnswer = {
  /** The exact name of the property. */
  property: string;
  /** "default": the person kept the server's suggestion. */
  state: "default" | "edited" | "left-out";
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};
