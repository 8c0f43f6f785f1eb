import { isObject, own, parseObject, textOf } from "../../bridge/message/json.js";
import { memberOf, members } from "../../bridge/message/jsontext.js";
import { CREATE, ELICITATION_ID_TOO_LONG, MAX_ID, SERVER_ID_TOO_LONG } from "../../bridge/message/names.js";
import { fits } from "../../bridge/message/params.js";
import { ElicitationError } from "../../bridge/host/errors.js";
import type { RoundOptions, Server } from "../../bridge/host/types.js";
import type { OpenRecord, RoundRecord } from "./relay-store.js";

/** The body of a round, as the store keeps it and devices get it. */
export interface Round {
  server: Server;
  requests: RoundRequest[];
  waitForPages?: true;
  review?: "always" | "short";
}

/** A request of a round. The params are the server's text, byte for byte. */
export interface RoundRequest {
  key?: string;
  params?: string;
  /** The params are an approval, which is a round of one. */
  approval?: true;
}

/** An open round, as a device gets it. */
export interface OpenRound extends Round {
  id: string;
  fp: string;
  deadline?: number;
  draft?: string;
}

/** Reads the elicitations among input requests. It skips requests that are not for the person, such as sampling. */
export function readElicitations(requests: unknown): RoundRequest[] {
  const all = members(toJsonText(requests));
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw invalidRequest("duplicate-name");
  }
  const elicitations = all.filter(({ value }) => own(parseObject(value), "method") === CREATE);
  return elicitations.map(({ name: key, value }) => {
    const params = memberOf(value, "params");
    return { ...(key && { key }), ...(params && { params }) };
  });
}

/** Builds the body of a round. It throws if an id is missing or too long. */
export function buildRound(requests: RoundRequest[], options: Pick<RoundOptions, "server" | "review" | "waitForPages">): Round {
  for (const { key, params } of requests) {
    if (isIdTooLong(textOf(own(parseObject(params), "elicitationId")) ?? "")) {
      throw new ElicitationError("invalid-request", { reason: ELICITATION_ID_TOO_LONG, key });
    }
  }
  const { server, review, waitForPages } = options;
  return { server: checkServer(server), requests, ...(waitForPages && { waitForPages }), ...(review && { review }) };
}

/** Reads an open round without its draft; undefined if the round has ended. */
export function readOpenRound({ id, deadline }: Pick<OpenRecord, "id" | "deadline">, { fp, body }: RoundRecord): OpenRound | undefined {
  const round = parseObject(body);
  return round && { ...(round as unknown as Round), id, fp, ...(deadline > 0 && { deadline }) };
}

export function isIdTooLong(id: string): boolean {
  return !fits(id, MAX_ID);
}

/** Encodes JSON as Go does, which escapes these two characters: both relays must give a round the same fingerprint. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

// Devices get only the members of a server that the form shows.
function checkServer(server: Server | undefined): Server {
  if (!textOf(server?.id)) {
    throw new TypeError("relay: options.server.id is missing");
  }
  const { id, name, title } = server!;
  if (isIdTooLong(id)) {
    throw new ElicitationError("internal", { reason: SERVER_ID_TOO_LONG });
  }
  return { id, ...(textOf(name) && { name }), ...(textOf(title) && { title }) };
}

/** Returns the JSON text of an object from a server. It throws for any other value, and for a text that is too large. */
export function toJsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "string" ? value : JSON.stringify(isObject(value) ? value : null);
    JSON.parse(text);
  } catch (cause) {
    throw invalidRequest("not-json", cause);
  }
  if (!fits(text)) {
    throw invalidRequest("too-large");
  }
  if (!parseObject(text)) {
    throw invalidRequest("not-an-object");
  }
  return text;
}

function invalidRequest(reason: string, cause?: unknown): ElicitationError {
  return new ElicitationError("invalid-request", { reason, cause });
}
