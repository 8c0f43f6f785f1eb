import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormHost } from "./forms.js";

// A container whose page throws when a frame is made.
class FrameMade extends Error {}
const container = {
  get ownerDocument(): never {
    throw new FrameMade();
  },
} as unknown as HTMLElement;

function onPage(baseURI: string): void {
  Object.assign(globalThis, { document: { baseURI } });
}

test("an address on the disk fails at once on a page of a server, and the error says the way out", () => {
  // In the bundles of Webpack this module is a file on the disk.
  assert.equal(import.meta.url.startsWith("file:"), true);
  for (const frameUrl of [undefined, "file:///app/node_modules/elicitform/frame/index.html", new URL("FILE:///x.html")]) {
    for (const page of ["https://chat.example/", "http://localhost:3000/room", "app://chat/"]) {
      onPage(page);
      assert.throws(() => createFormHost({ container, frameUrl }), {
        code: "load-failed",
        reason: "file-address",
        message: /file:\/\/.*npx elicitform copy.*frameUrl/,
      });
    }
  }
});

test("a page from the disk may have its frame there, and an address of a server is taken", () => {
  onPage("file:///app/index.html");
  assert.throws(() => createFormHost({ container }), FrameMade);
  assert.throws(() => createFormHost({ container, frameUrl: "elicitform/index.html" }), FrameMade);
  onPage("https://chat.example/");
  for (const frameUrl of ["/elicitform/index.html", "https://cdn.example/file:/index.html", new URL("https://forms.example/")]) {
    assert.throws(() => createFormHost({ container, frameUrl }), FrameMade);
  }
});

test("a bundler can define the address of the frame, and frameUrl comes before it", () => {
  onPage("https://chat.example/");
  Object.assign(globalThis, { ELICITFORM_FRAME_URL: "/assets/frame/index.html" });
  try {
    assert.throws(() => createFormHost({ container }), FrameMade);
    assert.throws(() => createFormHost({ container, frameUrl: "file:///x.html" }), { reason: "file-address" });
    Object.assign(globalThis, { ELICITFORM_FRAME_URL: "file:///y.html" });
    assert.throws(() => createFormHost({ container }), { message: /y\.html/ });
  } finally {
    Reflect.deleteProperty(globalThis, "ELICITFORM_FRAME_URL");
  }
});
