// Tokens that say which session a device may see:
// v1.<session, base64url>.<end, in seconds since 1970>.<HMAC-SHA-256, base64url>.
// The Go half makes and reads the same ones. Its v2 tokens for a part of a session open nothing here, where nothing has parts.

import { MIN_SECRET, MAX_SESSION } from "../message/names.js";

const utf8 = new TextEncoder();

/**
 * A session's name must be text that is not empty and not too long. What UTF-8 cannot write,
 * and a byte order mark, which readers drop, would give two sessions one name.
 */
export function checkSession(session: unknown): string {
  if (typeof session !== "string" || session === "" || utf8.encode(session).length > MAX_SESSION || /[\p{Cs}\uFEFF]/u.test(session)) {
    throw new TypeError(`relay: a session is named by 1 to ${MAX_SESSION} bytes of Unicode text without a byte order mark`);
  }
  return session;
}

/** The session that bytes of UTF-8 name; undefined where they name none. */
function sessionOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && checkSession(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A copy of the bytes of a secret. It throws where they are too few. */
export function bytesOfSecret(secret: string | Uint8Array): Uint8Array {
  const bytes = typeof secret === "string" ? utf8.encode(secret) : secret.slice();
  if (bytes.length < MIN_SECRET) {
    throw new TypeError(`relay: the secret needs at least ${MIN_SECRET} bytes`);
  }
  return bytes;
}

export type Tokens = ReturnType<typeof tokens>;

/** Makes and reads tokens. */
export function tokens(secret: string | Uint8Array) {
  const bytes = bytesOfSecret(secret);
  let imported: Promise<CryptoKey> | undefined;
  const key = (): Promise<CryptoKey> =>
    (imported ??= crypto.subtle.importKey("raw", bytes as BufferSource, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]));
  const signed = (session: string, end: string | number): BufferSource =>
    utf8.encode(`elicitform relay\n${session}\n${end}`) as BufferSource;
  return {
    async make(session: string, end: number): Promise<string> {
      const mac = await crypto.subtle.sign("HMAC", await key(), signed(checkSession(session), end));
      return `v1.${base64url(utf8.encode(session))}.${end}.${base64url(new Uint8Array(mac))}`;
    },
    /** The session of a token that is valid at a time, and the end of the token, in seconds since 1970. */
    async read(token: string, now: number): Promise<{ session: string; end: number } | undefined> {
      const [, name = "", end = "", mac = ""] = /^v1\.([\w-]{1,2000})\.([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
      const session = sessionOf(fromBase64url(name));
      const signature = fromBase64url(mac);
      if (session === undefined || !signature || !(Number(end) > now)) {
        return undefined;
      }
      // The comparison takes the same time wherever a wrong signature is wrong.
      const right = await crypto.subtle.verify("HMAC", await key(), signature as BufferSource, signed(session, end));
      return right ? { session, end: Number(end) } : undefined;
    },
  };
}

/** The base64url of the SHA-256 of a text, of as many bytes of it as are wanted. */
export async function hashed(text: string, bytes = 32): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", utf8.encode(text) as BufferSource);
  return base64url(new Uint8Array(digest).subarray(0, bytes));
}

/** The id of a round that the application has given a key; without a key it cannot be guessed. */
export async function keyId(session: string, key: string | undefined): Promise<string> {
  return key ? hashed(`elicitform key\n${session}\n${key}`, 16) : base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/** Bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  // A call with an argument for each byte would overflow the stack for a kept call.
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes that a text of base64url stands for; undefined where it is not the one text that stands for them. */
export function fromBase64url(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    return base64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
