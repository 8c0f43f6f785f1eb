import { REHEARSE } from "../../bridge/message/names.js";
import { roundParams } from "../../bridge/message/params.js";
import rehearsal from "./rehearsal.json";

/** Asks the program to draw an invisible form, with one field of each frequent kind: the next form is then drawn faster. */
export const REHEARSAL = JSON.stringify({
  jsonrpc: "2.0",
  method: REHEARSE,
  params: roundParams({ server: { id: "Text" } }, [{ text: JSON.stringify(rehearsal) }]),
});

const MAX_DELAY_MS = 1500;

/** Calls a function when the page is idle. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) {
    requestIdleCallback(act, { timeout: MAX_DELAY_MS });
  } else {
    // Safari does not know requestIdleCallback.
    setTimeout(act, MAX_DELAY_MS / 5);
  }
}
