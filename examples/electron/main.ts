import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { app, BrowserWindow, protocol, shell } from "electron";

// Pages from file:// have no origin that a frame could name. A scheme of your own gives them one.
protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } }]);

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm",
};
// The frame gets an origin of its own, and only pages of the app may embed it.
const frame = {
  "Content-Security-Policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors app:",
  "Access-Control-Allow-Origin": "*",
};

/** Serves the folder public of the app. */
async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers = { "Content-Type": types[extname(pathname)] ?? "application/octet-stream", ...(pathname.startsWith("/elicitform/") ? frame : {}) };
  const content = await readFile(join(app.getAppPath(), "public", pathname)).catch(() => undefined);
  return content ? new Response(content, { headers }) : new Response("", { status: 404 });
}

await app.whenReady();
protocol.handle("app", serve);
const window = new BrowserWindow();
// A page that a person agrees to open comes in their browser, and not in a window of the app.
window.webContents.setWindowOpenHandler(({ url }) => {
  if (/^https?:/.test(url)) void shell.openExternal(url);
  return { action: "deny" };
});
await window.loadURL("app://chat/index.html");
