// elicitform/relay/redis: a store that several processes share. The scripts are those of
// the Go half: a question that is asked there can be answered here.

import askScript from "../../relay/lua/ask.lua";
import draftScript from "../../relay/lua/draft.lua";
import endScript from "../../relay/lua/end.lua";
import pageScript from "../../relay/lua/page.lua";
import peekScript from "../../relay/lua/peek.lua";
import readScript from "../../relay/lua/read.lua";
import type { News, QuestionRef, RelayEnd, RelayState, RelayStore, Verdict } from "./relay-store.js";
import { hashed } from "./token.js";

/** What is used of a client of the package `redis`, or of its cluster. */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  hmGet(key: string, fields: string[]): Promise<unknown>;
  /** A connection of its own, for what rings. */
  duplicate(): RedisSubscriber;
}

/** What is used of a connection for subscriptions. */
export interface RedisSubscriber {
  on(event: "error", listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  destroy(): void;
}

/** The names of a session in Redis. One hash tag keeps them together in a cluster. */
interface Names {
  request(id: string): string;
  open: string;
  version: string;
  gone: string;
  sizes: string;
  notices: string;
  channel: string;
}

/**
 * A store in Redis (6.2 or newer), by a connected client of the package `redis`:
 *
 * ```ts
 * const client = await createClient({ url }).on("error", console.error).connect();
 * const relay = createRelay({ store: redisStore(client), secret });
 * ```
 *
 * Every key expires. Redis must not evict keys that have not expired (`noeviction`).
 */
export function redisStore(client: RedisClient, { prefix = "elicitform:" }: { prefix?: string | undefined } = {}): RelayStore {
  const namesOf = async (session: string): Promise<Names> => {
    const tag = `${prefix}{${await hashed(session)}}`;
    return { request: (id) => `${tag}:r:${id}`, open: `${tag}:open`, version: `${tag}:v`, gone: `${tag}:gone`, sizes: `${tag}:sizes`, notices: `${tag}:notices`, channel: tag };
  };
  const run = async (script: string, names: Names, id: string, args: (string | number)[]): Promise<unknown> => {
    const keys = [names.request(id), names.open, names.version, names.gone, names.sizes, names.notices];
    return client.eval(script, { keys, arguments: args.map(String) });
  };
  // Some fields of each request; empty where there is none.
  const fields = async (names: Names, ids: string[], which: string[]): Promise<string[][]> => {
    const all = (await Promise.all(ids.map((id) => client.hmGet(names.request(id), which)))) as unknown[][];
    return all.map((found) => found.map((field) => String(field ?? "")));
  };
  // Runs a script that is about one question.
  const verdict = async (script: string, session: string, { id, fp }: QuestionRef, ...args: (string | number)[]): Promise<Verdict> => {
    const names = await namesOf(session);
    const [state, whose, result, deadline] = (await run(script, names, id, [id, fp, names.channel, ...args])) as unknown[];
    return { state: String(state) as RelayState, whose: String(whose) as Verdict["whose"], result: String(result), deadline: Number(deadline) };
  };

  let subscriber: { connection: RedisSubscriber; connected: Promise<unknown> } | undefined;
  const subscriptions = (): { connection: RedisSubscriber; connected: Promise<unknown> } => {
    if (!subscriber) {
      const connection = client.duplicate();
      // It connects again by itself; without a listener the error would end the process.
      connection.on("error", () => {});
      const connected = connection.connect();
      connected.catch(() => (subscriber = undefined));
      subscriber = { connection, connected };
    }
    return subscriber;
  };

  return {
    async ask(session, { body, server, deadline, lease, keep, limits, ...ref }) {
      const { open, bytes, serverOpen, serverBytes } = limits;
      return verdict(askScript, session, ref, body, server, deadline, lease, keep, open, bytes, serverOpen, serverBytes);
    },
    async end(session, { how, result, by, keep, ...ref }) {
      return verdict(endScript, session, ref, how, result, by, keep);
    },
    async peek(session, { lease, keep, ...ref }) {
      return verdict(peekScript, session, ref, lease, keep);
    },
    async draft(session, { text, ...ref }) {
      return verdict(draftScript, session, ref, text);
    },
    async page(session, { server, elicitationId, keep }) {
      const names = await namesOf(session);
      return Number(await run(pageScript, names, "", [server, JSON.stringify([server, elicitationId]), names.channel, keep]));
    },
    async read(session, since) {
      const names = await namesOf(session);
      const [v, count, asked, gone] = (await run(readScript, names, "", [since])) as [unknown, unknown, unknown[], unknown[]];
      const ids = scored(asked);
      const known = await fields(names, ids.map(([id]) => id), ["fp", "deadline", "lease"]);
      return {
        v: Number(v), count: Number(count), news: scored(gone).map(([what, at]) => newsOf(what, at)),
        open: ids.map(([id, at], i) => ({ id, fp: known[i]![0]!, asked: at, deadline: Number(known[i]![1]), lease: Number(known[i]![2]) })),
      };
    },
    async leases(session, ids) {
      return (await fields(await namesOf(session), ids, ["lease"])).map(([lease]) => Number(lease));
    },
    async content(session, id) {
      const [found] = await fields(await namesOf(session), [id], ["fp", "body", "draft", "state"]);
      const [fp, body, draft, state] = found as [string, string, string, string];
      return state === "open" ? { fp, body, draft } : { fp: "", body: "", draft: "" };
    },
    async unfinished(session, id) {
      return (await fields(await namesOf(session), [id], ["draft"]))[0]![0]!;
    },
    async watch(session, ring) {
      const { channel } = await namesOf(session);
      const { connection, connected } = subscriptions();
      await connected;
      // The version, and the id of the request that has made it.
      const listener = (message: string): void => ring(message.split(" ")[1] ?? "");
      await connection.subscribe(channel, listener);
      return () => void connection.unsubscribe(channel, listener).catch(() => {});
    },
    async close() {
      subscriber?.connection.destroy();
      subscriber = undefined;
    },
  };
}

// The members of a sorted set and their scores, as a script replies them.
function scored(list: unknown[]): [string, number][] {
  return list.flatMap((member, i) => (i % 2 === 0 ? [[String(member), Number(list[i + 1])]] : []));
}

// `<how> <id>` and `page [<server>,<elicitationId>]`.
function newsOf(text: string, v: number): News {
  const space = text.indexOf(" ");
  const [what, rest] = [text.slice(0, space), text.slice(space + 1)];
  if (what === "page") {
    const [server, elicitationId] = JSON.parse(rest) as [string, string];
    return { v, page: { server, elicitationId } };
  }
  return { v, gone: { id: rest, how: what as RelayEnd } };
}
