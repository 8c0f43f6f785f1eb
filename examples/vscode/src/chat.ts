// The script of the webview: your bundler makes media/chat.js of it.
import { createFormHost } from "elicitform";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
const editor = acquireVsCodeApi();

export const forms = createFormHost({
  container: document.querySelector<HTMLElement>("#form")!,
  frameUrl: "https://forms.example/elicitform/index.html",
  // The page that a person agrees to open comes in their browser.
  openLink: (url) => editor.postMessage({ open: url }),
});
