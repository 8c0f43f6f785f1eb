import { byId } from "../byid.js";
import { beginning } from "./describe.js";

const LENGTH = 160;

/**
 * Tells screen readers in one sentence that something is new. The messages
 * themselves can be long: people read them when they want to.
 */
export function announce(text: string): void {
  byId("announcement").textContent = beginning(text, LENGTH);
}
