import { isObject } from "./json.js";
import { members, withMember } from "./jsontext.js";
import type { Server } from "./types.js";

/** The most bytes of UTF-8 that a message to the frame may have. */
export const MESSAGE_LIMIT = 256 * 1024;

/** What is said to the frame beside the server's own params. */
export interface Notes {
  server: Server;
  focus: boolean;
  /** Which of how many requests this is; only said when there are several. */
  queue?: { position: number; total: number };
}

const OURS = "elicitform/";
const CLAIM_LIMIT = 8000;

/**
 * The `elicitation/create` message for the frame. The server's params stay as
 * they are, text included; only `_meta` gets our members, and loses what the
 * server wrote under our names: a server must not name itself. Params that the
 * frame could not read are replaced by the reason, so that the person learns
 * why there is no form.
 */
export function createMessage(id: number, params: string | undefined, notes: Notes): string {
  const rejected = params === undefined ? "not-json" : rejectedBecause(params);
  if (params !== undefined && rejected === undefined) {
    const message = envelope(id, withMember(params, "_meta", (meta) => mergeMeta(meta, ourMeta(notes))));
    if (fits(message)) {
      return message;
    }
  }
  const reason = rejected ?? "too-large";
  return envelope(id, `{"_meta":{${ourMeta(notes, reason)}}}`);
}

/** The JSON text of params, or undefined for a value that has none. */
export function paramsText(params: unknown): string | undefined {
  return typeof params === "string" ? params : JSON.stringify(params);
}

function rejectedBecause(params: string): "not-json" | "not-an-object" | "too-large" | undefined {
  if (params.length > MESSAGE_LIMIT) {
    return "too-large";
  }
  let value: unknown;
  try {
    value = JSON.parse(params);
  } catch {
    return "not-json";
  }
  return isObject(value) ? undefined : "not-an-object";
}

function envelope(id: number, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create","params":${params}}`;
}

// The members of our own, without the braces.
function ourMeta(notes: Notes, rejected?: string): string {
  const { id, name, title } = notes.server;
  const ours: string[] = [`"${OURS}server":${JSON.stringify({ id, name: claim(name), title: claim(title) })}`];
  if (notes.focus) {
    ours.push(`"${OURS}focus":true`);
  }
  if (notes.queue) {
    ours.push(`"${OURS}queue":${JSON.stringify(notes.queue)}`);
  }
  if (rejected !== undefined) {
    ours.push(`"${OURS}rejected":${JSON.stringify(rejected)}`);
  }
  return ours.join(",");
}

// What a server calls itself must not be able to push the message over its limit.
function claim(text: unknown): string | undefined {
  return typeof text === "string" ? text.slice(0, CLAIM_LIMIT) : undefined;
}

function mergeMeta(theirs: string | undefined, ours: string): string {
  if (theirs === undefined || !theirs.startsWith("{")) {
    return `{${ours}}`;
  }
  const kept = members(theirs)
    .filter((member) => !member.name.startsWith(OURS))
    .map((member) => theirs.slice(member.start, member.end));
  return `{${[...kept, ours].join(",")}}`;
}

function fits(message: string): boolean {
  // A UTF-16 code unit is at most three bytes of UTF-8.
  return message.length * 3 <= MESSAGE_LIMIT || new TextEncoder().encode(message).length <= MESSAGE_LIMIT;
}
