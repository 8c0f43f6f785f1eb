/**
 * A store that several processes share. The Go relay uses the same scripts, so each can answer what the other asks.
 *
 * @module elicitform/relay/redis
 */

import askScript from "../lua/ask.lua";
import common from "../lua/common.lua";
import draftScript from "../lua/draft.lua";
import endScript from "../lua/end.lua";
import pageScript from "../lua/page.lua";
import peekScript from "../lua/peek.lua";
import readScript from "../lua/read.lua";
import type { News, RelayEnd, RelayState, RelayStore, RoundRecord, RoundRef, Verdict } from "./relay-store.js";
import { hashText } from "./token.js";

/** The part of a client of the package `redis`, or of its cluster, that the store uses. */
export interface RedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Reads fields of a hash. */
  hmGet(key: string, fields: string[]): Promise<unknown>;
  /** Makes a connection for notifications. */
  duplicate(): RedisSubscriber;
}

/** The part of a connection for subscriptions that the store uses. */
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
  /** The beginning of all keys. @defaultValue "elicitform:" */
  prefix?: string | undefined;
}

/**
 * Makes a store in Redis (6.2 or newer) from a connected client of the package `redis`.
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
  const scripts = new Scripts(client, options.prefix ?? "elicitform:");
  let subscriber: Subscriber | undefined;
  return {
    ask(session, { body, server, asker = "", pages = [], deadline, lease, keep, limits, call, ...ref }) {
      const { open, bytes, newBytes, serverOpen, serverBytes, serverNewBytes } = limits;
      const { askerOpen = open, askerBytes = bytes, askerNewBytes = newBytes } = limits;
      const numbers = [open, bytes, newBytes, serverOpen, serverBytes, serverNewBytes, askerOpen, askerBytes, askerNewBytes];
      const pageIds = pages.length > 0 ? JSON.stringify(pages) : "";
      return scripts.verdict(askScript, session, ref, body, server, deadline, lease, keep, ...numbers, call, asker, pageIds);
    },
    end: (session, { how, result, by, keep, ...ref }) => scripts.verdict(endScript, session, ref, how, result, by, keep),
    peek: (session, { lease, keep, ...ref }) => scripts.verdict(peekScript, session, ref, lease, keep),
    draft: (session, { text, ...ref }) => scripts.verdict(draftScript, session, ref, text),
    page: async (session, { server, elicitationId, asker = "", keep }) =>
      Number(await scripts.run(pageScript, session, NO_ROUND, server, JSON.stringify([server, elicitationId, asker]), keep, asker)),
    async read(session, since) {
      const [v, count, asked, gone] = (await scripts.run(readScript, session, NO_ROUND, since)) as [unknown, unknown, unknown[], unknown[]];
      const rounds = readScores(asked);
      const records = await scripts.records(session, rounds.map(([id]) => id), ["fp", "deadline", "lease"]);
      return {
        v: Number(v), count: Number(count), news: readScores(gone).map(([text, version]) => readNews(text, version)),
        open: rounds.map(([id, version], i) => {
          const { fp, deadline, lease } = records[i]!;
          return { id, asked: version, fp, deadline, lease };
        }),
      };
    },
    records: (session, ids, fields) => scripts.records(session, ids, fields),
    async watch(session, changed) {
      const channel = await scripts.placeOf(session);
      const { connection, connected } = (subscriber ??= subscribe(client, () => (subscriber = undefined)));
      await connected;
      // A message is the version and the id of the round that has changed.
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

class Scripts {
  constructor(readonly client: RedisClient, readonly prefix: string) {}

  /** Returns the beginning of all keys of a session. One hash tag keeps them together in a cluster. */
  async placeOf(session: string): Promise<string> {
    return `${this.prefix}{${await hashText(session)}}`;
  }

  async run(script: string, session: string, { id, fp }: RoundRef, ...args: (string | number)[]): Promise<unknown> {
    const place = await this.placeOf(session);
    const keys = [`r:${id}`, "open", "v", "gone", "sizes", "rates", "over", "answers"].map((name) => `${place}:${name}`);
    return this.client.eval(common + script, { keys, arguments: [id, fp, place, ...args].map(String) });
  }

  async verdict(...call: Parameters<Scripts["run"]>): Promise<Verdict> {
    const [state, cause, result, deadline] = (await this.run(...call)) as unknown[];
    return { state: String(state) as RelayState, byCaller: cause === "mine", result: String(result), deadline: Number(deadline) };
  }

  async records(session: string, ids: string[], fields: (keyof RoundRecord)[]): Promise<RoundRecord[]> {
    const place = await this.placeOf(session);
    const hashes = (await Promise.all(ids.map((id) => this.client.hmGet(`${place}:r:${id}`, fields)))) as unknown[][];
    return hashes.map((hash) => {
      const values = Object.fromEntries(fields.map((name, i) => [name, hash[i] ?? ""])) as { [name: string]: string };
      const { fp = "", body = "", draft = "", call = "", server = "", asker = "", pages = "", deadline, lease } = values;
      return { fp, body, draft, deadline: Number(deadline ?? 0), lease: Number(lease ?? 0), call, server, asker, pages };
    });
  }
}

interface Subscriber {
  readonly connection: RedisSubscriber;
  readonly connected: Promise<unknown>;
}

function subscribe(client: RedisClient, failed: () => void): Subscriber {
  const connection = client.duplicate();
  // The client connects again by itself. Without a listener the error would end the process.
  connection.on("error", () => {});
  const connected = connection.connect();
  connected.catch(failed);
  return { connection, connected };
}

const NO_ROUND: RoundRef = { id: "", fp: "" };

function readScores(list: unknown[]): [string, number][] {
  return list.flatMap((member, i) => (i % 2 === 0 ? [[String(member), Number(list[i + 1])]] : []));
}

// `<how> <id> <asker>` or `page [<server>,<elicitationId>,<asker>]`. Devices never get the asker.
function readNews(text: string, v: number): News {
  const space = text.indexOf(" ");
  const [what, rest] = [text.slice(0, space), text.slice(space + 1)];
  if (what === "page") {
    const [server, elicitationId] = JSON.parse(rest) as [string, string];
    return { v, page: { server, elicitationId } };
  }
  return { v, gone: { id: rest.split(" ", 1)[0]!, how: what as RelayEnd } };
}
