// See docs/popup.md. A request comes in a message and never in the address, which anybody can write: a form
// that names a site must come from that site.

import type { ElicitationError, ElicitRequestParams, ElicitResult, HostContext } from "../../../bridge/host/index.js";
import { own, textOf } from "../../../bridge/message/json.js";

/** The opener's id of a request, which the answer repeats. */
export type Id = string | number;

/** A request of the opener. */
export type Request = Extract<ReturnType<typeof readMessage>, { type: "elicitform/request" }>;

/** A message to the opener. */
export type ToOpener =
  | { type: "elicitform/ready" }
  | { type: "elicitform/result"; id: Id; result: ElicitResult }
  | { type: "elicitform/error"; id: Id; error: { code: string; rpcCode: number; message: string; reason?: string } }
  /** The person closed or left the window without an answer. That is neither a decline nor a cancel. */
  | { type: "elicitform/closed"; id: Id };

/** Returns the origin that gets the results; undefined unless the address names exactly one, with https or on this machine. */
export function receiver(search: string): string | undefined {
  const named = new URLSearchParams(search).getAll("origin");
  const [text = ""] = named;
  if (named.length !== 1 || !URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  const safe = url.protocol === "https:" || (url.protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname));
  return safe && url.origin === text ? text : undefined;
}

/** Reads a message of the opener; undefined for other data. */
export function readMessage(data: unknown) {
  const id = own(data, "id");
  if (typeof id !== "string" && !(typeof id === "number" && Number.isFinite(id))) {
    return undefined;
  }
  const type = own(data, "type");
  if (type !== "elicitform/request") {
    return type === "elicitform/withdraw" ? { type, id } as const : undefined;
  }
  const [theme, locale, timeZone] = ["theme", "locale", "timeZone"].map((name) => textOf(own(data, "context", name)));
  return {
    type: "elicitform/request" as const,
    id,
    // The params may be anything: the form reports their mistakes.
    params: own(data, "params") as ElicitRequestParams | string,
    claims: { name: textOf(own(data, "server", "name")), title: textOf(own(data, "server", "title")) },
    context: {
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
      ...(locale === undefined ? {} : { locale }),
      ...(timeZone === undefined ? {} : { timeZone }),
    } satisfies HostContext,
  };
}

/** Makes the message for a request without a result. */
export function errorMessage(id: Id, error: ElicitationError): ToOpener {
  const { code, rpcCode, message, reason } = error;
  return { type: "elicitform/error", id, error: { code, rpcCode, message, ...(reason === undefined ? {} : { reason }) } };
}
