import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { tick, waitUntil } from "../../bridge/message/test/clock.js";
import { defined, FakeNode, page } from "../../bridge/host/test/fakepage.js";
import { FakeForms } from "./test/fake.js";

Object.assign(page, { documentElement: { lang: "de" } });

type Made = InstanceType<typeof import("./page.js").PageElement> & FakeNode;

/** The replies of the two addresses. The relay accepts only the token `valid`. */
const network = {
  valid: "v1.a.1.a",
  page: (): Response => new Response(network.valid),
  requests: [] as Request[],
  streams: [] as ReadableStreamDefaultController<Uint8Array>[],
};
const real = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, { ...init, keepalive: false } as RequestInit);
  if (request.url.endsWith(".wasm")) {
    return new Response(null, { status: 404 });
  }
  network.requests.push(request);
  if (new URL(request.url).pathname === "/my/token") {
    return network.page();
  }
  if (request.headers.get("authorization") !== `Bearer ${network.valid}`) {
    return new Response("{}", { status: 401 });
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      network.streams.push(controller);
      const round = { id: "q1", fp: "f", server: { id: "weather.example" }, requests: [{ params: "{\"message\":\"m\"}" }] };
      const message = { v: 1, now: Date.now(), full: true, gone: [], pages: [], open: [round] };
      controller.enqueue(new TextEncoder().encode(`id: 1\nevent: state\ndata: ${JSON.stringify(message)}\n\n`));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
};

const { PageElement } = await import("./page.js");

const made: Made[] = [];
after(() => (globalThis.fetch = real));
afterEach(() => {
  for (const element of made.splice(0)) {
    element.inPage = false;
    element.dispose();
  }
  Object.assign(network, { valid: "v1.a.1.a", page: () => new Response(network.valid), requests: [], streams: [] });
});

/** Puts an element with recording forms in the page. */
function put(attributes: { [name: string]: string } = {}, properties: object = {}): Made & { forms: FakeForms; events: any[] } {
  const forms = new FakeForms();
  const events: any[] = [];
  const element = Object.assign(new PageElement() as Made, {
    forms, events, elicit: forms.elicit.bind(forms), elicitAll: forms.elicitAll.bind(forms), complete: forms.complete.bind(forms), ...properties,
  });
  element.addEventListener("elicitform-relay", (event) => events.push((event as CustomEvent).detail));
  made.push(element);
  for (const [name, value] of Object.entries({ "frame-url": "/forms/index.html", relay: "/relay", "token-url": "/my/token", ...attributes })) {
    element.attributes.set(name, value);
  }
  element.inPage = true;
  element.connectedCallback();
  return element;
}

const countRequests = (path: string): number => network.requests.filter(({ url }) => new URL(url).pathname === path).length;

test("page.js registers <elicitation-form>, which has all that the one of the package has", () => {
  assert.equal(defined.get("elicitation-form"), PageElement);
  assert.deepEqual(["relay", "token-url", "server", "max-height"].filter((name) => !PageElement.observedAttributes.includes(name)), []);
});

test("with relay and token-url it shows what is asked, and speaks the language of the page", async () => {
  const element = put();
  await waitUntil(() => element.forms.open.length === 1);
  assert.equal(element.forms.open[0]!.options.server.id, "weather.example");
  const [token, relay] = network.requests;
  assert.deepEqual([token!.url, relay!.url], ["https://chat.example/my/token", "https://chat.example/relay"]);
  assert.equal(relay!.headers.get("authorization"), "Bearer v1.a.1.a");
  assert.equal(element.context.locale, "de");
  assert.ok(element.events.some(({ type, state }) => type === "state" && state === "open"));
});

test("a token that has ended is replaced by itself, whether the reply is JSON or text", async () => {
  const element = put();
  await waitUntil(() => network.streams.length === 1);
  network.valid = "v1.a.2.b";
  network.page = () => Response.json({ token: network.valid, expires: "2030-01-01T00:00:00.000Z" });
  network.streams[0]!.close();
  await waitUntil(() => network.streams.length === 2);
  assert.equal(network.requests.at(-1)!.headers.get("authorization"), "Bearer v1.a.2.b");
  assert.equal(element.forms.all.length, 1);
});

test("a page to log in is no token, and is not sent to the relay", async () => {
  network.page = () => new Response("<!doctype html>Log in");
  const element = put();
  await waitUntil(() => element.events.filter(({ type }) => type === "error").length > 1);
  assert.equal(countRequests("/relay"), 0);
  network.page = () => new Response("no", { status: 403 });
  await waitUntil(() => element.events.some(({ error }) => String(error).includes("status 403")));
  network.page = () => new Response(network.valid);
  await waitUntil(() => network.streams.length === 1);
});

test("the property token takes the place of token-url, also where it was set before", async () => {
  let calls = 0;
  put({}, { token: () => (calls++, network.valid) });
  await waitUntil(() => network.streams.length === 1);
  assert.deepEqual([calls, countRequests("/my/token")], [1, 0]);
});

test("without a relay it connects with nothing, and another relay takes the place of the first", async () => {
  const element = put();
  await waitUntil(() => network.streams.length === 1);
  element.attributes.set("relay", "https://ask.example/other");
  element.attributeChangedCallback("relay");
  element.attributeChangedCallback("token-url");
  await waitUntil(() => countRequests("/other") === 1);
  assert.equal(network.requests.find(({ url }) => url.endsWith("/relay"))!.signal.aborted, true);
  element.attributes.delete("relay");
  element.attributeChangedCallback("relay");
  await waitUntil(() => network.requests.at(-1)!.signal.aborted);
  assert.equal(countRequests("/other"), 1);
});

test("an element that was moved keeps its connection, and one that is gone ends it", async () => {
  const element = put();
  await waitUntil(() => network.streams.length === 1);
  element.disconnectedCallback();
  element.connectedCallback();
  tick(5000);
  assert.equal(network.requests.at(-1)!.signal.aborted, false);
  element.inPage = false;
  element.disconnectedCallback();
  tick(5000);
  assert.equal(network.requests.at(-1)!.signal.aborted, true);
  assert.equal(countRequests("/relay"), 1);
});

test("unfinished answers are shared by the pages of a session, unless drafts are off", async () => {
  const shared = put();
  const off = put({ drafts: "off" });
  await waitUntil(() => network.streams.length === 2);
  assert.ok(shared.drafts && "link" in shared.drafts);
  assert.equal(off.drafts, false);
});
