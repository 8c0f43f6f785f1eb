// The host page of the official MCP Apps SDK. It has the functions of host.js, for the same tests.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { ElicitResultSchema } from "@modelcontextprotocol/core";

/** All settlements in their order. A second settlement of a request would be here too. */
globalThis.outcomes = [];
/** All messages between host and frame, in both directions. */
globalThis.transcript = [];
/** The messages of the frame as text. */
globalThis.fromFrame = [];
globalThis.controllers = {};
/** Pages that the frame asked to open. */
globalThis.opened = [];

class Transport extends PostMessageTransport {
  send(message, options) {
    transcript.push({ to: "frame", message });
    return super.send(message, options);
  }
}

/** Loads the frame, with the context and the capabilities that the host announces. */
globalThis.mount = async ({ context = {}, capabilities = {}, info = { name: "chat-app", title: "Chat", version: "1.0.0" } } = {}) => {
  const iframe = document.createElement("iframe");
  iframe.title = "Form";
  iframe.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  Object.assign(iframe.style, { inlineSize: "100%", border: "0" });
  document.getElementById("place").append(iframe);
  addEventListener("message", ({ source, data }) => {
    if (source === iframe.contentWindow) {
      transcript.push({ to: "host", message: data });
      fromFrame.push(JSON.stringify(data));
    }
  });
  globalThis.bridge = new AppBridge(null, info, { elicitation: {}, ...capabilities }, { hostContext: context });
  bridge.addEventListener("sizechange", ({ height }) => {
    iframe.style.blockSize = `${height}px`;
  });
  bridge.addEventListener("initialized", () => {
    globalThis.initialized = true;
  });
  bridge.onopenlink = async ({ url }) => {
    opened.push(url);
    return globalThis.refuseLinks ? { isError: true } : {};
  };
  await bridge.connect(new Transport(iframe.contentWindow, iframe.contentWindow));
  iframe.src = "/frame/index.html";
};

/** Forwards a request of a server. Its outcome is added to outcomes, with this key. */
globalThis.start = (key, params) => {
  controllers[key] = new AbortController();
  const request = { method: "elicitation/create", params: JSON.parse(params) };
  bridge.request(request, ElicitResultSchema, { signal: controllers[key].signal, timeout: 600_000 }).then(
    (result) => outcomes.push({ key, result: JSON.stringify(result), keys: Object.keys(result), action: result.action }),
    // In errors of the SDK itself, the code is a name.
    ({ name, code, data }) =>
      outcomes.push({ key, error: name, rpcCode: Number(code) || 0, reason: data?.["elicitform/reason"] }),
  );
};

globalThis.loaded = true;
