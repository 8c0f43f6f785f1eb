import { isObject, type JsonObject, own } from "../message/json.js";
import { requestId } from "../message/jsonrpc.js";
import { CONTEXT_CHANGED } from "../message/names.js";
import { rateLimit } from "../message/rate.js";

// How long a change of context waits for those that follow it, in milliseconds.
const WAIT = 10;
const MESSAGES_PER_SECOND = 500;

/**
 * Protects the frame from floods of messages; returns what takes a message of the host, with
 * its JSON text when it came as text. Changes of the host's context, each of which would draw
 * the form again, are merged: the last value of each member counts, and no member is lost.
 * Other messages are dropped when more than a limit arrive in a second. Requests of the
 * method `asks`, which ask the person, are never dropped, because each needs an answer.
 */
export function intake(asks: string, receive: (message: JsonObject, text?: string) => void): typeof receive {
  const passes = rateLimit(MESSAGES_PER_SECOND);
  // The changes of context that wait, merged.
  let waiting: JsonObject | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A change of context takes effect before any message that comes after it.
  const flush = (): void => {
    clearTimeout(timer);
    const params = waiting;
    timer = waiting = undefined;
    if (params) {
      receive({ jsonrpc: "2.0", method: CONTEXT_CHANGED, params });
    }
  };
  return (message, text) => {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (method === CONTEXT_CHANGED && id === undefined && isObject(params)) {
      waiting = { ...waiting, ...params };
      timer ??= setTimeout(flush, WAIT);
    } else if ((id !== undefined && method === asks) || passes()) {
      flush();
      receive(message, text);
    }
  };
}
