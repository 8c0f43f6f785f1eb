/**
 * A store that several processes share. The scripts are those of the Go half: what is asked there can be answered here.
 *
 * @module elicitform/relay/redis
 */

import askScript from "../../relay/lua/ask.lua";
import common from "../../relay/lua/common.lua";
import draftScript from "../../relay/lua/draft.lua";
import endScript from "../../relay/lua/end.lua";
import pageScript from "../../relay/lua/page.lua";
import peekScript from "../../relay/lua/peek.lua";
import readScript from "../../relay/lua/read.lua";
import type { News, RelayEnd, RelayState, RelayStore, RoundRecord, RoundRef, Verdict } from "./relay-store.js";
import { hashed } from "./token.js";

/** What is used of a client of the package `redis`, or of its cluster. */
export interface RedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Reads fields of a hash. */
  hmGet(key: string, fields: string[]): Promise<unknown>;
  /** A connection of its own, for notifications. */
  duplicate(): RedisSubscriber;
}

/** What is used of a connection for subscriptions. */
export interface RedisSubscriber {
  /** Listens to errors. */
  on(event: "error", listener: (error: unknown) => void): unknown;
  /** Opens the connection. */
  connect(): Promise<unknown>;
  /** Listens to a channel. */
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  /** Stops listening to a channel. */
  unsubscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  /** Closes the connection at once. */
  destroy(): void;
}

/** How a store in Redis names its keys. */
export interface RedisStoreOptions {
  /**
   * What the names of all keys begin with.
   *
   * @defaultValue "elicitform:"
   */
  prefix?: string | undefined;
}

/**
 * A store in Redis (6.2 or newer), by a connected client of the package `redis`.
 *
 * @example
 * ```ts
 * const client = await createClient({ url }).on("error", console.error).connect();
 * const relay = createRelay({ store: redisStore(client), secret });
 * ```
 *
 * Every key expires. Redis must not evict keys that have not expired (`noeviction`).
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): RelayStore {
  const { prefix = "elicitform:" } = options;
  // What the names of all keys of a session begin with. One hash tag keeps them together in a cluster.
  const placeOf = async (session: string): Promise<string> => `${prefix}{${await hashed(session)}}`;
  // Runs a script with the arguments that all scripts have, and its own.
  const run = async (script: string, session: string, { id, fp }: RoundRef, ...args: (string | number)[]): Promise<unknown> => {
    const place = await placeOf(session);
    const keys = [`r:${id}`, "open", "v", "gone", "sizes", "rates", "over", "answers"].map((name) => `${place}:${name}`);
    return client.eval(common + script, { keys, arguments: [id, fp, place, ...args].map(String) });
  };
  // Runs a script that replies the state of a round.
  const verdict = async (...call: Parameters<typeof run>): Promise<Verdict> => {
    const [state, whose, result, deadline] = (await run(...call)) as unknown[];
    return {
      state: String(state) as RelayState, whose: String(whose) as Verdict["whose"],
      result: String(result), deadline: Number(deadline),
    };
  };
  const records = async (session: string, ids: string[], fields: (keyof RoundRecord)[]): Promise<RoundRecord[]> => {
    const place = await placeOf(session);
    const all = (await Promise.all(ids.map((id) => client.hmGet(`${place}:r:${id}`, fields)))) as unknown[][];
    return all.map((found) => {
      const values = Object.fromEntries(fields.map((name, i) => [name, found[i] ?? ""])) as { [name: string]: string };
      const { fp = "", body = "", draft = "", call = "", server = "", asker = "", pages = "", deadline, lease } = values;
      return { fp, body, draft, deadline: Number(deadline ?? 0), lease: Number(lease ?? 0), call, server, asker, pages };
    });
  };

  let subscriber: { connection: RedisSubscriber; connected: Promise<unknown> } | undefined;
  const subscribe = (): NonNullable<typeof subscriber> => {
    const connection = client.duplicate();
    // It connects again by itself; without a listener the error would end the process.
    connection.on("error", () => {});
    const connected = connection.connect();
    connected.catch(() => (subscriber = undefined));
    return { connection, connected };
  };

  return {
    ask: (session, { body, server, asker = "", pages = [], deadline, lease, keep, limits, call, ...ref }) => {
      const { open, bytes, newBytes, serverOpen, serverBytes, serverNewBytes } = limits;
      const { askerOpen = open, askerBytes = bytes, askerNewBytes = newBytes } = limits;
      const most = [open, bytes, newBytes, serverOpen, serverBytes, serverNewBytes, askerOpen, askerBytes, askerNewBytes];
      const named = pages.length > 0 ? JSON.stringify(pages) : "";
      return verdict(askScript, session, ref, body, server, deadline, lease, keep, ...most, call, asker, named);
    },
    end: (session, { how, result, by, keep, ...ref }) => verdict(endScript, session, ref, how, result, by, keep),
    peek: (session, { lease, keep, ...ref }) => verdict(peekScript, session, ref, lease, keep),
    draft: (session, { text, ...ref }) => verdict(draftScript, session, ref, text),
    page: async (session, { server, elicitationId, asker = "", keep }) =>
      Number(await run(pageScript, session, NO_ROUND, server, JSON.stringify([server, elicitationId, asker]), keep, asker)),
    async read(session, since) {
      const [v, count, asked, gone] = (await run(readScript, session, NO_ROUND, since)) as [unknown, unknown, unknown[], unknown[]];
      const ids = scored(asked);
      const known = await records(session, ids.map(([id]) => id), ["fp", "deadline", "lease"]);
      return {
        v: Number(v), count: Number(count), news: scored(gone).map(([what, at]) => newsOf(what, at)),
        open: ids.map(([id, asked], i) => ({ id, asked, fp: known[i]!.fp, deadline: known[i]!.deadline, lease: known[i]!.lease })),
      };
    },
    records,
    async watch(session, changed) {
      const channel = await placeOf(session);
      const { connection, connected } = (subscriber ??= subscribe());
      await connected;
      // The version, and the id of the round that has made it.
      const listener = (message: string): void => changed(message.split(" ")[1] ?? "");
      await connection.subscribe(channel, listener);
      return () => void connection.unsubscribe(channel, listener).catch(() => {});
    },
    async close() {
      subscriber?.connection.destroy();
      subscriber = undefined;
    },
  };
}

// For the scripts that are about no round.
const NO_ROUND: RoundRef = { id: "", fp: "" };

// The members of a sorted set and their scores, as a script replies them.
function scored(list: unknown[]): [string, number][] {
  return list.flatMap((member, i) => (i % 2 === 0 ? [[String(member), Number(list[i + 1])]] : []));
}

// `<how> <id> <asker>` and `page [<server>,<elicitationId>,<asker>]`. No device is told of the askers.
function newsOf(text: string, v: number): News {
  const space = text.indexOf(" ");
  const [what, rest] = [text.slice(0, space), text.slice(space + 1)];
  if (what === "page") {
    const [server, elicitationId] = JSON.parse(rest) as [string, string];
    return { v, page: { server, elicitationId } };
  }
  return { v, gone: { id: rest.split(" ", 1)[0]!, how: what as RelayEnd } };
}
