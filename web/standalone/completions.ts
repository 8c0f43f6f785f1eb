import { byId } from "../byid.js";
import { button } from "../element.js";
import { isPage } from "./advice/schema.js";
import { member, text } from "./located.js";
import type { Readable } from "./reading.js";

/** Draws a button for each page of which a server can say that it is finished. The button plays the server that says so. */
export function drawCompletions(reading: Readable, complete: (id: string) => void): void {
  // Revision 2026-07-28, which has rounds, has no such notice.
  const pages = reading.kind === "round" ? [] : reading.asked.filter(({ params }) => isPage(params));
  const ids = pages.map(({ params }) => text(member(params, "elicitationId"))).filter((id) => id !== undefined);
  byId("completions").hidden = ids.length === 0;
  byId("completion-buttons").replaceChildren(...ids.map((id) => button(`Report ${id} as finished`, () => complete(id))));
}
