// A chat whose forms are in a sandboxed frame, which runs rjsfframe.jsx and reports its height.
const iframe = document.createElement("iframe");
iframe.setAttribute("sandbox", "allow-scripts allow-forms");
iframe.style.cssText = "display:block;border:0;inline-size:100%;block-size:320px";
iframe.src = "/frame/index.html";

let early;
let ready = false;
const tell = (message) => iframe.contentWindow.postMessage(message, "*");

addEventListener("message", ({ source, data }) => {
  if (source !== iframe.contentWindow) {
    return;
  }
  if (data.height !== undefined) {
    iframe.style.blockSize = `${data.height}px`;
  } else if (data.ready) {
    ready = true;
    tell({ ask: early });
  }
});
document.getElementById("place").append(iframe);

globalThis.chat = {
  ask(params) {
    if (ready) {
      tell({ ask: params });
    } else {
      early = params;
    }
  },
  end() {
    tell({ end: true });
  },
};
globalThis.chatLoaded();
