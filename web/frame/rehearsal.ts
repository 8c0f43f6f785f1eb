import { REHEARSE } from "../../bridge/message/names.js";
import { roundParams } from "../../bridge/message/params.js";

// The form that the program draws, unseen, when it has started and nothing is asked yet: one
// field of the kinds that are asked for most. Its words are never shown.
const REHEARSAL_SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string", title: "Text", description: "Text", default: "Text", minLength: 1 },
    email: { type: "string", title: "Email", format: "email", default: "a@b.example" },
    integer: { type: "integer", title: "Number", minimum: 0, default: 1 },
    date: { type: "string", title: "Date", format: "date", default: "2026-01-31" },
    boolean: { type: "boolean", title: "Boolean", default: true },
    choice: { type: "string", title: "Choice", enum: ["a", "b", "c"], default: "a" },
    choices: { type: "array", title: "Choices", items: { type: "string", enum: ["a", "b", "c"] }, default: ["a"] },
  },
  required: ["text"],
};

/** The message to the program that asks for a rehearsal. */
export const REHEARSAL = JSON.stringify({
  jsonrpc: "2.0",
  method: REHEARSE,
  params: roundParams({ server: { id: "Text" } }, [{ text: JSON.stringify({ message: "Text", requestedSchema: REHEARSAL_SCHEMA }) }]),
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
