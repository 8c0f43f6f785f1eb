// Records everything that a test needs of a host page: requests as raw text, settlements, and the messages in both directions.
import { createFormHost } from "/elicitform.js";

/** All settlements in their order. A second settlement of a request would be here too. */
window.outcomes = [];
window.events = [];
/** Texts that the frame sent over a port. */
window.fromFrame = [];
/** Texts that were sent to the frame over a port. */
window.toFrame = [];
/** Messages of windows to this one. */
window.posted = [];
addEventListener("message", (event) => window.posted.push(event.data));

// The wrappers of the platform's functions spare the host package a back door.
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (message, ...rest) {
  if (typeof message === "string") {
    window.toFrame.push(message);
  }
  return post.call(this, message, ...rest);
};
const listen = (port) => {
  port.addEventListener("message", (event) => {
    if (typeof event.data === "string") {
      window.fromFrame.push(event.data);
    }
  });
};
const Channel = window.MessageChannel;
window.MessageChannel = class extends Channel {
  constructor() {
    super();
    listen(this.port1);
    // The host opens a channel when a document of the frame says hello. Tests open the others.
    if (window.event?.data?.elicitform === "hello") {
      window.formPort = this.port1;
    }
    window.channels = (window.channels ?? 0) + 1;
  }
};

/** The controllers that withdraw the requests, by their keys. */
window.controllers = {};

/** Mounts a host. It reads `drafts` and `outcome` of hostOptions again for each request. */
window.mount = (options) => {
  window.mounts = (window.mounts ?? 0) + 1;
  window.hostOptions = {
    container: document.getElementById("place"),
    // Tests find elements by their ids, which a rehearsal would have too.
    prerender: false,
    onEvent(event) {
      window.events.push(event);
      // A test can listen too, without a host of its own.
      window.onHostEvent?.(event);
    },
    ...options,
  };
  window.host = createFormHost(window.hostOptions);
  const { maxHeight, minHeight, context, drafts, outcome } = options;
  firstOptions = { drafts, outcome };
  first = { containerDimensions: { maxHeight, minHeight }, ...context };
  const { setContext } = window.host;
  window.host.setContext = (change) => {
    setContext(change);
    Object.assign(changes, change);
  };
  window.host.ready.then(
    () => { window.hostReady = true; },
    (error) => { window.hostFailed = error.code; },
  );
};

// The host's first options and context, and the changes of tests to the context.
let firstOptions = {};
let first = {};
let changes = {};

/** Withdraws all requests, and restores the host's first options and context. */
window.takeBack = () => {
  Object.values(window.controllers).forEach((controller) => controller.abort());
  const none = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]));
  window.host.setContext({ ...none, ...first });
  changes = {};
  Object.assign(window.hostOptions, firstOptions);
};

/** Empties all records. */
window.forget = () => {
  for (const list of [window.outcomes, window.events, window.fromFrame, window.toFrame, window.posted]) {
    list.length = 0;
  }
  window.controllers = {};
  localStorage.clear();
  sessionStorage.clear();
};

/** Starts a request. Its outcome appears in outcomes under its key. */
window.start = (key, params, given) => {
  const { server = { id: "Example" }, round = false, approval = false, deadlineIn, ...options } = given ?? {};
  const controller = new AbortController();
  window.controllers[key] = controller;
  options.signal = controller.signal;
  if (deadlineIn !== undefined) {
    options.deadline = Date.now() + deadlineIn;
  }
  const settle = (outcome) => window.outcomes.push({ key, ...outcome });
  const asked = approval
    ? window.host.approve({ server, ...JSON.parse(params) }, options)
    : window.host[round ? "elicitAll" : "elicit"](params, { server, ...options });
  asked.then(
    (result) => settle({
      result: JSON.stringify(result),
      keys: Object.keys(result),
      // The members of a round are the keys of its requests.
      names: !round && Object.hasOwn(result, "content") ? Object.getOwnPropertyNames(result.content) : [],
      action: !round && Object.hasOwn(result, "action") ? result.action : undefined,
    }),
    (error) => settle({ error: error.name, code: typeof error.code === "string" ? error.code : "", rpcCode: error.rpcCode, reason: error.reason }),
  );
};

window.loaded = true;
