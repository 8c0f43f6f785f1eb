import { REHEARSE } from "../../bridge/message/names.js";
import { roundParams } from "../../bridge/message/params.js";
import rehearsal from "./rehearsal.json";

/** Asks the program to draw a form that nobody sees, with one field of each frequent kind: the next form is drawn faster then. */
export const REHEARSAL = JSON.stringify({
  jsonrpc: "2.0",
  method: REHEARSE,
  params: roundParams({ server: { id: "Text" } }, [{ text: JSON.stringify(rehearsal) }]),
});

// How long a busy page may put off an act, in milliseconds.
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
