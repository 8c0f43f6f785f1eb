// Starts the frame, and the interpreter that the program draws with. Outside of a frame, the shell says that it needs a
// page around it.

import { type DOMInterpreter, interpreter } from "../../bridge/frame/dom.js";
import { leaves } from "../../bridge/frame/leaving.js";
import { DocumentContext } from "./context.js";
import { caretFollows } from "./focus.js";
import { watchFolds } from "./fold.js";
import { HostFonts } from "./fonts.js";
import { Frame } from "./frame.js";
import { Palette } from "./palette.js";
import { Shell } from "./shell.js";

declare global {
  var goappDOM: DOMInterpreter;
}

globalThis.goappDOM = interpreter(document, (old) => leaves(old, document));
caretFollows(document);
watchFolds(document);
const address = new URLSearchParams(location.search);
const context = new DocumentContext(document.documentElement, new Palette(), new HostFonts(address.getAll("font")));

if (window.parent === window) {
  new Shell(context, () => {}).show({ kind: "top-level" });
} else {
  // Only the address of this script says where the files are: document.baseURI may come from a base element or another page.
  const files = (document.currentScript as HTMLScriptElement).src || document.baseURI;
  new Frame(context, files).connect(address.getAll("host"));
}
