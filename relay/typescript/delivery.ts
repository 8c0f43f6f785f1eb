import { listOf, own, parseObject, textOf } from "../../bridge/message/json.js";
import type { Feed } from "./feed.js";

// The form waits 30 s for the check of an answer.
export const CHECK_TIMEOUT_MS = 25_000;
// Browsers limit the body of a request that survives the unload of its page to 64 KiB.
const MAX_KEEPALIVE = 60_000;

/** The result of sending an answer. */
export type Delivery =
  | { how: "delivered" } | { how: "refused"; problems: unknown[] } | { how: "over"; state: string } | { how: "failed"; error: Error };

/** Posts an answer until the relay has taken or refused it, for some time. */
export async function deliver(feed: Feed, closed: AbortSignal, body: string, timeoutMs: number): Promise<Delivery> {
  const until = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    let error: Error;
    try {
      const response = await post(feed, body, true, AbortSignal.timeout(Math.min(timeoutMs, CHECK_TIMEOUT_MS)));
      const { status } = response;
      const delivery = readDelivery(status, parseObject(await response.text()));
      error = new Error(`relay: status ${status}`);
      if (delivery) {
        return delivery;
      }
      if ([400, 403, 413, 415].includes(status)) {
        return { how: "failed", error };
      }
    } catch (cause) {
      error = cause as Error;
    }
    await feed.pause(attempt);
    if (Date.now() >= until || closed.aborted) {
      return { how: "failed", error };
    }
  }
}

function readDelivery(status: number, reply: unknown): Delivery | undefined {
  const state = textOf(own(reply, "state"));
  if (status === 200 && own(reply, "mine") === true) {
    return { how: "delivered" };
  }
  if (status === 422) {
    return { how: "refused", problems: listOf(own(reply, "problems")) };
  }
  if ([404, 409, 410].includes(status) && state) {
    return { how: "over", state: state === "unknown" || state === "conflict" ? "orphaned" : state };
  }
  return undefined;
}

/** Posts a decision or a draft. With `last` the request survives the unload of the page, if it is small enough. */
export function post(feed: Feed, body: string, last: boolean, signal: AbortSignal | null = null): Promise<Response> {
  const keepalive = last && body.length < MAX_KEEPALIVE;
  return feed.send({ method: "POST", body, headers: { "content-type": "application/json" }, keepalive, signal });
}
