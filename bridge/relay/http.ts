import { isObject, own, parseObject, textOf } from "../message/json.js";
import { memberOf } from "../message/jsontext.js";
import { MAX_BODY, MAX_DEVICES, MAX_DRAFT } from "../message/names.js";
import { checkAnswer, isSame, isTaken } from "./answer.js";
import { inTime, type RelayCore } from "./core.js";
import { isRejection, NAME } from "./questions.js";
import { REFUSED_EVERY, RefusedRate } from "./refused.js";
import type { RelayEnd, RoundRef, Verdict } from "./relay-store.js";
import { json } from "./reply.js";
import { openRound } from "./round.js";
import { Line, tell } from "./stream.js";
import { checkSession, type Tokens } from "./token.js";
import { Device, Watcher } from "./watching.js";

/** Which devices may see and answer what. */
interface Gate {
  readonly tokens: Tokens | undefined;
  readonly authorize: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /** The origins whose pages may ask; undefined for the origin of the request itself. */
  readonly origins: readonly string[] | undefined;
}

/** The endpoint of a relay: a function from requests to responses. */
export function endpoint(core: RelayCore, gate: Gate): (request: Request) => Promise<Response> {
  const watchers = new Map<string, Watcher>();
  const refused = new RefusedRate(core.now);

  const get = async (request: Request, session: string, until: number): Promise<Response> => {
    const watcher = watchers.get(session) ?? new Watcher(core, session);
    if (watcher.devices.size >= MAX_DEVICES) {
      return retryLater();
    }
    const device = new Device(Number(/^\d{1,15}$/.exec(request.headers.get("last-event-id") ?? "")?.[0] ?? 0));
    watchers.set(session, watcher);
    watcher.devices.add(device);
    const line = new Line(request.signal, core.closing, until - core.now(), () => {
      watcher.devices.delete(device);
      device.news.wake();
      if (watcher.devices.size === 0 && watchers.get(session) === watcher) {
        watchers.delete(session);
        watcher.end();
      }
    });
    try {
      return await tell(core, watcher, device, line, Boolean(request.headers.get("accept")?.includes("text/event-stream")));
    } catch (error) {
      line.end();
      throw error;
    }
  };

  const post = async (request: Request, { session, holder }: Pass): Promise<Response> => {
    if (!/^application\/json *(;|$)/i.test(request.headers.get("content-type") ?? "")) {
      return json(415, { error: "the body must be application/json" });
    }
    const text = await bodyOf(request);
    if (text === undefined) {
      return json(413, { error: "the body is too large" });
    }
    const body = parseObject(text);
    const [id = "", fp = ""] = [textOf(own(body, "id")), textOf(own(body, "fp"))];
    if (!body || !NAME.test(id) || !NAME.test(fp)) {
      return json(400, { error: "no request is named" });
    }
    if (Object.hasOwn(body, "draft")) {
      return draft(session, { id, fp }, body["draft"]);
    }
    if (!refused.take(holder)) {
      return json(429, { error: "too many refused answers" }, { "retry-after": String(REFUSED_EVERY / 1000) });
    }
    let response: Response | undefined;
    try {
      return (response = await decide(session, { id, fp }, body, memberOf(text, "responses")));
    } finally {
      if (response?.status !== 422) {
        refused.giveBack(holder);
      }
    }
  };

  const draft = async (session: string, ref: RoundRef, text: unknown): Promise<Response> => {
    if (typeof text !== "string" || text.length > MAX_DRAFT) {
      return json(typeof text === "string" ? 413 : 400, { error: "no draft" });
    }
    const { state } = await inTime(core.store.draft(session, { ...ref, text }));
    return state === "open" ? json(200, { state }) : said(state, false);
  };

  const decide = async (session: string, ref: RoundRef, body: object, responses: string | undefined): Promise<Response> => {
    const by = textOf(own(body, "nonce")) ?? "";
    const rejected = own(body, "rejected");
    if (!NAME.test(by) || (responses !== undefined) === isObject(rejected)) {
      return json(400, { error: "no decision" });
    }
    const end = (how: RelayEnd, result: string): Promise<Verdict> =>
      inTime(core.store.end(session, { ...ref, how, result, by, keep: core.keep }));
    if (isObject(rejected)) {
      const [code, reason, key] = ["code", "reason", "key"].map((name) => textOf(own(rejected, name))?.slice(0, 200));
      if (!isRejection(code)) {
        return json(400, { error: "no reason that ends a request" });
      }
      const facts = JSON.stringify({ code, reason, key });
      const { state, whose, result } = await end("rejected", facts);
      return said(state, whose === "mine" && state === "rejected" && isSame(result, facts));
    }
    const [record] = await inTime(core.store.records(session, [ref.id], ["fp", "body"]));
    const round = record!.fp === ref.fp ? openRound({ id: ref.id, deadline: 0 }, record!) : undefined;
    const { refusals, text } = round ? checkAnswer(round, responses!) : { refusals: [], text: "" };
    if (refusals.length > 0) {
      core.tell({ type: "answer-refused", session, id: ref.id, problems: refusals });
      return json(422, { problems: refusals });
    }
    // Without a round it is over, never was, or is another one now, and the device is told so. Ending an orphan changes
    // nothing: one that is asked again meanwhile must not get an answer that was not checked.
    const { state, whose, result } = await end(round ? "answered" : "orphaned", text);
    if (!round && state === "open") {
      return retryLater();
    }
    // A device that sends something else under the name of what was taken is told that it was not taken, as long as the
    // answer is there to compare.
    return said(state, whose === "mine" && (state === "acknowledged" || (state === "answered" && isTaken(result, responses!))));
  };

  return async (request) => {
    const origin = allowedOrigin(gate, request);
    let response: Response;
    try {
      response = await answer(request, origin);
    } catch (error) {
      core.tell({ type: "failed", error });
      response = retryLater();
    }
    response.headers.set("vary", "origin, authorization");
    if (origin) {
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-allow-credentials", "true");
    }
    return response;
  };

  async function answer(request: Request, origin: string | undefined): Promise<Response> {
    if (origin === undefined) {
      return json(403, { error: "this origin may not ask" });
    }
    if (core.closing.reason) {
      return retryLater();
    }
    switch (request.method) {
      case "OPTIONS":
        return new Response(null, { status: 204, headers: PREFLIGHT });
      case "GET":
      case "POST": {
        const pass = await passOf(gate, core, request);
        if (!pass) {
          return json(401, { error: "no valid token" }, { "www-authenticate": "Bearer" });
        }
        return request.method === "GET" ? get(request, pass.session, pass.until) : post(request, pass);
      }
      default:
        return json(405, { error: "method not allowed" }, { allow: "GET, POST, OPTIONS" });
    }
  }
}

// The origin of the device that asks, if it is allowed: "" for our own, and undefined for one that is not allowed.
function allowedOrigin({ origins }: Gate, request: Request): string | undefined {
  const own = new URL(request.url).origin;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  if (origin === null) {
    // A device of our own origin that only reads does not name itself, and programs that
    // are no browsers name nothing at all.
    return site === "same-origin" || site === "none" ? "" : undefined;
  }
  const allowed = origins ? origins.includes(origin) : origin === own;
  return allowed ? (origin === own ? "" : origin) : undefined;
}

/** What a request may see. */
interface Pass {
  session: string;
  /** Until when, in milliseconds since 1970. */
  until: number;
  /** Whose it is: that of a token, or of a session where the application says what a request may see. */
  holder: string;
}

// What a request may see; undefined for nothing.
async function passOf({ tokens, authorize }: Gate, { now }: RelayCore, request: Request): Promise<Pass | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const signed = tokens && token ? await tokens.read(token, now() / 1000) : undefined;
  const session = tokens && token ? signed?.session : await authorize?.(request);
  const wanted = new URL(request.url).searchParams.get("session");
  // The device may name the session that it means. A token for another one is no right to it.
  return session === undefined || (wanted !== null && wanted !== session)
    ? undefined
    : {
        session: checkSession(session), until: signed ? signed.end * 1000 : Infinity,
        holder: signed ? `token ${token}` : `session ${session}`,
      };
}

// The reply to a decision or a draft: whether it counts, and otherwise the state of the round.
function said(how: Verdict["state"], mine: boolean): Response {
  // What the client has done with the answer is nothing that a device is told.
  const state = how === "acknowledged" ? "answered" : how;
  const status = mine ? 200 : state === "unknown" ? 404 : state === "expired" ? 410 : 409;
  return json(status, mine ? { state, mine } : { state });
}

// The browser keeps what it has to say and comes again.
function retryLater(): Response {
  return json(503, { error: "not now" }, { "retry-after": "1" });
}

// The reply to a preflight request.
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, content-type, last-event-id",
  "access-control-max-age": "7200",
};

// The body as text; undefined when it is too large. The header with its length may be wrong or missing.
async function bodyOf(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("content-length")) > MAX_BODY) {
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // What ends the loop early cancels the body. The types of browsers lack that it can be iterated over.
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY) {
      return undefined;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
