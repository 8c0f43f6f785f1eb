// A React app whose parts the tests add and remove. It counts frames, loads and renderings.

import * as React from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server.browser";
import { ElicitationForm, ElicitationForms, useElicitationForms, useElicitationState } from "elicitform/react";

// Only React 19 can hide a part of an app and keep its state.
const { Activity, createElement: h, StrictMode, Suspense, useEffect } = React;

globalThis.outcomes = [];
globalThis.events = [];
globalThis.states = [];
globalThis.ends = [];
globalThis.elements = {};
// The nonces of the documents: one that waits for its answer repeats its hello.
globalThis.hellos = new Set();
globalThis.iframes = new Set();
new MutationObserver(() => document.querySelectorAll("iframe").forEach((iframe) => iframes.add(iframe))).observe(document, { childList: true, subtree: true });
addEventListener("message", ({ data }) => data?.elicitform === "hello" && hellos.add(data.nonce));

const settle = (key, promise) => promise.then(
  (result) => outcomes.push({ key, result: JSON.stringify(result), keys: Object.keys(result), action: result.action }),
  (error) => outcomes.push({ key, error: error.name, code: error.code, message: error.message }),
);

function Elicitor({ place, early }) {
  const forms = useElicitationForms(place);
  useEffect(() => {
    (globalThis.hosts ??= new Set()).add(forms);
    globalThis.ask = (key, params, options) => void settle(key, forms.elicit(params, { server: { id: "Example" }, ...options }));
    if (early && !globalThis.asked) {
      globalThis.asked = true;
      ask("early", early);
    }
  }, [forms]);
  return null;
}

function State() {
  const { status, error, pending } = useElicitationState();
  const text = `${status}${error ? ` ${error.code}` : ""}: ${pending.map(({ server, place }) => `${server}${place ? ` in ${place}` : ""}`).join()}`;
  states.push(text);
  return h("p", { id: "state" }, text);
}

let suspended;
function Lazy() {
  if (suspended) {
    throw suspended.promise;
  }
  return null;
}

/** The state of the app. change merges into it and draws. */
const view = { context: { locale: "en" }, frameUrl: "/frame/index.html", options: {}, provider: true, places: [], asks: undefined, early: undefined, requests: undefined, request: "{}", hidden: false, strict: true, key: "a" };

/** The messages with a request of their own. The objects are new in each drawing, as in many apps. */
function Messages() {
  return h("ol", null, view.requests.map(({ id, message }) => h("li", { key: id, id: `message-${id}` }, message && h(ElicitationForm, {
    frameUrl: view.frameUrl,
    context: { locale: "en" },
    request: { ...JSON.parse(view.request), message },
    server: { id: "Example" },
    className: "asked",
    onResult: (result) => ends.push(`${id} ${result.action}`),
    onError: (error) => ends.push(`${id} ${error.code}`),
    ref: (element) => (globalThis.elements[id] = element),
  }))));
}

function App() {
  if (view.requests) {
    return h(Messages);
  }
  const { context, frameUrl, options, provider, places, asks, early, hidden, key } = view;
  const inside = h(ElicitationForms, { key, ...options, context: { ...context }, frameUrl, onEvent: (event) => events.push(event) },
    h("h1", null, "Chat"),
    h(Elicitor, { place: asks, early }),
    h(State),
    h("ul", null, places.map((place) => h("li", { key: place, id: `place-${place}` }, h(ElicitationForm, place === "default" ? {} : { place })))),
  );
  return h(Suspense, { fallback: h("p", { id: "waiting" }, "…") }, h(Lazy), provider && (Activity ? h(Activity, { mode: hidden ? "hidden" : "visible" }, inside) : inside));
}

const app = () => (view.strict ? h(StrictMode, null, h(App)) : h(App));
let root;

globalThis.begin = (change = {}) => {
  Object.assign(view, change);
  root = createRoot(document.getElementById("place"));
  root.render(app());
};

globalThis.hydrate = (change = {}) => {
  Object.assign(view, change);
  document.getElementById("place").innerHTML = globalThis.rendered = renderToString(app());
  root = hydrateRoot(document.getElementById("place"), app(), { onRecoverableError: (error) => console.error("hydration", error) });
};

globalThis.change = (change) => {
  Object.assign(view, change);
  root.render(app());
};

globalThis.suspend = () => {
  suspended = Promise.withResolvers();
  root.render(app());
};

globalThis.resume = () => {
  const { resolve } = suspended;
  suspended = undefined;
  resolve();
};

globalThis.end = () => root.unmount();
globalThis.start = (key, params, options) => ask(key, params, options);
globalThis.version = React.version;
globalThis.loaded = true;
