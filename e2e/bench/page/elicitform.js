// A chat with the measured build of this project.
import { createFormHost } from "elicitform";

const host = createFormHost({ container: document.getElementById("place"), frameUrl: "/frame/index.html" });
let controller;

globalThis.chat = {
  ask(params) {
    controller = new AbortController();
    // The benchmark withdraws the form at the end, which rejects.
    host.elicit(params, { server: { id: "bench.example", name: "Bench" }, signal: controller.signal }).catch(() => {});
  },
  end() {
    controller.abort();
  },
};
globalThis.chatLoaded();
