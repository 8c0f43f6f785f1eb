// A chat with the build of this project that is measured.
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
