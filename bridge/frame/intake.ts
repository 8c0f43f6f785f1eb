import { isObject, type JsonObject, own, requestId } from "../message/json.js";
import { CONTEXT_CHANGED } from "../message/names.js";
import { rateLimit } from "../message/rate.js";

// How long a change of context waits for later ones.
const MERGE_MS = 10;
const MESSAGES_PER_SECOND = 500;

/**
 * Protects the frame from floods of messages. Returns a function that takes a message of the host, with its JSON text if
 * it came as text. Changes of the host's context, each of which would draw the form again, are merged. Of other messages
 * only a limited number passes in a second, except for requests of the method `asks`: each of them needs an answer.
 */
export function intake(asks: string, receive: (message: JsonObject, text?: string) => void): typeof receive {
  const passes = rateLimit(MESSAGES_PER_SECOND);
  let mergedContext: JsonObject | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A change of context takes effect before any message that comes after it.
  const flush = (): void => {
    clearTimeout(timer);
    const params = mergedContext;
    timer = mergedContext = undefined;
    if (params) {
      receive({ jsonrpc: "2.0", method: CONTEXT_CHANGED, params });
    }
  };
  return (message, text) => {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (method === CONTEXT_CHANGED && id === undefined && isObject(params)) {
      mergedContext = { ...mergedContext, ...params };
      timer ??= setTimeout(flush, MERGE_MS);
    } else if ((id !== undefined && method === asks) || passes()) {
      flush();
      receive(message, text);
    }
  };
}
