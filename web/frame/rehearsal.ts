import { REHEARSE } from "../../bridge/message/names.js";
import { roundParams } from "../../bridge/message/params.js";
import rehearsal from "./rehearsal.json";

/**
 * The message to the program that asks for a rehearsal: a form that it draws, unseen, when it has started and nothing is
 * asked yet. It has one field of the kinds that are asked for most. Its words are never shown.
 */
export const REHEARSAL = JSON.stringify({
  jsonrpc: "2.0",
  method: REHEARSE,
  params: roundParams({ server: { id: "Text" } }, [{ text: JSON.stringify(rehearsal) }]),
});

// How long a busy page may put it off, in milliseconds.
const PATIENCE = 1500;

/** Does something when the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) {
    requestIdleCallback(act, { timeout: PATIENCE });
  } else {
    // Safari has no such callback.
    setTimeout(act, PATIENCE / 5);
  }
}
