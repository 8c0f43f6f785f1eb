// A chat with a line to write in and the form. It asks what it is told, and tells what came of it.
import { createFormHost } from "/elicitform.js";

const options = { server: { id: "booking.example" } };
const tell = (what) => fetch("/reports", { method: "POST", body: JSON.stringify(what) });
const host = createFormHost({
  container: document.getElementById("place"),
  context: { locale: new URLSearchParams(location.search).get("locale"), timeZone: "UTC" },
  onEvent: (event) => tell({ event: event.type }),
});

new EventSource("/requests").onmessage = async ({ data }) => {
  const { params, kind } = JSON.parse(data);
  try {
    tell({ result: await (kind === "approval" ? host.approve({ ...params, ...options }) : kind === "round" ? host.elicitAll(params, options) : host.elicit(params, options)) });
  } catch (error) {
    tell({ result: String(error) });
  }
};

await host.ready;
tell({ event: "ready" });
