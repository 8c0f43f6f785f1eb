// Calls that are kept with the rounds that a server has answered them with: v1.<nonce and AES-256-GCM, base64url>.
// The Go half makes and reads the same ones.

import { ElicitationError } from "../host/errors.js";
import { own, parseObject, textOf } from "../message/json.js";
import { memberOf, members } from "../message/jsontext.js";
import { MALFORMED_CALL, MAX_CALL } from "../message/names.js";
import { fits } from "../message/params.js";
import type { RelayCall, ResumedCall } from "./relay-questions.js";
import type { RoundRef } from "./relay-store.js";
import { jsonOf, written } from "./round.js";
import { base64url, bytesOfSecret, fromBase64url } from "./token.js";

// A call as it is kept. The params are text.
interface KeptCall {
  method: string;
  params?: string;
  requestState?: string;
}

const PREFIX = "v1.";
const NONCE = 12;
const utf8 = new TextEncoder();

export type Calls = ReturnType<typeof calls>;

/** Encrypts and reads calls. */
export function calls(secret: string | Uint8Array, nonceOf = (): Uint8Array => crypto.getRandomValues(new Uint8Array(NONCE))) {
  const bytes = bytesOfSecret(secret) as BufferSource;
  let derived: Promise<CryptoKey> | undefined;
  // Not the key that tokens are signed with.
  const derive = async (): Promise<CryptoKey> => {
    const info = utf8.encode("elicitform relay call") as BufferSource;
    const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
    const from = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
    return crypto.subtle.deriveKey(hkdf, from, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  };
  const key = (): Promise<CryptoKey> => (derived ??= derive());
  // The session and the round are authenticated: a call cannot be moved to another round.
  const cipher = (nonce: Uint8Array, session: string, { id, fp }: RoundRef): AesGcmParams =>
    ({ name: "AES-GCM", iv: nonce as BufferSource, additionalData: utf8.encode(`${session}\n${id}\n${fp}`) as BufferSource });
  return {
    /** The text that a store keeps with a round. */
    async seal(call: RelayCall, session: string, round: RoundRef): Promise<string> {
      const content = utf8.encode(keptText(call)) as BufferSource;
      const nonce = nonceOf();
      const kept = await crypto.subtle.encrypt(cipher(nonce, session, round), await key(), content);
      const sealed = new Uint8Array(NONCE + kept.byteLength);
      sealed.set(nonce);
      sealed.set(new Uint8Array(kept), NONCE);
      return PREFIX + base64url(sealed);
    },
    /** The call that was kept with a round, with the answer that the store has of the round; undefined where it was kept otherwise. */
    async resume(sealed: string, session: string, round: RoundRef, answer: string): Promise<ResumedCall | undefined> {
      const bytes = sealed.startsWith(PREFIX) ? fromBase64url(sealed.slice(PREFIX.length)) : undefined;
      if (!bytes || bytes.length < NONCE) {
        return undefined;
      }
      let content: ArrayBuffer;
      try {
        const ours = cipher(bytes.subarray(0, NONCE), session, round);
        content = await crypto.subtle.decrypt(ours, await key(), bytes.subarray(NONCE) as BufferSource);
      } catch {
        return undefined;
      }
      const call = parseObject(new TextDecoder().decode(content)) as KeptCall | undefined;
      const text = call && answered(call, answer);
      return text === undefined ? undefined : { method: call!.method, params: JSON.parse(text) as Record<string, unknown>, text };
    },
  };
}

// The JSON text that is kept of a call. It throws where the argument is malformed.
function keptText({ method, params, requestState }: RelayCall): string {
  if (typeof method !== "string" || method === "" || !["string", "undefined"].includes(typeof requestState)) {
    throw malformed();
  }
  let text: string | undefined;
  try {
    text = params === undefined ? undefined : jsonOf(params);
  } catch (cause) {
    throw (cause as ElicitationError).reason === "too-large" ? cause : malformed(cause);
  }
  const content = written({ method, ...(text !== undefined && { params: text }), ...(requestState !== undefined && { requestState }) });
  if (!fits(content, MAX_CALL)) {
    throw new ElicitationError("invalid-request", { reason: "too-large" });
  }
  return content;
}

function malformed(cause?: unknown): ElicitationError {
  return new ElicitationError("invalid-request", { reason: MALFORMED_CALL, cause });
}

// The params of a call with the answer of a round, as it is kept. All else stays as it is written.
function answered({ params = "", requestState }: KeptCall, answer: string): string {
  const old = members(params).filter(({ name }) => name !== "inputResponses" && name !== "requestState");
  const responses = members(memberOf(answer, "responses") ?? "", true).map(({ value }) => {
    const key = textOf(own(parseObject(value), "key")) ?? "";
    return `${written(key)}:${memberOf(value, "result")}`;
  });
  const state = requestState === undefined ? [] : [`"requestState":${written(requestState)}`];
  return `{${[...old.map(({ start, end }) => params.slice(start, end)), `"inputResponses":{${responses.join(",")}}`, ...state].join(",")}}`;
}
