// The public types of the package. They name things as the Model Context Protocol does.

/** A value that an accepted form may contain for one property. */
export type ElicitValue = string | number | boolean | string[];

/** The accepted answers, by property name. */
export type ElicitContent = { [property: string]: ElicitValue };

/** The result for the JSON-RPC response to the server. Only an accepted form has `content`. */
export type ElicitResult =
  | { action: "accept"; content?: ElicitContent }
  | { action: "decline" | "cancel" };

/** The `params` of `elicitation/create`, as the server sent them. The type asks for little, because the frame checks them. */
export type ElicitRequestParams = {
  /** "form" or "url"; without it "form". */
  mode?: string;
  /** What the server says to the person, above the form. */
  message: string;
  /** The JSON Schema of a form: an object with properties. */
  requestedSchema?: object;
  /** What the server adds for the client; the form reads nothing of it. */
  _meta?: { [name: string]: unknown };
  /** Others, such as `url` and `elicitationId` of a page. */
  [member: string]: unknown;
};

/** The server that asks. */
export type Server = {
  /** The host's own name for the server. People trust it, so the server must have no say in it. */
  id: string;
  /** What the server calls itself, in `name` and `title` of `serverInfo`: shown as its own claim. */
  name?: string | undefined;
  /** As `name`: the title that the server gives itself. */
  title?: string | undefined;
};

/** The part of the MCP Apps host context that the frame follows. */
export type HostContext = {
  /**
   * The theme of the page, which is then seen through a readable form without colours of yours.
   *
   * @defaultValue the system's theme
   */
  theme?: "light" | "dark" | undefined;
  /**
   * MCP Apps style variables, and fonts: `@font-face` rules with `data:` addresses, which {@link embedFonts} makes of others.
   *
   * @defaultValue the form's own colours and fonts
   */
  styles?: {
    /** The values of the variables in docs/reference/theme.md, by their names. Others are ignored. */
    variables?: { [name: string]: string | undefined } | undefined;
    /** Style sheets. */
    css?: {
      /** `@font-face` rules. */
      fonts?: string | undefined;
    } | undefined;
  } | undefined;
  /**
   * "transparent": the page is seen through a readable form also where you give colours. It must have the colour that
   * you give as `--color-background-primary`. Name the theme too.
   *
   * @defaultValue the form has its own background where you give colours
   */
  "elicitform/background"?: "transparent" | undefined;
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
    /** The height of a frame that never changes it, in pixels; `maxHeight` does not count then. */
    height?: number;
    /** How high it gets at most, in pixels. */
    maxHeight?: number | undefined;
    /** How high it is at least, in pixels; `maxHeight` wins. */
    minHeight?: number | undefined;
    /** Others, which the frame does not read. */
    [member: string]: unknown;
  } | undefined;
  /**
   * BCP 47 tag of the interface language, such as "pt-BR".
   *
   * @defaultValue the language of the browser
   */
  locale?: string | undefined;
  /**
   * IANA time zone of the person, such as "Europe/Berlin".
   *
   * @defaultValue the time zone of the browser
   */
  timeZone?: string | undefined;
  /** Others, which the frame does not read. */
  [member: string]: unknown;
};

/** One entry of the `inputRequests` of a result with `resultType: "input_required"`. */
export type InputRequest = {
  /** "elicitation/create", or another method, which is yours to answer. */
  method: string;
  /** Of an elicitation as in {@link ElicitRequestParams}. */
  params?: unknown;
  /** Others, which are ignored. */
  [member: string]: unknown;
};

/** The entry of `inputResponses` that answers an elicitation. */
export type InputResponse = ElicitResult;

/** Where unfinished answers are kept: `localStorage`, `sessionStorage` or the like. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** All sentences of the form in one language, as in `frame/words.en.json`; those with a number have a form for each plural category. */
export type Catalogue = { readonly [key: string]: string | { readonly [category: string]: string } };

/** How to set up a {@link FormHost}. */
export interface FormHostOptions {
  /** Where the frame lives. */
  container: HTMLElement;
  /**
   * The address of the frame document, as `npx elicitform copy` has put it on your server.
   *
   * @defaultValue `frame/index.html` beside this module
   */
  frameUrl?: string | URL | undefined;
  /**
   * The look and language of the chat. {@link FormHost.setContext} changes it.
   *
   * @defaultValue the theme, language and time zone of the browser
   */
  context?: HostContext | undefined;
  /**
   * Catalogues beside ours or in place of them, by language tags: each itself, or the address of its JSON file. All are checked.
   *
   * @defaultValue the ten languages of the package
   */
  words?: { readonly [language: string]: Catalogue | URL | string } | undefined;
  /**
   * Opens a page that the person agreed to open. If it throws, the person is told, and can copy the link.
   *
   * @defaultValue the frame's own link opens a new tab without opener and referrer
   */
  openLink?: ((url: string) => void | Promise<void>) | undefined;
  /**
   * Where unfinished answers, but no secrets, survive a reload of the page, Decline and Not now, until they are sent. With
   * false they survive nothing.
   *
   * @defaultValue they survive a reload of the frame while the request is open
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
   * How high the frame gets at most, in pixels, where `context.containerDimensions.maxHeight` says nothing else.
   *
   * @defaultValue the frame is as high as the form
   */
  maxHeight?: number | undefined;
  /**
   * How high a shown frame is at least, in pixels, where `context.containerDimensions.minHeight` says nothing else.
   * `maxHeight` wins.
   *
   * @defaultValue 0
   */
  minHeight?: number | undefined;
  /**
   * Asks for "findings" events, which say what the form does with a request.
   *
   * @defaultValue false
   */
  findings?: boolean | undefined;
  /**
   * Told what happens, for logs and layout. An error that it throws is reported as uncaught, and changes nothing.
   *
   * @defaultValue nobody is told
   */
  onEvent?: ((event: FormHostEvent) => void) | undefined;
}

/**
 * How the end of a request is shown.
 *
 * - "shown": the frame says in a line how it ended, such as "Answers sent", until the next request; `{ milliseconds }`: so long.
 * - "receipt": a line in the container takes the place of the frame: "Sent to travel.example: 14 February 2027, 19:30, 2".
 *   Opened, it shows up to 50 answers, each shortened to 200 characters. It is a `<details>`, or a `<p>` where there are no
 *   answers, of the class `elicitform-receipt` and the part `receipt`. Secrets are no part of it, and no event has it. The page
 *   alone keeps it, until the container shows another form. It gets the focus where the form had that, and is said elsewhere.
 * - "hidden": nothing.
 */
export type Outcome = "shown" | "receipt" | "hidden" | { readonly milliseconds: number };

/** What a host has against the answers; see {@link ElicitOptions.check}. */
export type AnswerProblem = {
  /** The exact name of the property; any other name is about the form as a whole. */
  name: string;
  /** What is wrong and how to put it right, for the person: plain text in their language, of which 500 characters are shown. */
  message: string;
};

/** How to show one request. */
export interface ElicitOptions {
  /** The server that asks. */
  server: Server;
  /**
   * Aborted when the request is withdrawn: the form closes and says so, and the promise rejects with an `AbortError`, or with
   * the reason where that is an Error. Its member `outcome` may say that the person has answered in another window
   * ("elsewhere"), or that the answers of this form have arrived ("sent").
   *
   * @defaultValue the request is never withdrawn
   */
  signal?: AbortSignal | undefined;
  /**
   * When the answer is worth nothing any more: a Date, or milliseconds since 1970. It is shown; past it comes "expired".
   *
   * @defaultValue none
   */
  deadline?: Date | number | undefined;
  /**
   * The name under which the draft is kept. A draft never turns up in a form with another schema or another message.
   *
   * @defaultValue the message
   */
  draftKey?: string | undefined;
  /**
   * Looks at what the person has sent before it is settled: a name that is taken, a code that is wrong. Called for each
   * accepted form with a copy of its content, in a round also with its key. With problems (100 at most) the person is back at
   * the form, with each at its field, and what they send next is checked again.
   *
   * When it throws, or takes longer than 30 seconds, the person can send again, and an "error" event says "check-failed". A
   * withdrawal, the deadline, dispose, Decline and a reload of the frame end it.
   *
   * @defaultValue every answer that the form accepts is settled
   */
  check?: ((content: ElicitContent, key?: string) => Promise<AnswerProblem[]>) | undefined;
  /**
   * Makes the `_meta` of a reply that `interceptElicitations` or `elicitationHandler` sends for you, of the result and its
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
   * "short" sends one yes/no question or one choice among radio buttons from where it is answered: the button says the answer.
   * Every other form is reviewed first, and so is one with a suggested answer or one that has come back from a draft, one with
   * a text that is cut or may be folded, one of which a part is out of view, and one whose texts speak of deleting, paying,
   * sending, permissions, files or other things of weight, or of which a text of more than two words is not in one of the ten
   * languages. With an attribute of `<elicitation-form>`, and behind a relay with what the asker says, the stricter counts.
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
   * Settles only when every opened page is finished, or cancelled by the person.
   *
   * @defaultValue false: "accept" says that the page was opened
   */
  waitForPages?: boolean | undefined;
}

/** A sandboxed frame that shows one elicitation request at a time. */
export interface FormHost {
  /** Resolves once forms can be shown at once. Rejects with "load-failed"; the next `elicit` tries again, and makes a new promise. */
  readonly ready: Promise<void>;
  /**
   * Shows a request and resolves with the person's decision, exactly once. The raw JSON text of `params` keeps the server's
   * order of properties.
   *
   * @throws An {@link ElicitationError} where there is no decision, the reason of the signal where you take the request back, and a
   * TypeError where `server.id` is missing.
   */
  elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult>;
  /**
   * Shows the elicitations among the `inputRequests` of a result as one journey with one review, and resolves with their
   * part of the `inputResponses`. Requests of other methods are yours to answer. Raw JSON text keeps the order of the
   * requests.
   *
   * @throws As `elicit`. One request that cannot be shown rejects the whole round, and the error's `key` names it.
   */
  elicitAll(requests: Record<string, InputRequest> | string, options: RoundOptions): Promise<Record<string, InputResponse>>;
  /** The server says that a page is finished (`notifications/elicitation/complete`). Unknown ids are ignored. */
  complete(server: Pick<Server, "id">, elicitationId: string): void;
  /** Changes theme, language, time zone or style variables; members that are not given stay. */
  setContext(context: Partial<HostContext>): void;
  /** Removes the frame. Open requests reject with "disposed". */
  dispose(): void;
}

/** Shows requests to a person: a {@link FormHost}, or an object that passes them on to one elsewhere and needs no page. */
export type Elicitor = Pick<FormHost, "elicit" | "elicitAll" | "complete"> & {
  /** Throws where it cannot honour one of the options. It is called when they are given, before anybody asks. */
  checkOptions?(options: object): void;
};

/** The options with which an {@link Elicitor} can ask. */
export type OptionsOf<H extends Elicitor> = Parameters<H["elicit"]>[1];

/** What a request event is about. */
export type AboutRequest = {
  /** The host's name of the server that asks. */
  server: string;
  /** A number that is the same in all events of one call of `elicit` or `elicitAll`, and in no other. */
  id: number;
};

/** What an event about one request of a round is about. */
export type AboutPart = AboutRequest & {
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};

/** What happened, for logs and layout. An event never carries an answer. */
export type FormHostEvent =
  /** Forms can be shown at once. */
  | { type: "ready" }
  /** The frame could not be loaded or has crashed; the next request tries a new one. As in {@link ElicitationError}. */
  | { type: "load-failed"; reason: string; message: string }
  /**
   * The form is in English, because its catalogue is on its way ("late"), has a fault that `message` names ("bad"), or could
   * not be loaded (as in {@link ElicitationError}).
   */
  | { type: "words-missing"; language: string; reason: string; message: string }
  /** A request waits for its turn; `waiting` requests wait in all. */
  | (AboutRequest & { type: "queued"; waiting: number })
  /** A request is on the screen: a person can see who asks, and decline. */
  | (AboutRequest & { type: "shown" })
  /** A person has decided. A round settles request by request. */
  | (AboutPart & { type: "settled"; action: ElicitResult["action"] })
  /** The wait for an opened page is over: the server said so, the person did, or gave up. */
  | (AboutRequest & { type: "finished"; how: "completed" | "person" | "closed" })
  /** The server, or you, took the request back. */
  | (AboutRequest & { type: "withdrawn" })
  /** The deadline has passed. */
  | (AboutRequest & { type: "expired" })
  /**
   * No person could decide; `code` as in {@link ElicitationError}. With two reasons the request stays open: "internal", the
   * form has failed, but Decline and Not now work; "check-failed", your check has failed, and the person can send again.
   */
  | (AboutPart & { type: "error"; code: string; reason?: string | undefined })
  /** Findings about a request, when the host was made with `findings`. */
  | (AboutRequest & { type: "findings"; findings: Finding[] })
  /** For the record, after each form that a person has decided. */
  | { type: "audit"; record: AuditRecord }
  /** The content needs another height. */
  | { type: "resized"; height: number }
  /** The person put the last screen away, and the frame is hidden. */
  | { type: "closed" };

/** Something noteworthy about a request: `secret`, `unsupported:…`, `note:…` or `link:…`. */
export type Finding = {
  /** See the list of findings in docs/reference/errors.md. */
  code: string;
  /** The property that it is about. */
  property?: string | undefined;
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};

/** Who decided what about a form, and where the answers came from. Never the answers. */
export type AuditRecord = AboutPart & {
  /** The SHA-256 of the requestedSchema's own text in hexadecimal digits, where there are a schema and `crypto.subtle` (https). */
  schemaHash: string | undefined;
  /** What the person has decided. */
  action: ElicitResult["action"];
  /** Where each answer of an accepted form came from. */
  answers: AuditedAnswer[];
  /** When the form was shown and when the person decided, in milliseconds since 1970. */
  shownAt: number;
  /** As `shownAt`. */
  settledAt: number;
};

/** Where an answer came from: from a default that the person left, from the person, or it was left out. */
export type AuditedAnswer = {
  /** The exact name of the property. */
  property: string;
  /** "default": the person left what the server suggested. */
  state: "default" | "edited" | "left-out";
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};
