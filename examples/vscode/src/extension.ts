import { commands, env, type ExtensionContext, Uri, ViewColumn, window } from "vscode";

// Where the frame's files lie. A webview cannot load a document of the extension into an iframe.
const FILES = "https://forms.example/elicitform/";

export function activate({ extensionUri, subscriptions }: ExtensionContext) {
  subscriptions.push(commands.registerCommand("chat.open", () => {
    const media = Uri.joinPath(extensionUri, "media");
    // Without the second option the page is gone when its tab is hidden, and the form with it.
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [media] };
    const { webview } = window.createWebviewPanel("chat", "Chat", ViewColumn.Beside, options);
    const script = webview.asWebviewUri(Uri.joinPath(media, "chat.js"));
    const policy = `default-src 'none'; script-src ${webview.cspSource}; frame-src ${FILES}; connect-src ${FILES}`;
    webview.onDidReceiveMessage(({ open }: { open: string }) => env.openExternal(Uri.parse(open, true)));
    webview.html = `<!doctype html>
      <meta http-equiv="Content-Security-Policy" content="${policy}">
      <div id="form"></div>
      <script type="module" src="${script}"></script>`;
  }));
}
