// Seals calls that are stored with their rounds: v1.<nonce and AES-256-GCM, base64url>. The Go relay reads and writes the same texts.

import { ElicitationError } from "../../bridge/host/errors.js";
import { own, parseObject, textOf } from "../../bridge/message/json.js";
import { memberOf, members } from "../../bridge/message/jsontext.js";
import { MALFORMED_CALL, MAX_CALL } from "../../bridge/message/names.js";
import { fits } from "../../bridge/message/params.js";
import type { RelayCall, ResumedCall } from "./relay-questions.js";
import type { RoundRef } from "./relay-store.js";
import { encodeJson, toJsonText } from "./roundbody.js";
import { base64url, fromBase64url, secretBytes } from "./token.js";

interface StoredCall {
  method: string;
  params?: string;
  requestState?: string;
}

const PREFIX = "v1.";
const NONCE_BYTES = 12;
const utf8 = new TextEncoder();

export class CallSealer {
  readonly #secret: BufferSource;
  readonly #newNonce: () => Uint8Array;
  #derivedKey: Promise<CryptoKey> | undefined;

  constructor(secret: string | Uint8Array, newNonce = (): Uint8Array => crypto.getRandomValues(new Uint8Array(NONCE_BYTES))) {
    this.#secret = secretBytes(secret) as BufferSource;
    this.#newNonce = newNonce;
  }

  async seal(call: RelayCall, session: string, round: RoundRef): Promise<string> {
    const content = utf8.encode(encodeCall(call)) as BufferSource;
    const nonce = this.#newNonce();
    const encrypted = await crypto.subtle.encrypt(cipherFor(nonce, session, round), await this.#key(), content);
    const sealed = new Uint8Array(NONCE_BYTES + encrypted.byteLength);
    sealed.set(nonce);
    sealed.set(new Uint8Array(encrypted), NONCE_BYTES);
    return PREFIX + base64url(sealed);
  }

  /** Reads a sealed call and adds the answer of its round. Undefined if it belongs to another round, session or secret. */
  async resume(sealed: string, session: string, round: RoundRef, answer: string): Promise<ResumedCall | undefined> {
    const bytes = sealed.startsWith(PREFIX) ? fromBase64url(sealed.slice(PREFIX.length)) : undefined;
    if (!bytes || bytes.length < NONCE_BYTES) {
      return undefined;
    }
    let content: ArrayBuffer;
    try {
      const cipher = cipherFor(bytes.subarray(0, NONCE_BYTES), session, round);
      content = await crypto.subtle.decrypt(cipher, await this.#key(), bytes.subarray(NONCE_BYTES) as BufferSource);
    } catch {
      return undefined;
    }
    const call = parseObject(new TextDecoder().decode(content)) as StoredCall | undefined;
    const text = call && paramsWithAnswer(call, answer);
    return text === undefined ? undefined : { method: call!.method, params: JSON.parse(text) as Record<string, unknown>, text };
  }

  #key(): Promise<CryptoKey> {
    return (this.#derivedKey ??= this.#deriveKey());
  }

  // Derived, because tokens are signed with the secret itself.
  async #deriveKey(): Promise<CryptoKey> {
    const info = utf8.encode("elicitform relay call") as BufferSource;
    const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
    const secret = await crypto.subtle.importKey("raw", this.#secret, "HKDF", false, ["deriveKey"]);
    return crypto.subtle.deriveKey(hkdf, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  }
}

// The session and the round are authenticated, so nobody can move a call to another round.
function cipherFor(nonce: Uint8Array, session: string, { id, fp }: RoundRef): AesGcmParams {
  return { name: "AES-GCM", iv: nonce as BufferSource, additionalData: utf8.encode(`${session}\n${id}\n${fp}`) as BufferSource };
}

function encodeCall({ method, params, requestState }: RelayCall): string {
  if (typeof method !== "string" || method === "" || !["string", "undefined"].includes(typeof requestState)) {
    throw malformedCall();
  }
  let text: string | undefined;
  try {
    text = params === undefined ? undefined : toJsonText(params);
  } catch (cause) {
    throw (cause as ElicitationError).reason === "too-large" ? cause : malformedCall(cause);
  }
  const content = encodeJson({ method, ...(text !== undefined && { params: text }), ...(requestState !== undefined && { requestState }) });
  if (!fits(content, MAX_CALL)) {
    throw new ElicitationError("invalid-request", { reason: "too-large" });
  }
  return content;
}

function malformedCall(cause?: unknown): ElicitationError {
  return new ElicitationError("invalid-request", { reason: MALFORMED_CALL, cause });
}

// Adds `inputResponses` and `requestState` to the params. All other members keep their text.
function paramsWithAnswer({ params = "", requestState }: StoredCall, answer: string): string {
  const old = members(params).filter(({ name }) => name !== "inputResponses" && name !== "requestState");
  const responses = members(memberOf(answer, "responses") ?? "", true).map(({ value }) => {
    const key = textOf(own(parseObject(value), "key")) ?? "";
    return `${encodeJson(key)}:${memberOf(value, "result")}`;
  });
  const state = requestState === undefined ? [] : [`"requestState":${encodeJson(requestState)}`];
  const texts = old.map(({ start, end }) => params.slice(start, end).trim());
  return `{${[...texts, `"inputResponses":{${responses.join(",")}}`, ...state].join(",")}}`;
}
