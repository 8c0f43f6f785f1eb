import type { Client, Transport } from "@modelcontextprotocol/client";
import { createFormHost, interceptElicitations } from "elicitform";

/** Shows what a server asks in a message of its own, at the end of the list. */
export async function connect(client: Client, transport: Transport, list: HTMLElement, dock: HTMLElement) {
  // A person who has scrolled up to read keeps the place.
  let follows = true;
  list.addEventListener("scroll", () => (follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40));
  const forms = createFormHost({
    container: dock,
    frameUrl: "/elicitform/index.html",
    outcome: "receipt",
    onEvent: ({ type }) => type === "resized" && follows && list.scrollTo({ top: list.scrollHeight }),
  });
  const message = () => list.appendChild(document.createElement("li"));
  await client.connect(interceptElicitations(transport, forms, () => ({ server: { id: "restaurant.example" }, container: message() })));
  return forms;
}
