import { ElicitationError, type ElicitationErrorCode } from "../../bridge/host/errors.js";
import type { ElicitResult } from "../../bridge/host/types.js";
import { own, parseObject, textOf } from "../../bridge/message/json.js";

// How long requests are repeated while elicitform-server is away, and how long one request may take.
const RETRY_MS = 30_000;
const REQUEST_TIMEOUT_MS = 45_000;
const MAX_PAUSE_MS = 10_000;
// The SDK gives up after a minute by default. A longer timer than this fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The part of the official SDK's `Server` that {@link askAnybody} uses. */
export interface AskedClient {
  /** Returns what the client declares. */
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
  /** Asks with a form or a page. */
  elicitInput(
    params: object, options?: { signal?: AbortSignal; timeout?: number },
  ): Promise<{ action: string; content?: object | undefined }>;
  /** Returns a function that tells the client that a page is finished. */
  createElicitationCompletionNotifier(elicitationId: string): () => Promise<void>;
}

/** Whom {@link askAnybody} asks, and through which elicitform-server. */
export interface AskAnybodyOptions {
  /** The address of elicitform-server, such as "https://ask.example". */
  url: string | URL;
  /** The secret of an ask key. */
  askKey: string;
  /** Your own name for the chat or the person. */
  session: string;
  /** The name of the server that asks, which the page shows. */
  server: string;
  /**
   * Your own name for the question in its session. A call with the same key joins the same question or gets its answer. A link as
   * text needs a key, because its answer comes with a later call.
   *
   * @defaultValue none: each call asks a new question
   */
  key?: string | undefined;
  /** The person who may open the link, if elicitform-server has an identity header. @defaultValue the person who opens it first */
  person?: string | undefined;
  /** When the question expires, in milliseconds since 1970. @defaultValue 30 days from now */
  deadline?: number | undefined;
  /**
   * Whether the text of the tool may have the link for a client without forms and pages. A model reads that text, and an agent with a
   * browser could open the page and answer itself.
   *
   * @defaultValue false
   */
  linkAsText?: boolean | undefined;
  /** Ends the call, and withdraws a question without a key. @defaultValue never */
  signal?: AbortSignal | undefined;
}

/** The decision of the person, or a text with the link for the tool to return. */
export type AskedAnswer = { result: ElicitResult; text?: never } | { text: string; result?: never };

type Form = { message: string; requestedSchema: object };

/**
 * Asks the person behind a client of your MCP server: with a form if the client declares forms, with a page of elicitform-server if it
 * declares URL mode, and otherwise, with `linkAsText`, by a link in the text of the tool. Without a decision, a question without a
 * key is withdrawn, and one with a key stays open.
 *
 * @throws An {@link ElicitationError} without a decision, and the reason of the signal.
 *
 * @example
 * ```ts
 * const { result } = await askAnybody(mcp.server, { message, requestedSchema }, { url, askKey, session: user, server: "booking.example" });
 * ```
 */
export async function askAnybody(
  client: AskedClient, params: { message: string; requestedSchema: object }, options: AskAnybodyOptions,
): Promise<AskedAnswer> {
  const { key, linkAsText = false, signal } = options;
  const capability = client.getClientCapabilities()?.elicitation;
  const showsPages = own(capability, "url") !== undefined;
  // Older clients have forms and declare no mode.
  if (capability && (own(capability, "form") !== undefined || !showsPages)) {
    return { result: await client.elicitInput({ mode: "form", ...params }, requestOptions(signal)) as ElicitResult };
  }
  if (!showsPages && !linkAsText) {
    throw new ElicitationError("unsupported-mode", { detail: "the client can show neither a form nor a page" });
  }
  if (!showsPages && key === undefined) {
    throw new TypeError("askAnybody: a link as text needs a key");
  }
  const question = await ServerQuestion.ask(params, options);
  if (!question.isOpen) {
    return { result: question.decision() };
  }
  try {
    const url = await question.makeLink(options.person);
    return showsPages ? { result: await question.showPage(client, params.message, url) } : { text: textWithLink(url) };
  } catch (error) {
    if (key === undefined) {
      // Only this call could have received the answer.
      await question.withdraw();
    }
    throw error;
  }
}

function requestOptions(signal: AbortSignal | undefined): { signal?: AbortSignal; timeout: number } {
  return { ...(signal && { signal }), timeout: MAX_TIMER_MS };
}

function textWithLink(url: string): string {
  return `The person has to answer a question at ${url} before this can go on. Give them the link, do not open it yourself, ` +
    "and call this tool again when they have answered.";
}

class ServerQuestion {
  readonly #path: string;

  private constructor(readonly options: AskAnybodyOptions, private reply: unknown) {
    this.#path = `/v1/questions/${textOf(own(reply, "id"))}`;
  }

  static async ask(params: Form, options: AskAnybodyOptions): Promise<ServerQuestion> {
    const { session, server, key, deadline } = options;
    const body = {
      session, server, params: { mode: "form", ...params }, parked: true, key, deadline: deadline && new Date(deadline).toISOString(),
    };
    return new ServerQuestion(options, await request(options, "POST", "/v1/questions", body, options.signal));
  }

  get isOpen(): boolean {
    return own(this.reply, "state") === "open";
  }

  async makeLink(person: string | undefined): Promise<string> {
    const { options } = this;
    return textOf(own(await request(options, "POST", `${this.#path}/link`, { person }, options.signal), "url"))!;
  }

  async showPage(client: AskedClient, message: string, url: string): Promise<ElicitResult> {
    const { options, options: { signal } } = this;
    const elicitationId = crypto.randomUUID();
    const { action } = await client.elicitInput({ mode: "url", message, url, elicitationId }, requestOptions(signal));
    if (action !== "accept") {
      // Declining or cancelling the page is the answer to the question.
      await this.withdraw();
      return { action } as ElicitResult;
    }
    while (this.isOpen) {
      this.reply = await request(options, "GET", `${this.#path}?wait=30`, undefined, signal);
    }
    // The decision counts even if the client is gone.
    await client.createElicitationCompletionNotifier(elicitationId)().catch(() => {});
    return this.decision();
  }

  decision(): ElicitResult {
    const { reply } = this;
    const result = own(reply, "result");
    if (own(reply, "state") === "answered" && textOf(own(result, "action"))) {
      return result as ElicitResult;
    }
    const error = own(reply, "error");
    const code = textOf(own(error, "code")) ?? "internal";
    throw new ElicitationError(code as ElicitationErrorCode, { reason: textOf(own(error, "reason")) ?? textOf(own(reply, "state")) });
  }

  /** Withdraws the question. If that fails, it ends with its deadline. */
  async withdraw(): Promise<void> {
    await request(this.options, "DELETE", this.#path).catch(() => {});
  }
}

// Requests are repeated while the server is away; a POST only after 429 or 503, with which the server has done nothing.
async function request(
  { url, askKey }: AskAnybodyOptions, method: string, path: string, body?: object, signal?: AbortSignal,
): Promise<unknown> {
  const until = Date.now() + RETRY_MS;
  for (;;) {
    let failure: unknown;
    let pauseMs = 0;
    try {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      const response = await fetch(new URL(path, url), {
        method, redirect: "error", signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: { authorization: `Bearer ${askKey}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const reply = parseObject(await response.text());
      if (response.ok && reply) {
        return reply;
      }
      const { status } = response;
      const reason = textOf(own(reply, "reason")) ?? `status ${status}`;
      const flag = textOf(own(reply, "flag"));
      failure = new ElicitationError("internal", {
        reason, detail: `elicitform-server replies with status ${status}: ${textOf(own(reply, "title")) ?? reason}` +
          (flag ? ` The operator of elicitform-server mends it with ${flag}.` : ""),
      });
      if (status === 429 || status === 503) {
        pauseMs = Math.min(MAX_PAUSE_MS, 1000 * (Number(response.headers.get("retry-after")) || 0));
      }
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
      pauseMs = method === "POST" ? 0 : 1000;
    }
    if (pauseMs === 0 || Date.now() + pauseMs > until) {
      throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal?.throwIfAborted();
  }
}
