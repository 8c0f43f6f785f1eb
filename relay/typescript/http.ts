import { isObject, own, parseObject, textOf } from "../../bridge/message/json.js";
import { memberOf } from "../../bridge/message/jsontext.js";
import { MAX_BODY, MAX_DEVICES, MAX_DRAFT } from "../../bridge/message/names.js";
import { checkAnswer, isEqualJson, isSameAnswer } from "./answer.js";
import { type RelayCore, withTimeout } from "./core.js";
import { EventStream, streamState } from "./eventstream.js";
import { isRejection, NAME_PATTERN } from "./questions.js";
import { REFUSAL_INTERVAL_MS, RefusalRate } from "./refusals.js";
import type { RelayEnd, RoundRef, Verdict } from "./relay-store.js";
import { json } from "./reply.js";
import { readOpenRound } from "./roundbody.js";
import { checkSession, type TokenSigner } from "./token.js";
import { Device, Watcher } from "./watcher.js";

interface Gate {
  readonly tokens: TokenSigner | undefined;
  readonly authorize: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  readonly origins: readonly string[] | undefined;
}

export class Endpoint {
  readonly #watchers = new Map<string, Watcher>();
  readonly #refusals: RefusalRate;

  constructor(readonly core: RelayCore, readonly gate: Gate) {
    this.#refusals = new RefusalRate(core.now);
  }

  readonly handle = async (request: Request): Promise<Response> => {
    const origin = allowedOrigin(this.gate, request);
    let response: Response;
    try {
      response = await this.#route(request, origin);
    } catch (error) {
      this.core.report({ type: "failed", error });
      response = retryLater();
    }
    response.headers.set("vary", "origin, authorization");
    if (origin) {
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-allow-credentials", "true");
    }
    return response;
  };

  async #route(request: Request, origin: string | undefined): Promise<Response> {
    if (origin === undefined) {
      return json(403, { error: "this origin may not ask" });
    }
    if (this.core.closing.reason) {
      return retryLater();
    }
    switch (request.method) {
      case "OPTIONS":
        return new Response(null, { status: 204, headers: PREFLIGHT });
      case "GET":
      case "POST": {
        const pass = await findPass(this.gate, this.core, request);
        if (!pass) {
          return json(401, { error: "no valid token" }, { "www-authenticate": "Bearer" });
        }
        return request.method === "GET" ? this.#get(request, pass) : this.#post(request, pass);
      }
      default:
        return json(405, { error: "method not allowed" }, { allow: "GET, POST, OPTIONS" });
    }
  }

  async #get(request: Request, { session, until }: Pass): Promise<Response> {
    const { core } = this;
    const watcher = this.#watchers.get(session) ?? new Watcher(core, session);
    if (watcher.devices.size >= MAX_DEVICES) {
      return retryLater();
    }
    const device = new Device(Number(/^\d{1,15}$/.exec(request.headers.get("last-event-id") ?? "")?.[0] ?? 0));
    this.#watchers.set(session, watcher);
    watcher.devices.add(device);
    const stream = new EventStream(request.signal, core.closing, until - core.now(), () => {
      watcher.devices.delete(device);
      device.changed.wake();
      if (watcher.devices.size === 0 && this.#watchers.get(session) === watcher) {
        this.#watchers.delete(session);
        watcher.end();
      }
    });
    try {
      const follow = Boolean(request.headers.get("accept")?.includes("text/event-stream"));
      return await streamState(core, watcher, device, stream, follow);
    } catch (error) {
      stream.end();
      throw error;
    }
  }

  async #post(request: Request, { session, holder }: Pass): Promise<Response> {
    if (!/^application\/json *(;|$)/i.test(request.headers.get("content-type") ?? "")) {
      return json(415, { error: "the body must be application/json" });
    }
    const text = await readBody(request);
    if (text === undefined) {
      return json(413, { error: "the body is too large" });
    }
    const body = parseObject(text);
    const [id = "", fp = ""] = [textOf(own(body, "id")), textOf(own(body, "fp"))];
    if (!body || !NAME_PATTERN.test(id) || !NAME_PATTERN.test(fp)) {
      return json(400, { error: "no request is named" });
    }
    if (Object.hasOwn(body, "draft")) {
      return this.#saveDraft(session, { id, fp }, body["draft"]);
    }
    if (!this.#refusals.take(holder)) {
      return json(429, { error: "too many refused answers" }, { "retry-after": String(REFUSAL_INTERVAL_MS / 1000) });
    }
    let response: Response | undefined;
    try {
      return (response = await this.#decide(session, { id, fp }, body, memberOf(text, "responses")));
    } finally {
      if (response?.status !== 422) {
        this.#refusals.giveBack(holder);
      }
    }
  }

  async #saveDraft(session: string, ref: RoundRef, text: unknown): Promise<Response> {
    if (typeof text !== "string" || text.length > MAX_DRAFT) {
      return json(typeof text === "string" ? 413 : 400, { error: "no draft" });
    }
    const { state } = await withTimeout(this.core.store.draft(session, { ...ref, text }));
    return state === "open" ? json(200, { state }) : stateReply(state, false);
  }

  async #decide(session: string, ref: RoundRef, body: object, responses: string | undefined): Promise<Response> {
    const by = textOf(own(body, "nonce")) ?? "";
    const rejected = own(body, "rejected");
    if (!NAME_PATTERN.test(by) || (responses !== undefined) === isObject(rejected)) {
      return json(400, { error: "no decision" });
    }
    const end = (how: RelayEnd, result: string): Promise<Verdict> =>
      withTimeout(this.core.store.end(session, { ...ref, how, result, by, keep: this.core.keep }));
    if (isObject(rejected)) {
      const [code, reason, key] = ["code", "reason", "key"].map((name) => textOf(own(rejected, name))?.slice(0, 200));
      if (!isRejection(code)) {
        return json(400, { error: "no reason that ends a request" });
      }
      const facts = JSON.stringify({ code, reason, key });
      const { state, byCaller, result } = await end("rejected", facts);
      return stateReply(state, byCaller && state === "rejected" && isEqualJson(result, facts));
    }
    const [record] = await withTimeout(this.core.store.records(session, [ref.id], ["fp", "body"]));
    const round = record!.fp === ref.fp ? readOpenRound({ id: ref.id, deadline: 0 }, record!) : undefined;
    const { problems, text } = round ? checkAnswer(round, responses!, own(body, "receipt")) : { problems: [], text: "" };
    if (problems.length > 0) {
      this.core.report({ type: "answer-refused", session, id: ref.id, problems });
      return json(422, { problems });
    }
    // Without an open round the answer was not checked, and must not end a round that is asked again. Ending an orphan changes
    // nothing.
    const { state, byCaller, result } = await end(round ? "answered" : "orphaned", text);
    if (!round && state === "open") {
      return retryLater();
    }
    // A device may send another answer with the same nonce. Only the stored one is confirmed; it is deleted by the acknowledgement.
    return stateReply(state, byCaller && (state === "acknowledged" || (state === "answered" && isSameAnswer(result, responses!))));
  }
}

// Returns the origin of another site if it is allowed, "" for our own origin, and undefined for a forbidden one.
function allowedOrigin({ origins }: Gate, request: Request): string | undefined {
  const own = new URL(request.url).origin;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  if (origin === null) {
    // Browsers leave out Origin in a GET to the own origin. Other programs leave out both headers.
    return site === "same-origin" || site === "none" ? "" : undefined;
  }
  const isAllowed = origins ? origins.includes(origin) : origin === own;
  return isAllowed ? (origin === own ? "" : origin) : undefined;
}

interface Pass {
  session: string;
  until: number;
  /** The token, or the session if the application authorizes the request. */
  holder: string;
}

async function findPass({ tokens, authorize }: Gate, { now }: RelayCore, request: Request): Promise<Pass | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const claims = tokens && token ? await tokens.read(token, now() / 1000) : undefined;
  const session = tokens && token ? claims?.session : await authorize?.(request);
  const sessionName = new URL(request.url).searchParams.get("session");
  // The device may name its session. A token for another session gives no access to it.
  return session === undefined || (sessionName !== null && sessionName !== session)
    ? undefined
    : {
        session: checkSession(session), until: claims ? claims.end * 1000 : Infinity,
        holder: claims ? `token ${token}` : `session ${session}`,
      };
}

function stateReply(verdict: Verdict["state"], mine: boolean): Response {
  // A device is not told whether the client has acknowledged the answer.
  const state = verdict === "acknowledged" ? "answered" : verdict;
  const status = mine ? 200 : state === "unknown" ? 404 : state === "expired" ? 410 : 409;
  return json(status, mine ? { state, mine } : { state });
}

// After this reply a device keeps its answer and sends it again.
function retryLater(): Response {
  return json(503, { error: "not now" }, { "retry-after": "1" });
}

const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type, last-event-id",
  "access-control-max-age": "7200",
};

async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("content-length")) > MAX_BODY) {
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Leaving the loop cancels the body. The types of browsers do not know that a stream is iterable.
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY) {
      return undefined;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
