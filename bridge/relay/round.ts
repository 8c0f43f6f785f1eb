import { isObject, own, parseObject, textOf } from "../message/json.js";
import { memberOf, members } from "../message/jsontext.js";
import { CREATE, ELICITATION_ID_TOO_LONG, MAX_ID, SERVER_ID_TOO_LONG } from "../message/names.js";
import { fits } from "../message/params.js";
import { ElicitationError } from "../host/errors.js";
import type { RoundOptions, Server } from "../host/types.js";
import type { OpenRecord, RoundRecord } from "./relay-store.js";

/** What is asked together, as it is kept and as a device gets it. */
export interface Round {
  server: Server;
  /** In the order in which they are shown. */
  requests: RoundRequest[];
  waitForPages?: true;
  review?: "always" | "short";
}

/** A request of a round. What the server wrote is text, byte for byte. */
export interface RoundRequest {
  key?: string;
  params?: string;
}

/** How a round is asked. */
type Asking = Pick<RoundOptions, "server" | "review" | "waitForPages">;

/** An open round, as a device gets it. */
export interface OpenRound extends Round {
  id: string;
  /** What tells it from another round under the same id. */
  fp: string;
  /** In milliseconds since 1970. */
  deadline?: number;
  /** The unfinished answers, as a device has sent them last. */
  draft?: string;
}

/** The elicitations among input requests. What a server asks of others than the person, such as a sampling request, is left out. */
export function elicitationsOf(requests: unknown): RoundRequest[] {
  const all = members(jsonOf(requests));
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw invalid("duplicate-name");
  }
  const asked = all.filter(({ value }) => own(parseObject(value), "method") === CREATE);
  return asked.map(({ name: key, value }) => {
    const params = memberOf(value, "params");
    return { ...(key && { key }), ...(params && { params }) };
  });
}

/** A round of some requests, as it is kept. It throws where it cannot be asked. */
export function roundOf(requests: RoundRequest[], { server, review, waitForPages }: Asking): Round {
  for (const { key, params } of requests) {
    if (isTooLong(textOf(own(parseObject(params), "elicitationId")) ?? "")) {
      throw new ElicitationError("invalid-request", { reason: ELICITATION_ID_TOO_LONG, key });
    }
  }
  return { server: named(server), requests, ...(waitForPages && { waitForPages }), ...(review && { review }) };
}

/** An open round as a device gets it, but for its draft; undefined where it cannot be read or is over. */
export function openRound({ id, deadline }: Pick<OpenRecord, "id" | "deadline">, { fp, body }: RoundRecord): OpenRound | undefined {
  const round = parseObject(body);
  return round && { ...(round as unknown as Round), id, fp, ...(deadline > 0 && { deadline }) };
}

/** Whether text is too long for an id. */
export function isTooLong(id: string): boolean {
  return !fits(id, MAX_ID);
}

/** Writes JSON as the Go half does, so that both ask the same round: Go escapes these two characters. */
export function written(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

// Only what the form shows of a server is handed on.
function named(server: Server | undefined): Server {
  if (!textOf(server?.id)) {
    throw new TypeError("relay: options.server.id is missing");
  }
  const { id, name, title } = server!;
  if (isTooLong(id)) {
    throw new ElicitationError("internal", { reason: SERVER_ID_TOO_LONG });
  }
  return { id, ...(textOf(name) && { name }), ...(textOf(title) && { title }) };
}

/** The JSON text of an object that a server sent. */
export function jsonOf(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "string" ? value : JSON.stringify(isObject(value) ? value : null);
    JSON.parse(text);
  } catch (cause) {
    throw invalid("not-json", cause);
  }
  if (!fits(text)) {
    throw invalid("too-large");
  }
  if (!parseObject(text)) {
    throw invalid("not-an-object");
  }
  return text;
}

function invalid(reason: string, cause?: unknown): ElicitationError {
  return new ElicitationError("invalid-request", { reason, cause });
}
