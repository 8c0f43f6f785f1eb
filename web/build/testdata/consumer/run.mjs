// Runs a bundled app in a minimal page, and prints the frame's address: node run.mjs <script>.

import path from "node:path";
import { pathToFileURL } from "node:url";

const script = pathToFileURL(path.resolve(process.argv[2]));
const page = Object.assign(new EventTarget(), { baseURI: script.href, defaultView: new EventTarget(), querySelector: () => container });
const container = {
  ownerDocument: page,
  isConnected: true,
  append(frame) {
    console.log(frame.src);
    // The app waits for an answer that nobody gives here.
    process.exit();
  },
};
page.createElement = () => ({ style: {}, addEventListener() {}, setAttribute() {}, removeAttribute() {}, blur() {} });
globalThis.document = page;
await import(script.href);
