// The half of the relay that runs where the person is.

import { requireElicitor } from "../host/elicitor.js";
import { strictestReview } from "../host/review.js";
import type { AnswerProblem, Elicitor, ElicitContent, ElicitOptions, ElicitResult, RoundOptions, Server } from "../host/types.js";
import { isObject, listOf, own, parseObject, textOf } from "../message/json.js";
import { listener } from "../message/listener.js";
import { CREATE } from "../message/names.js";
import { Feed } from "./feed.js";
import type { RelayDrafts } from "./relay-drafts.js";
import type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";
import type { RoundRef } from "./relay-store.js";
import type { OpenRound, RoundRequest } from "./round.js";

export { relayDrafts, type RelayDrafts } from "./relay-drafts.js";
export type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";

// How many rounds are handed to the forms at once: they reject more than 100 of a server.
const MOST_SHOWN = 20;
// How long an answer is sent again while the form waits, in milliseconds: the form gives up after 30 s.
const PATIENCE = 25_000;
// What an HTTP request may weigh that is to outlive its page.
const MOST_KEPT_ALIVE = 60_000;

/** How to connect a device with a relay. */
export interface RelayConnectionOptions {
  /**
   * Which session is meant, where the endpoint knows the person by cookies. A token names its session.
   *
   * @defaultValue the one of the token
   */
  session?: string | undefined;
  /**
   * What `relay.token(session)` has made, or a function that gets it from your server, also when it has become invalid.
   *
   * @defaultValue cookies alone
   */
  token?: string | (() => string | Promise<string>) | undefined;
  /**
   * What was given to the forms as `drafts`, when another device is to go on where this one has stopped.
   *
   * @defaultValue drafts stay on this device
   */
  drafts?: RelayDrafts | undefined;
  /**
   * How this device shows a round: where, and whether it takes the focus. Of its `review` and of what the asker says the
   * stricter counts.
   *
   * @defaultValue in the container of the forms, without the focus
   */
  show?: ((request: { id: string; server: Server }) => Pick<ElicitOptions, "container" | "focus" | "review">) | undefined;
  /**
   * As in fetch.
   *
   * @defaultValue "same-origin"
   */
  credentials?: RequestCredentials | undefined;
  /**
   * Told what happens on the connection. An event never carries an answer.
   *
   * @defaultValue nobody is told
   */
  onEvent?: ((event: RelayConnectionEvent) => void) | undefined;
}

/** The connection of a device with a relay. */
export interface RelayConnection {
  /** How it stands now. */
  readonly state: RelayConnectionState;
  /** Ends the connection and takes the forms away. What is open can be answered elsewhere, or here after the next connectRelay. */
  close(): void;
}

/** A round of which the relay has told this device, or for which it still has an answer to deliver. */
interface Item {
  readonly round: OpenRound;
  readonly withdrawn: AbortController;
  /** "done": whatever the relay says, it is not shown here again. */
  state: "waiting" | "shown" | "done" | "failed";
  /** How many attempts to deliver an answer are on their way: only they know whether it was this answer that has ended the round. */
  sending: number;
  /** How it has ended elsewhere. */
  gone: string | undefined;
  /** The answers that were sent, the latest last. Repeating one under its name is no second answer. */
  readonly sent: Map<string, SentAnswer>;
  /** What the form is to say when it is taken away. */
  outcome: "elsewhere" | "sent" | undefined;
}

interface SentAnswer {
  readonly nonce: string;
  /** Whether a reply has said what became of it. */
  heard: boolean;
}

/** What became of an answer. */
type Delivery =
  | { how: "delivered" } | { how: "refused"; refusals: unknown[] } | { how: "over"; state: string } | { how: "failed"; error: Error };

/**
 * Shows the rounds of a session in the forms of this device, until the connection is
 * closed: what is open now, also after a reload and on a second device, and what comes.
 *
 * @throws A TypeError where the forms have no `elicit`, or the address is none. What goes wrong later is told to `onEvent`.
 *
 * @example
 * ```ts
 * const forms = createFormHost({ container });
 * connectRelay("/relay", forms, { token });
 * ```
 */
export function connectRelay(url: string | URL, forms: Elicitor, options: RelayConnectionOptions): RelayConnection {
  requireElicitor("connectRelay", forms);
  const { session, drafts, show, onEvent } = options;
  const address = new URL(url, globalThis.document?.baseURI);
  if (session !== undefined) {
    address.searchParams.set("session", session);
  }
  // By id and fingerprint: under one id another round may be asked when the first is forgotten.
  const items = new Map<string, Item>();
  // While this device is told all that is open, in several messages: the fingerprints of what was named, by id.
  let alive: Map<unknown, unknown> | undefined;
  const closed = new AbortController();

  const tell = listener(onEvent);
  const ended = ({ round }: Item, how: string): void => {
    const { id, server } = round;
    drafts?.link.ended(round);
    tell({ type: "ended", id, server: server.id, how: how as "delivered" });
  };

  // What the relay says.

  const take = (message: unknown): number | undefined => {
    const more = own(message, "more") === true;
    const fingerprints = fingerprintsOf(own(message, "open"));
    const gone = new Map(listOf(own(message, "gone")).map((one) => [own(one, "id"), textOf(own(one, "how")) ?? "orphaned"]));
    if (own(message, "full") === true) {
      alive = fingerprintsOf(own(message, "kept"));
      if ([...alive].some(([id, fp]) => !items.has(`${id} ${fp}`))) {
        throw new Error("relay: this device lacks a round");
      }
    }
    fingerprints.forEach((fp, id) => alive?.set(id, fp));
    for (const item of items.values()) {
      const { id, fp } = item.round;
      const now = fingerprints.get(id) ?? alive?.get(id);
      // What no message of all that is open has named is over.
      if (now !== fp && (now !== undefined || gone.has(id) || (alive && !more))) {
        leave(item, gone.get(id) ?? "orphaned");
      } else if (alive && item.state === "failed") {
        // It may be shown now, where it could not before: full messages come with a new connection.
        item.state = "waiting";
      }
    }
    for (const page of listOf(own(message, "pages"))) {
      forms.complete({ id: String(own(page, "server")) }, String(own(page, "elicitationId")));
    }
    const late = Date.now() - (Number(own(message, "now")) || Date.now());
    const rounds = listOf(own(message, "open")).filter(isRound);
    for (const { deadline, ...round } of rounds.filter((round) => !items.has(nameOf(round)))) {
      drafts?.link.opened(round, round.draft);
      items.set(nameOf(round), {
        round: { ...round, ...(deadline && { deadline: deadline + late }) },
        withdrawn: new AbortController(), state: "waiting", sending: 0, gone: undefined, sent: new Map(), outcome: undefined,
      });
      tell({ type: "asked", id: round.id, server: round.server.id });
    }
    fill();
    alive = more ? alive : undefined;
    return more ? undefined : Number(own(message, "v")) || 0;
  };

  // A round has ended elsewhere, now or before. While an answer of this device is on its way,
  // that may have been the one that ended it.
  const leave = (item: Item, how?: string): void => {
    if (how !== undefined) {
      item.gone = how;
      item.outcome = how === "answered" ? "elsewhere" : undefined;
    }
    if (item.gone === undefined || item.sending > 0) {
      return;
    }
    const unheard = [...item.sent].findLast(([, { heard }]) => !heard);
    if (unheard && (item.gone === "answered" || item.gone === "orphaned") && !closed.signal.aborted) {
      void pursue(item, ...unheard);
      return;
    }
    items.delete(nameOf(item.round));
    if (item.state === "shown") {
      item.withdrawn.abort(Object.assign(new DOMException("Request withdrawn", "AbortError"), { outcome: item.outcome }));
    }
    if (item.state !== "done") {
      ended(item, item.gone);
    }
    item.state = "done";
    fill();
  };

  const fill = (): void => {
    let shown = [...items.values()].filter(({ state }) => state === "shown").length;
    for (const item of items.values()) {
      if (item.state === "waiting" && shown < MOST_SHOWN && !closed.signal.aborted) {
        shown++;
        item.state = "shown";
        void present(item).finally(fill);
      }
    }
  };

  // What the person says.

  const present = async (item: Item): Promise<void> => {
    const { id, requests, server, deadline, waitForPages, review } = item.round;
    const [{ key, params } = {}, ...more] = requests;
    // A request that the server has asked alone has no key.
    const single = more.length === 0 && key === undefined && params !== undefined;
    let delivered = false;
    const check = async (content: ElicitContent): Promise<AnswerProblem[]> => {
      const delivery = await deliver(item, { responses: [{ result: { action: "accept", content } }] }, PATIENCE);
      delivered ||= delivery.how === "delivered";
      switch (delivery.how) {
        case "over":
          throw new Error("relay: the round is over");
        case "failed":
          tell({ type: "error", id, error: delivery.error });
          throw delivery.error;
        case "refused":
          return delivery.refusals.map((refusal) => ({ name: String(own(refusal, "name")), message: String(own(refusal, "message")) }));
      }
      return [];
    };
    try {
      const shown = show?.({ id, server });
      const common: ElicitOptions = {
        server, deadline, ...shown, review: strictestReview(review, shown?.review), draftKey: id, signal: item.withdrawn.signal,
      };
      const results = single ? [await forms.elicit(params, { ...common, check })] : await all(requests, { ...common, waitForPages });
      item.state = "done";
      // A result without content has none in JSON.
      const responses = results.map((one, i) => ({ key: requests[i]!.key, result: { action: one.action, content: own(one, "content") } }));
      await (delivered ? ended(item, "delivered") : insist(item, { responses }));
    } catch (error) {
      await (delivered ? ended(item, "delivered") : failed(item, error));
    }
  };

  // Asks requests together, and returns their results in their order.
  const all = async (requests: RoundRequest[], options: RoundOptions): Promise<ElicitResult[]> => {
    const asked = requests.map(({ key = "", params }) => {
      const member = params === undefined ? "" : `,"params":${params}`;
      return `${JSON.stringify(key)}:{"method":"${CREATE}"${member}}`;
    });
    const results = await forms.elicitAll(`{${asked.join(",")}}`, options);
    return requests.map(({ key = "" }) => own(results, key) as ElicitResult);
  };

  // The person has not decided. Only a round that cannot be asked anywhere ends for all; what
  // failed on this device may be answered on another one.
  const failed = async (item: Item, error: unknown): Promise<void> => {
    if (item.state === "done" || closed.signal.aborted) {
      return;
    }
    const [code, reason, key] = ["code", "reason", "key"].map((name) => own({ ...(error as object) }, name));
    if (code === "invalid-request" || code === "unsupported-mode") {
      item.state = "done";
      await insist(item, { rejected: { code, reason, key } });
    } else if (code === "expired") {
      item.state = "done";
      ended(item, "expired");
    } else {
      item.state = "failed";
      tell({ type: "error", id: item.round.id, error });
    }
  };

  // Delivers what the person has decided, however long it takes.
  const insist = async (item: Item, decision: object): Promise<void> => {
    const delivery = await deliver(item, decision, Infinity);
    if (delivery.how === "delivered" || delivery.how === "over") {
      ended(item, delivery.how === "over" ? delivery.state : delivery.how);
    } else {
      const refused = (refusals: unknown[]): Error => new Error(`relay: the answer was refused: ${JSON.stringify(refusals)}`);
      tell({ type: "error", id: item.round.id, error: delivery.how === "failed" ? delivery.error : refused(delivery.refusals) });
    }
  };

  const deliver = async (item: Item, decision: object, patience: number): Promise<Delivery> => {
    const text = JSON.stringify(decision);
    const sent = { nonce: item.sent.get(text)?.nonce ?? crypto.getRandomValues(new Uint32Array(4)).join("-"), heard: false };
    item.sent.delete(text);
    item.sent.set(text, sent);
    const delivery = await send(item, text, sent, patience);
    if (delivery.how === "delivered") {
      item.state = "done";
    }
    leave(item, delivery.how === "over" ? delivery.state : undefined);
    return delivery;
  };

  // The round is over, and no reply has said whether an answer of this device has ended it:
  // repeating that answer says so.
  const pursue = async (item: Item, text: string, sent: SentAnswer): Promise<void> => {
    const { how } = await send(item, text, sent, Infinity);
    sent.heard = true;
    if (how === "delivered") {
      item.sent.forEach((other) => (other.heard = true));
      item.gone = how;
      // What the form shows now may be something else that the person would have sent.
      item.outcome = text === [...item.sent.keys()].at(-1) ? "sent" : undefined;
    } else if (how === "failed") {
      item.outcome = undefined;
    }
    leave(item);
  };

  const send = async (item: Item, text: string, sent: SentAnswer, patience: number): Promise<Delivery> => {
    const { id, fp } = item.round;
    item.sending++;
    const delivery = await post(JSON.stringify({ id, fp, nonce: sent.nonce, ...parseObject(text) }), patience);
    item.sending--;
    sent.heard ||= delivery.how !== "failed";
    return delivery;
  };

  const post = async (body: string, patience: number): Promise<Delivery> => {
    const until = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      let error: Error;
      try {
        const response = await request(body, true, AbortSignal.timeout(Math.min(patience, PATIENCE)));
        const { status } = response;
        const said = parseObject(await response.text());
        const state = textOf(own(said, "state"));
        if (status === 200 && own(said, "mine") === true) {
          return { how: "delivered" };
        }
        if (status === 422) {
          return { how: "refused", refusals: listOf(own(said, "problems")) };
        }
        if ([404, 409, 410].includes(status) && state) {
          return { how: "over", state: state === "unknown" || state === "conflict" ? "orphaned" : state };
        }
        error = new Error(`relay: status ${status}`);
        // What is wrong with this one does not get better by sending it again.
        if ([400, 403, 413, 415].includes(status)) {
          return { how: "failed", error };
        }
      } catch (cause) {
        error = cause as Error;
      }
      await feed.pause(attempt);
      if (Date.now() >= until || closed.signal.aborted) {
        return { how: "failed", error };
      }
    }
  };

  // What has the last word of a device is to outlive its page.
  const request = (body: string, last: boolean, signal: AbortSignal | null = null): Promise<Response> => feed.send({
    method: "POST", body, headers: { "content-type": "application/json" }, keepalive: last && body.length < MOST_KEPT_ALIVE, signal,
  });

  const feed = new Feed({
    url: address.href,
    token: options.token,
    credentials: options.credentials ?? "same-origin",
    take,
    changed: (state) => tell({ type: "state", state }),
    failed: (error) => tell({ type: "error", error }),
  });

  if (drafts) {
    drafts.link.send = ({ id, fp }, draft, last) => {
      // A draft that gets lost comes again with the next key.
      request(JSON.stringify({ id, fp, draft }), last).then((response) => response.body?.cancel()).catch(() => {});
    };
    globalThis.addEventListener?.("pagehide", () => drafts.link.flush(), { signal: closed.signal });
  }

  return {
    get state() {
      return feed.state;
    },
    close() {
      drafts?.link.flush();
      closed.abort();
      feed.close();
      items.forEach(({ withdrawn }) => withdrawn.abort());
      items.clear();
    },
  };
}

function isRound(value: unknown): value is OpenRound {
  const requests = listOf(own(value, "requests"));
  const ids = [own(value, "id"), own(value, "fp"), own(value, "server", "id")];
  return requests.length > 0 && requests.every(isObject) && ids.every((text) => typeof text === "string");
}

function nameOf({ id, fp }: RoundRef): string {
  return `${id} ${fp}`;
}

function fingerprintsOf(rounds: unknown): Map<unknown, unknown> {
  return new Map(listOf(rounds).map((one) => [own(one, "id"), own(one, "fp")]));
}
