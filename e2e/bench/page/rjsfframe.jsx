// The frame of framed.js: it shows rjsf.jsx with the requests of messages.
const place = document.createElement("div");
place.id = "place";
document.body.append(place);
globalThis.chatLoaded = () => parent.postMessage({ ready: true }, "*");

addEventListener("message", ({ data }) => {
  if (data.ask) {
    chat.ask(data.ask);
  } else if (data.end) {
    chat.end();
  }
});
new ResizeObserver(() => {
  parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, "*");
}).observe(document.documentElement);

import("./rjsf.jsx");
