import type { RelayCore } from "./core.js";
import { checkSession, type Tokens } from "./token.js";

/** Which devices may see and answer what. */
export interface Gate {
  readonly tokens: Tokens | undefined;
  readonly authorize: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /** The origins whose pages may ask; undefined for the origin of the request itself. */
  readonly origins: readonly string[] | undefined;
}

/** The origin of the device that asks, if it is allowed: "" for our own, and undefined for one that is not allowed. */
export function allowedOrigin({ origins }: Gate, request: Request): string | undefined {
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

/** What a request may see, and until when, in milliseconds since 1970. */
export interface Pass {
  readonly session: string;
  readonly until: number;
}

/** The session that a request may see; undefined for none. */
export async function passOf({ tokens, authorize }: Gate, { now }: RelayCore, request: Request): Promise<Pass | undefined> {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const signed = tokens && token ? await tokens.read(token, now() / 1000) : undefined;
  const session = tokens && token ? signed?.session : await authorize?.(request);
  const wanted = new URL(request.url).searchParams.get("session");
  // The device may name the session that it means. A token for another one is no right to it.
  return session === undefined || (wanted !== null && wanted !== session)
    ? undefined
    : { session: checkSession(session), until: signed ? signed.end * 1000 : Infinity };
}
