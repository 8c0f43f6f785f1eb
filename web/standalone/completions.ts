import type { Readable } from "./advice/advise.js";
import { member, text, valueAt } from "./located.js";

/** The ids of the pages of which a server can say that they are finished. Revision 2026-07-28 has no such notice. */
export function completable(reading: Readable): string[] {
  if (reading.kind === "round") {
    return [];
  }
  const asked = reading.kind === "request" ? [reading.asked] : reading.asked;
  return asked.flatMap(({ path }) => {
    const params = valueAt(reading.root, path);
    const id = text(member(params, "elicitationId"));
    return text(member(params, "mode")) === "url" && id !== undefined ? [id] : [];
  });
}

/** Draws a button for each page, which plays the server that says so. */
export function drawCompletions(panel: HTMLElement, buttons: HTMLElement, ids: readonly string[], complete: (id: string) => void): void {
  panel.hidden = ids.length === 0;
  buttons.replaceChildren(
    ...ids.map((id) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Complete ${id}`;
      button.addEventListener("click", () => complete(id));
      return button;
    }),
  );
}
