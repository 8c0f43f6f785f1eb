import { byId } from "../byid.js";
import { button } from "../element.js";
import { isPage } from "./advice/schema.js";
import { type Located, member, membersOf, text } from "./located.js";
import { type Asked, isBareSchema, type Readable } from "./reading.js";

/** Says in a few words what was pasted. */
export function recognise(reading: Readable): string {
  switch (reading.kind) {
    case "request": {
      const [{ params }] = reading.asked;
      if (isBareSchema(reading)) {
        return `Only a schema, with ${fields(reading.root)}. The form adds a message to it.`;
      }
      const what = isPage(params) ? "A request to open a page" : `A request for a form with ${fields(member(params, "requestedSchema"))}`;
      return `${what}${reading.source === "message" ? ", in its JSON-RPC message" : ""}.`;
    }
    case "round": {
      const rest = reading.others.length;
      const others = rest === 0 ? "" : rest === 1 ? " A request of another kind is left to the client." : ` ${rest} requests of other kinds are left to the client.`;
      return `A round of ${mixture(reading.asked)}.${others}`;
    }
    case "required":
      return `An error that asks to open ${counted(reading.asked.length, "page")} before the call is repeated.`;
  }
}

function mixture(asked: readonly Asked[]): string {
  const pages = asked.filter(({ params }) => isPage(params)).length;
  const forms = asked.length - pages;
  return [forms > 0 || pages === 0 ? counted(forms, "form") : "", pages > 0 ? counted(pages, "page") : ""].filter(Boolean).join(" and ");
}

function fields(schema: Located | undefined): string {
  return counted(new Set(membersOf(member(schema, "properties")).map(({ name }) => name)).size, "field");
}

function counted(count: number, what: string): string {
  return `${count === 0 ? "no" : count} ${what}${count === 1 ? "" : "s"}`;
}

/** Draws a button for each page of which a server can say that it is finished. The button plays the server that says so. */
export function drawCompletions(reading: Readable, complete: (id: string) => void): void {
  // Revision 2026-07-28, which has rounds, has no such notice.
  const pages = reading.kind === "round" ? [] : reading.asked.filter(({ params }) => isPage(params));
  const ids = pages.map(({ params }) => text(member(params, "elicitationId"))).filter((id) => id !== undefined);
  byId("completions").hidden = ids.length === 0;
  byId("completion-buttons").replaceChildren(...ids.map((id) => button(`Report ${id} as finished`, () => complete(id))));
}
