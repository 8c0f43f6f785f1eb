import { byId } from "../byid.js";
import { button } from "../element.js";
import { isPage } from "./advice/schema.js";
import { type Located, membersOf, text } from "./located.js";
import { type Asked, isBareSchema, type Readable } from "./reading.js";

/** Describes the pasted text in a few words. */
export function recognise(reading: Readable): string {
  if (reading.kind === "required") {
    return `An error that asks to open ${plural(reading.asked.length, "page")} before the call is repeated.`;
  }
  if (reading.kind === "round") {
    const rest = reading.others.length;
    const otherKinds = rest === 1 ? "A request of another kind is" : `${rest} requests of other kinds are`;
    return `A round of ${mixture(reading.asked)}.${rest === 0 ? "" : ` ${otherKinds} left to the client.`}`;
  }
  if (isBareSchema(reading)) {
    return `Only a schema, with ${fields(reading.root)}. The form adds a message to it.`;
  }
  const [{ params }] = reading.asked;
  const what = isPage(params) ? "A request to open a page" : `A request for a form with ${fields(params, "requestedSchema")}`;
  return `${what}${reading.source === "message" ? ", in its JSON-RPC message" : ""}.`;
}

function mixture(asked: readonly Asked[]): string {
  const pages = asked.filter(({ params }) => isPage(params)).length;
  const forms = asked.length - pages;
  return [forms > 0 || pages === 0 ? plural(forms, "form") : "", pages > 0 ? plural(pages, "page") : ""].filter(Boolean).join(" and ");
}

function fields(schema: Located, ...names: string[]): string {
  return plural(new Set(membersOf(schema, ...names, "properties").map(({ name }) => name)).size, "field");
}

function plural(count: number, what: string): string {
  return `${count === 0 ? "no" : count} ${what}${count === 1 ? "" : "s"}`;
}

/** Draws a button for each page that a server can report as finished. The button plays that server. */
export function drawCompletions(reading: Readable, complete: (id: string) => void): void {
  // Rounds of revision 2026-07-28 lack this report.
  const pages = reading.kind === "round" ? [] : reading.asked.filter(({ params }) => isPage(params));
  const ids = pages.map(({ params }) => text(params, "elicitationId")).filter((id) => id !== undefined);
  byId("completions").hidden = ids.length === 0;
  byId("completion-buttons").replaceChildren(...ids.map((id) => button(`Report ${id} as finished`, () => complete(id))));
}
