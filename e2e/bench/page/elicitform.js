// A chat that shows forms with this project. The build of the project that is measured
// stands behind the name "elicitform".
import { createFormHost } from "elicitform";

const host = createFormHost({ container: document.getElementById("place"), frameUrl: "/frame/index.html" });
let controller;

globalThis.chat = {
  ask(params) {
    controller = new AbortController();
    // The form is taken away in the end, which rejects.
    host.elicit(params, { server: { id: "bench.example", name: "Bench" }, signal: controller.signal }).catch(() => {});
  },
  end() {
    controller.abort();
  },
};
globalThis.chatLoaded();
