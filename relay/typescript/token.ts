// v1.<session, base64url>.<end, in seconds since 1970>.<HMAC-SHA-256, base64url>, as in the Go relay. Its v2 tokens for a
// part of a session open nothing here.

import { MAX_SESSION, MIN_SECRET } from "../../bridge/message/names.js";

const utf8 = new TextEncoder();

/** Throws for an invalid name. A lone surrogate and a byte order mark, which readers drop, would give two sessions one name. */
export function checkSession(session: unknown): string {
  if (typeof session !== "string" || session === "" || utf8.encode(session).length > MAX_SESSION || /[\p{Cs}\uFEFF]/u.test(session)) {
    throw new TypeError(`relay: a session is named by 1 to ${MAX_SESSION} bytes of Unicode text without a byte order mark`);
  }
  return session;
}

function decodeSession(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && checkSession(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Copies the bytes of a secret. It throws if they are too few. */
export function secretBytes(secret: string | Uint8Array): Uint8Array {
  const bytes = typeof secret === "string" ? utf8.encode(secret) : secret.slice();
  if (bytes.length < MIN_SECRET) {
    throw new TypeError(`relay: the secret needs at least ${MIN_SECRET} bytes`);
  }
  return bytes;
}

export class TokenSigner {
  readonly #secret: BufferSource;
  #importedKey: Promise<CryptoKey> | undefined;

  constructor(secret: string | Uint8Array) {
    this.#secret = secretBytes(secret) as BufferSource;
  }

  async make(session: string, end: number): Promise<string> {
    const mac = await crypto.subtle.sign("HMAC", await this.#key(), signedText(checkSession(session), end));
    return `v1.${base64url(utf8.encode(session))}.${end}.${base64url(new Uint8Array(mac))}`;
  }

  /** Reads a token that is valid now. Times are in seconds since 1970. */
  async read(token: string, now: number): Promise<{ session: string; end: number } | undefined> {
    const [, name = "", end = "", mac = ""] = /^v1\.([\w-]{1,2000})\.([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
    const session = decodeSession(fromBase64url(name));
    const signature = fromBase64url(mac);
    if (session === undefined || !signature || !(Number(end) > now)) {
      return undefined;
    }
    // `verify` compares in constant time.
    const isValid = await crypto.subtle.verify("HMAC", await this.#key(), signature as BufferSource, signedText(session, end));
    return isValid ? { session, end: Number(end) } : undefined;
  }

  #key(): Promise<CryptoKey> {
    const hmac = { name: "HMAC", hash: "SHA-256" };
    return (this.#importedKey ??= crypto.subtle.importKey("raw", this.#secret, hmac, false, ["sign", "verify"]));
  }
}

function signedText(session: string, end: string | number): BufferSource {
  return utf8.encode(`elicitform relay\n${session}\n${end}`) as BufferSource;
}

/** Returns the SHA-256 of a text, cut to some bytes, as base64url. */
export async function hashText(text: string, bytes = 32): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", utf8.encode(text) as BufferSource);
  return base64url(new Uint8Array(digest).subarray(0, bytes));
}

/** Returns the id of a round: the same for the same key, and a random one without a key. */
export async function keyId(session: string, key: string | undefined): Promise<string> {
  return key ? hashText(`elicitform key\n${session}\n${key}`, 16) : base64url(crypto.getRandomValues(new Uint8Array(16)));
}

/** Encodes bytes without padding. */
export function base64url(bytes: Uint8Array): string {
  // One call with an argument for each byte would overflow the stack for a stored call.
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url; undefined if the text is not the one that {@link base64url} returns for the bytes. */
export function fromBase64url(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    return base64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
