// For authors of MCP servers: asks the person, whatever the client can show.

import { ElicitationError, type ElicitationErrorCode } from "../host/errors.js";
import type { ElicitResult } from "../host/types.js";
import { own, parseObject, textOf } from "../message/json.js";

// For how many milliseconds elicitform-server is tried again while it is away, and for how long one request may take.
const PATIENCE = 30_000;
const SILENCE = 45_000;
const LONGEST_PAUSE = 10_000;
// The SDK gives up after a minute where it is not told otherwise; a timer of more than this fires at once.
const LONGEST = 2 ** 31 - 1;

/** The part of `Server` of the official SDK that {@link askAnybody} uses: it has the connection with one client. */
export interface AskedClient {
  /** What the client declares. */
  getClientCapabilities(): { elicitation?: object | undefined } | undefined;
  /** Asks by a form or a page. */
  elicitInput(
    params: object, options?: { signal?: AbortSignal; timeout?: number },
  ): Promise<{ action: string; content?: object | undefined }>;
  /** Says that a page is finished. */
  createElicitationCompletionNotifier(elicitationId: string): () => Promise<void>;
}

/** What {@link askAnybody} asks, whom, and through which elicitform-server. */
export interface AskAnybodyOptions {
  /** Address of elicitform-server, such as "https://ask.example". */
  url: string | URL;
  /** Secret of an ask key. */
  askKey: string;
  /** Your own name for the chat or the person. */
  session: string;
  /** The name that the page shows for who asks. */
  server: string;
  /**
   * Your own name for the question in its session. A call with the same key asks the same question again, or gets its
   * answer. A link as text needs one, because its answer comes with a later call.
   *
   * @defaultValue none: each call asks anew
   */
  key?: string | undefined;
  /**
   * Who may open the link, where elicitform-server has an identity header.
   *
   * @defaultValue the link is for the person who opens it first
   */
  person?: string | undefined;
  /**
   * When the answer is worth nothing any more, in milliseconds since 1970.
   *
   * @defaultValue 30 days from now
   */
  deadline?: number | undefined;
  /**
   * Lets the tool say the link as its text where the client has no other way. A model reads that text, and an agent that
   * browses could open the page and answer itself.
   *
   * @defaultValue false
   */
  linkAsText?: boolean | undefined;
  /**
   * Ends the call, and withdraws a question without a key.
   *
   * @defaultValue never
   */
  signal?: AbortSignal | undefined;
}

/** What has come of a question: the decision of the person, or a text for the tool to return, with the link. */
export type AskedAnswer = { result: ElicitResult; text?: never } | { text: string; result?: never };

/**
 * Asks the person behind a client of your MCP server: by a form where the client declares forms, by a page of
 * elicitform-server in URL mode where it declares that, and otherwise, with `linkAsText`, by a link in the text of the tool.
 * Where there is no decision, a question without a key is withdrawn, and one with a key stands.
 *
 * @throws An {@link ElicitationError} where there is no decision, and the reason of the signal.
 *
 * @example
 * ```ts
 * const { result } = await askAnybody(mcp.server, { message, requestedSchema }, { url, askKey, session: user, server: "booking.example" });
 * ```
 */
export async function askAnybody(
  client: AskedClient, params: { message: string; requestedSchema: object }, options: AskAnybodyOptions,
): Promise<AskedAnswer> {
  const { key, linkAsText = false, person, signal } = options;
  const declared = client.getClientCapabilities()?.elicitation;
  const page = own(declared, "url") !== undefined;
  const waiting = { ...(signal && { signal }), timeout: LONGEST };
  // Before there were several kinds, forms were the only one.
  if (declared && (own(declared, "form") !== undefined || !page)) {
    return { result: await client.elicitInput({ mode: "form", ...params }, waiting) as ElicitResult };
  }
  if (!page && !linkAsText) {
    throw new ElicitationError("unsupported-mode", { detail: "the client can show neither a form nor a page" });
  }
  if (!page && key === undefined) {
    throw new TypeError("askAnybody: a link as text needs a key");
  }
  const call = caller(options);
  const asked = await call("POST", "/v1/questions", {
    session: options.session, server: options.server, params: { mode: "form", ...params }, parked: true, key,
    deadline: options.deadline && new Date(options.deadline).toISOString(),
  }, signal);
  if (own(asked, "state") !== "open") {
    return { result: decision(asked) };
  }
  const question = `/v1/questions/${textOf(own(asked, "id"))}`;
  // What fails here ends with its deadline.
  const withdraw = (): Promise<unknown> => call("DELETE", question).catch(() => {});
  try {
    const url = textOf(own(await call("POST", `${question}/link`, { person }, signal), "url"))!;
    if (!page) {
      return {
        text: `The person has to answer a question at ${url} before this can go on. Give them the link, do not open it yourself, ` +
          "and call this tool again when they have answered.",
      };
    }
    const elicitationId = crypto.randomUUID();
    const opened = await client.elicitInput({ mode: "url", message: params.message, url, elicitationId }, waiting);
    if (opened.action !== "accept") {
      // The person does not want to see the page, which is the decision.
      await withdraw();
      return { result: { action: opened.action } as ElicitResult };
    }
    for (;;) {
      const now = await call("GET", `${question}?wait=30`, undefined, signal);
      if (own(now, "state") !== "open") {
        // The client may be gone, and the decision counts all the same.
        await client.createElicitationCompletionNotifier(elicitationId)().catch(() => {});
        return { result: decision(now) };
      }
    }
  } catch (error) {
    if (key === undefined) {
      // Nobody would ever hear of the answer.
      await withdraw();
    }
    throw error;
  }
}

// The decision of a question that has ended.
function decision(question: unknown): ElicitResult {
  const result = own(question, "result");
  if (own(question, "state") === "answered" && textOf(own(result, "action"))) {
    return result as ElicitResult;
  }
  const error = own(question, "error");
  const code = textOf(own(error, "code")) ?? "internal";
  throw new ElicitationError(code as ElicitationErrorCode, { reason: textOf(own(error, "reason")) ?? textOf(own(question, "state")) });
}

type Call = (method: string, path: string, body?: object, signal?: AbortSignal) => Promise<unknown>;

// Makes requests to elicitform-server, again while it is away or asks for that. A request that asks is repeated only where the
// server has said that it has not asked.
function caller({ url, askKey }: AskAnybodyOptions): Call {
  return async (method, path, body, signal) => {
    const until = Date.now() + PATIENCE;
    for (;;) {
      let failure: unknown;
      let pause = 0;
      try {
        const limit = AbortSignal.timeout(SILENCE);
        const response = await fetch(new URL(path, url), {
          method, redirect: "error", signal: signal ? AbortSignal.any([signal, limit]) : limit,
          headers: { authorization: `Bearer ${askKey}`, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const said = parseObject(await response.text());
        if (response.ok && said) {
          return said;
        }
        const { status } = response;
        const reason = textOf(own(said, "reason")) ?? `status ${status}`;
        failure = new ElicitationError("internal", { reason, detail: `elicitform-server replies with status ${status}: ${reason}` });
        if (status === 429 || status === 503) {
          pause = Math.min(LONGEST_PAUSE, 1000 * (Number(response.headers.get("retry-after")) || 0));
        }
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        pause = method === "POST" ? 0 : 1000;
      }
      if (pause === 0 || Date.now() + pause > until) {
        throw failure;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal?.throwIfAborted();
    }
  };
}
