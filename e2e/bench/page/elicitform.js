// A chat that shows forms with this project. The build of the project that is measured
// stands behind the name "elicitform".
import { createFormHost } from "elicitform";

let host;
let controller;

globalThis.chat = {
  open() {
    host = createFormHost({ container: document.getElementById("place"), frameUrl: "/frame/index.html" });
    return host.ready;
  },
  ask(params) {
    controller = new AbortController();
    // The form is taken away in the end, which rejects.
    host.elicit(params, { server: { id: "bench.example", name: "Bench" }, signal: controller.signal }).catch(() => {});
  },
  end() {
    controller.abort();
  },
};
globalThis.chatLoaded?.();
