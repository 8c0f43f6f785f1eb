import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { pass, rest, tick } from "../message/test/clock.js";
import { ElicitationError } from "./errors.js";
import type { ElicitationFormElement } from "./element.js";
import type { FormHost } from "./types.js";
import { asks, server } from "./test/fake.js";
import { defined, FakeNode, page, view } from "./test/fakepage.js";

const { ElicitationFormElement: Element } = await import("./register.js");

type Made = ElicitationFormElement & FakeNode;

const made: Made[] = [];
const ports: MessagePort[] = [];
afterEach(() => {
  for (const element of made.splice(0)) {
    element.inPage = false;
    element.dispose();
  }
  ports.splice(0).forEach((port) => port.close());
});

function create(attributes: { [name: string]: string } = {}): Made {
  const element = new Element() as Made;
  made.push(element);
  for (const [name, value] of Object.entries({ "frame-url": "/forms/index.html", ...attributes })) {
    element.setAttribute(name, value);
  }
  return element;
}

/** Puts elements into the page. */
async function connect(...elements: Made[]): Promise<void> {
  for (const element of elements) {
    element.inPage = true;
    element.connectedCallback();
  }
  await rest();
}

function takeOut(element: Made): void {
  element.inPage = false;
  element.disconnectedCallback();
}

const frames = (...elements: FakeNode[]): FakeNode[] => elements.flatMap((element) => element.children[0]?.children[0]?.children.filter(({ src }) => src) ?? []);

const ask = (element: Made, message = ""): Promise<unknown> => element.elicit({ message }, { server });

/** The document of a frame, with the messages of the host. */
interface Loaded {
  messages(method: string): any[];
  say(message: object): Promise<void>;
}

/** The person decides in a document. */
const decide = (document: Loaded, id: number, action: string): Promise<void> => document.say({ id, result: { responses: [{ result: { action } }] } });

/** Loads the document in a frame, which accepts requests. */
async function load(frame: FakeNode): Promise<Loaded> {
  const event = Object.assign(new Event("message"), { source: frame.contentWindow, data: { elicitform: "hello", nonce: String(Math.random()) } });
  view.dispatchEvent(event);
  const port = frame.channels.at(-1)!;
  ports.push(port);
  const messages: any[] = [];
  port.onmessage = ({ data }) => typeof data === "string" && messages.push(JSON.parse(data));
  const say = async (message: object): Promise<void> => {
    port.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }));
    // The message has to arrive, and its effects have to come back.
    await rest();
  };
  await say({ id: "boot", method: "ui/initialize", params: {} });
  await say({ method: "ui/notifications/initialized" });
  await say({ method: "elicitform/ready" });
  return { messages: (method) => messages.filter((message) => message.method === method), say };
}

// Frameworks look for these members before they set a property, and set an attribute otherwise.
test("each property is a member of the class with a setter", () => {
  const names = ["request", "requestOptions", "context", "host", "receipt", "review", "server", "followStyles"];
  assert.deepEqual(names.filter((name) => Object.getOwnPropertyDescriptor(Element.prototype, name)?.set === undefined), []);
});

test("registers itself", () => {
  assert.equal(defined.get("elicitation-form"), Element);
});

test("in the page it has a frame, whose address is relative to the page", async () => {
  const element = create({ "frame-url": "../forms/index.html" });
  assert.deepEqual(frames(element), []);
  await connect(element);
  assert.deepEqual(frames(element).map(({ src }) => src), ["https://chat.example/forms/index.html"]);
});

test("what is put back into the page within a second keeps what is open, and can come back later", async () => {
  const element = create();
  await connect(element);
  const [frame] = frames(element);
  const result = assert.rejects(ask(element), { code: "disposed" });
  for (let i = 0; i < 3; i++) {
    takeOut(element);
    tick(999);
    await connect(element);
    tick(2000);
    assert.deepEqual(frames(element), [frame]);
  }
  takeOut(element);
  tick(1000);
  await result;
  assert.deepEqual(frames(element), []);
  await connect(element);
  assert.equal(frames(element).length, 1);
});

test("thirty elements have one frame, which goes to the one that needs it and comes back", async () => {
  const elements = Array.from({ length: 30 }, () => create());
  await connect(...elements);
  assert.equal(frames(...elements).length, 1);
  const [frame] = frames(...elements);
  const document = await load(frame!);
  for (const element of [elements[7]!, elements[29]!, elements[0]!]) {
    const result = ask(element);
    await rest();
    assert.deepEqual(frames(element), [frame]);
    const request = asks(document).at(-1)!;
    await decide(document, request.id, "decline");
    assert.deepEqual(await result, { action: "decline" });
    assert.deepEqual(frames(element), [frame], "what became of it can be read there");
  }
  assert.equal(frames(...elements).length, 1);
  assert.equal(new Set(asks(document).map(({ id }) => id)).size, 3);
});

test("two requests that are open at once are both shown, each with its own theme and height", async () => {
  const [left, right, third] = [create({ theme: "dark", "max-height": "300" }), create({ theme: "light", "max-height": "500" }), create()];
  await connect(left!, right!, third!);
  const first = ask(left!, "left");
  const second = ask(right!, "right");
  await rest();
  assert.deepEqual([frames(left!).length, frames(right!).length, frames(third!).length], [1, 1, 0]);
  const documents = [await load(frames(left!)[0]!), await load(frames(right!)[0]!)];
  for (const [i, want] of [["dark", 300, "left"], ["light", 500, "right"]].entries()) {
    const frame = frames([left!, right!][i]!)[0]!;
    assert.equal(frame.style["colorScheme"], want[0]);
    assert.equal(frame.style["visibility"], "");
    const { id, params } = asks(documents[i]!)[0]!;
    assert.equal(params["message"], want[2]);
    await decide(documents[i]!, id, "cancel");
  }
  await Promise.all([first, second]);
  // Both are closed: one frame is enough for all elements.
  for (const document of documents) {
    await document.say({ method: "elicitform/closed" });
  }
  assert.equal(frames(left!, right!, third!).length, 1);
});

test("a frame that another element takes over has the settings of that one alone", async () => {
  const [first, second] = [create({ theme: "dark", "max-height": "300", outcome: "hidden" }), create({ locale: "de" })];
  first!.context = { styles: { variables: { "--color-text-primary": "red" } }, timeZone: "Europe/Vienna" };
  await connect(first!, second!);
  const document = await load(frames(first!, second!)[0]!);
  const events: string[] = [];
  for (const [name, element] of Object.entries({ first: first!, second: second! })) {
    for (const type of ["closed", "settled"]) {
      element.addEventListener(`elicitform-${type}`, () => events.push(`${name} ${type}`));
    }
  }
  const before = ask(first!);
  await document.say({ method: "ping" });
  const one = asks(document)[0]!;
  assert.equal(one.notes["outcome"], 0);
  await decide(document, one.id, "decline");
  await before;
  const after = ask(second!);
  await document.say({ method: "ping" });
  const { "elicitform/behind": _, ...change } = Object.assign({}, ...document.messages("ui/notifications/host-context-changed").map(({ params }) => params));
  assert.deepEqual(change, { theme: null, styles: null, timeZone: null, locale: "de", containerDimensions: {} });
  const two = asks(document)[1]!;
  assert.equal("outcome" in two.notes, false);
  await decide(document, two.id, "decline");
  await after;
  assert.deepEqual(events, ["first settled", "first closed", "second settled"]);
});

test("elements with other settings share no frame, and the next request has those that were changed", async () => {
  const [one, other] = [create(), create({ "frame-url": "/other/index.html" })];
  await connect(one!, other!);
  assert.equal(frames(one!, other!).length, 2);
  one!.setAttribute("frame-url", "/other/index.html");
  const result = assert.rejects(ask(one!), { code: "disposed" });
  await rest();
  assert.deepEqual(frames(one!).map(({ src }) => src), ["https://chat.example/other/index.html"]);
  one!.dispose();
  await result;
});

test("when the element with the idle frame goes, another one has a frame for all", async () => {
  const elements = Array.from({ length: 5 }, () => create());
  await connect(...elements);
  const home = elements.find((element) => frames(element).length > 0)!;
  takeOut(home);
  tick(1000);
  assert.deepEqual([frames(home).length, frames(...elements).length], [0, 1]);
  // A chat that closes removes all elements at once: none of them gets a new frame.
  elements.filter((element) => element !== home).forEach(takeOut);
  tick(1000);
  assert.equal(frames(...elements).length, 0);
});

test("what is set after the insertion counts, as properties and as attributes", async () => {
  const element = create();
  await connect(element);
  const document = await load(frames(element)[0]!);
  const askAndDecline = async (): Promise<any> => {
    const result = ask(element);
    await document.say({ method: "ping" });
    const request = asks(document).at(-1)!;
    await decide(document, request.id, "decline");
    await result;
    return request.notes;
  };
  const room = (): unknown => document.messages("ui/notifications/host-context-changed").findLast(({ params }) => "containerDimensions" in params)?.params.containerDimensions;

  assert.equal("outcome" in (await askAndDecline()), false);
  Object.assign(element, { maxHeight: 420, minHeight: 100, outcome: { milliseconds: 3000 }, drafts: false, findings: true, openLink: () => {} });
  const meta = await askAndDecline();
  assert.deepEqual(
    ["outcome", "drafts", "findings", "openLink"].map((name) => meta[name]),
    [3000, false, true, true],
  );
  assert.deepEqual(room(), { maxHeight: 420, minHeight: 100 });
  Object.assign(element, { maxHeight: undefined, minHeight: undefined, outcome: undefined, drafts: undefined, findings: undefined, openLink: undefined });
  for (const [name, value] of Object.entries({ "max-height": "300px", "min-height": "50", outcome: "hidden", drafts: "off", findings: "" })) {
    element.setAttribute(name, value);
  }
  const changed = await askAndDecline();
  assert.deepEqual(
    ["outcome", "drafts", "findings", "openLink"].map((name) => changed[name]),
    [0, false, true, false],
  );
  assert.deepEqual(room(), { maxHeight: 300, minHeight: 50 });
  // The settings also change while a form is open.
  const open = ask(element);
  await document.say({ method: "ping" });
  element.maxHeight = 640;
  element.theme = "dark";
  await pass(100);
  await document.say({ method: "ping" });
  assert.deepEqual(room(), { maxHeight: 640, minHeight: 50 });
  assert.equal(document.messages("ui/notifications/host-context-changed").at(-1).params.theme, "dark");
  await decide(document, asks(document).at(-1)!.id, "decline");
  await open;
});

test("texts mean the same as properties and as attributes", () => {
  const element = create();
  const cases: [attribute: string, text: string, property: string, want: unknown][] = [
    ["max-height", "420", "maxHeight", 420], ["max-height", "30.5px", "maxHeight", 30.5], ["max-height", "60dvh", "maxHeight", "60dvh"],
    ["max-height", "calc(100vh - 8rem)", "maxHeight", "calc(100vh - 8rem)"], ["max-height", "none", "maxHeight", undefined],
    ["min-height", "0", "minHeight", 0],
    ["outcome", "shown", "outcome", "shown"], ["outcome", "hidden", "outcome", "hidden"], ["outcome", "2500", "outcome", { milliseconds: 2500 }], ["outcome", "soon", "outcome", undefined],
    ["drafts", "sessionStorage", "drafts", globalThis.sessionStorage], ["drafts", "off", "drafts", false], ["drafts", "globalThis", "drafts", undefined],
    ["findings", "", "findings", true], ["findings", "false", "findings", false],
    ["prerender", "off", "prerender", false], ["prerender", "", "prerender", true],
    ["frame-url", "/a.html", "frameUrl", "/a.html"], ["time-zone", "UTC", "timeZone", "UTC"], ["theme", "dark", "theme", "dark"], ["server", "a.example", "server", "a.example"],
  ];
  for (const [attribute, text, property, want] of cases) {
    element.setAttribute(attribute, text);
    assert.deepEqual(Reflect.get(element, property), want, `${attribute}="${text}"`);
    element.removeAttribute(attribute);
    Reflect.set(element, property, text);
    assert.deepEqual(Reflect.get(element, property), want, `${property} = "${text}"`);
    Reflect.set(element, property, undefined);
    assert.equal(Reflect.get(element, property), undefined);
  }
  element.setAttribute("max-height", "300");
  element.maxHeight = 500;
  assert.equal(element.maxHeight, 500, "the property is what was set last");
  element.server = { id: "bank.example", name: "bank", title: "The bank" } as unknown as string;
  assert.deepEqual(["server", "server-name", "server-title"].map((name) => element.getAttribute(name)), ["bank.example", "bank", "The bank"]);
  for (const name of Element.observedAttributes) {
    assert.match(name, /^[a-z-]+$/);
  }
});

test("its attributes name the server, unless the call does", async () => {
  const element = create();
  await connect(element);
  await assert.rejects(element.elicit({ message: "" }), TypeError);
  await assert.rejects(element.elicitAll({}), TypeError);
  element.setAttribute("server", "weather.example");
  assert.deepEqual(await element.elicitAll({}), {});
  const failed: string[] = [];
  element.addEventListener("elicitform-error", ({ detail }) => failed.push(detail.server));
  // Frameworks pass on undefined properties.
  assert.deepEqual(await element.elicitAll({}, { server: undefined } as object), {});
  const results = [element.elicit({ message: "" }), element.elicit({ message: "" }, { server: { id: "bank.example" } })];
  await rest();
  element.dispose();
  for (const result of results) {
    await assert.rejects(result, ElicitationError);
  }
  assert.deepEqual(failed, ["weather.example", "bank.example"]);
});

test("one choice is sent from where it is made where the element or the call wants that, and neither forbids it", async () => {
  const element = create({ server: "weather.example" });
  await connect(element);
  let document: Loaded | undefined;
  for (const [i, [attribute, option, short]] of ([
    [undefined, undefined, false], ["short", undefined, true], [undefined, "short", true], ["short", "short", true],
    ["always", undefined, false], ["short", "always", false], ["always", "short", false], ["brief", "short", false],
  ] as const).entries()) {
    element.review = attribute;
    const result = element.elicit({ message: "" }, { review: option });
    await rest();
    document ??= await load(frames(element)[0]!);
    const { id, params } = document.messages("elicitform/ask").at(-1);
    assert.equal(params.notes.shortReview === true, short, `${i}`);
    await decide(document, id, "cancel");
    await result;
  }
});

test("what the host tells are events that leave shadow trees", async () => {
  const element = create({ server: "weather.example" });
  await connect(element);
  const events: Event[] = [];
  for (const type of ["elicitform-shown", "elicitform-expired", "elicitform-error"]) {
    element.addEventListener(type, (event) => events.push(event));
  }
  await assert.rejects(element.elicit({ message: "" }, { deadline: 0 }), { code: "expired" });
  assert.deepEqual(events.map((event) => [event.type, event.bubbles, event.composed]), [["elicitform-expired", true, true]]);
  const { id, ...detail } = (events[0] as CustomEvent).detail;
  assert.deepEqual([typeof id, detail], ["number", { type: "expired", server: "weather.example" }]);
});

test("what was set before the element was defined counts", () => {
  const waiting = Object.assign(new FakeNode(), { context: { theme: "dark" }, findings: true, maxHeight: 300, theme: "light", drafts: false });
  // The browser runs the constructor on the existing element.
  Object.setPrototypeOf(Element, function upgrade() {
    return Object.setPrototypeOf(waiting, Element.prototype);
  });
  try {
    const element = create();
    assert.equal(element, waiting);
    assert.deepEqual(element.context, { theme: "dark" });
    assert.deepEqual([element.findings, element.maxHeight, element.getAttribute("theme"), element.drafts], [true, 300, "light", false]);
    assert.equal(Object.hasOwn(element, "context"), false);
  } finally {
    Object.setPrototypeOf(Element, FakeNode);
  }
});

test("a new context replaces the old one", () => {
  const element = create();
  element.context = { theme: "dark", locale: "de" };
  element.setContext({ timeZone: "Europe/Vienna" });
  assert.deepEqual(element.context, { theme: "dark", locale: "de", timeZone: "Europe/Vienna" });
  element.context = { locale: "fr" };
  assert.deepEqual(JSON.parse(JSON.stringify(element.context)), { locale: "fr" });
});

const RECEIPT = { title: "Sent to travel.example: 2", server: "travel.example", outcome: "accept", answers: [["Guests", "2"]], endedAt: 1, language: "en" } as const;

test("an element with a receipt shows it, and has a frame only once a request comes", async () => {
  const element = create({ receipt: JSON.stringify(RECEIPT), theme: "dark" });
  await connect(element);
  const container = element.children[0]!.children[0]!;
  const shown = (): unknown[] => container.children.map((child) => child.className || (child.src ? "frame" : "?"));
  assert.deepEqual(shown(), ["elicitform-receipt"]);
  assert.equal(container.children[0]!.dataset["theme"], "dark");
  assert.equal(container.children[0]!.children[0]!.textContent, RECEIPT.title);
  element.setAttribute("receipt", JSON.stringify({ ...RECEIPT, title: "Another" }));
  await rest();
  assert.deepEqual(container.children.map(({ children: [head] }) => head!.textContent), ["Another"]);
  element.receipt = { ...RECEIPT, title: "A property", answers: [["Guests", "2"]] };
  await rest();
  assert.equal(container.children[0]!.children[0]!.textContent, "A property");
  element.context = { theme: "light" };
  element.removeAttribute("theme");
  await rest();
  assert.deepEqual(container.children.map(({ dataset }) => dataset["theme"]), ["light"]);
  element.receipt = undefined;
  element.removeAttribute("receipt");
  await rest();
  assert.deepEqual(shown(), ["frame"]);
});

test("a request takes the place of a receipt, and what is no receipt is not shown", async () => {
  const element = create({ receipt: JSON.stringify(RECEIPT) });
  await connect(element);
  element.elicit({ message: "Where?" }, { server: { id: "a" } }).catch(() => {});
  await rest();
  assert.deepEqual(element.children[0]!.children[0]!.children.map(({ className }) => className), [""]);
  for (const text of ["{}", "[]", "no", JSON.stringify({ ...RECEIPT, answers: Array(50).fill(["a".repeat(200), "b"]) })]) {
    const other = create({ receipt: text });
    await connect(other);
    assert.equal(other.querySelector(":scope>.elicitform-receipt"), undefined, text);
  }
});

/** Collects the ends of the requests of properties. */
function ends(element: Made): unknown[] {
  const list: unknown[] = [];
  for (const type of ["elicitform-result", "elicitform-failure"]) {
    element.addEventListener(type, (event) => {
      const detail: unknown = (event as CustomEvent<unknown>).detail;
      list.push(detail instanceof Error ? (detail as { code?: string }).code ?? detail.name : detail);
    });
  }
  return list;
}

test("a request of the property is asked once, and again after it was removed", async () => {
  const element = create({ server: "weather.example" });
  const ended = ends(element);
  element.request = { message: "A" };
  await connect(element);
  const document = await load(frames(element)[0]!);
  assert.equal(asks(document).length, 1);
  element.request = { message: "A" };
  await rest();
  assert.equal(asks(document).length, 1);
  await decide(document, asks(document).at(-1)!.id, "decline");
  assert.deepEqual(ended, [{ action: "decline" }]);
  element.request = { message: "A" };
  await rest();
  assert.equal(asks(document).length, 1);
  element.request = undefined;
  await rest();
  element.request = JSON.stringify({ message: "A" });
  await rest();
  assert.equal(asks(document).length, 2);
  await decide(document, asks(document).at(-1)!.id, "cancel");
  assert.deepEqual(ended, [{ action: "decline" }, { action: "cancel" }]);
});

test("another request, undefined, withdraw() and the signal withdraw a request without an event", async () => {
  const element = create({ server: "weather.example" });
  const ended = ends(element);
  const withdrawn: unknown[] = [];
  element.addEventListener("elicitform-withdrawn", ({ detail }) => withdrawn.push(detail.id));
  const controller = new AbortController();
  const steps = [
    () => (element.request = { message: "B" }),
    () => (element.request = undefined),
    () => {
      element.requestOptions = { signal: controller.signal };
      element.request = { message: "C" };
    },
    () => controller.abort(),
    () => {
      element.requestOptions = {};
      element.request = `{"message":"D"}`;
    },
    () => element.withdraw(),
  ];
  element.request = { message: "A" };
  await connect(element);
  await load(frames(element)[0]!);
  for (const step of steps) {
    step();
    await rest();
  }
  assert.equal(withdrawn.length, 4);
  assert.deepEqual(ended, []);
});

test("a request that cannot be asked is a failure", async () => {
  const element = create();
  const ended = ends(element);
  element.request = { message: "A" };
  await connect(element);
  assert.deepEqual(ended, ["TypeError"]);
});

test("an element takes over the open request of an element that has left the page, with its frame", async () => {
  const [before, stranger, after] = [create({ server: "a" }), create({ server: "b" }), create({ server: "a" })] as const;
  const ended = [ends(before), ends(stranger), ends(after)];
  before.request = { message: "A" };
  await connect(before);
  const frame = frames(before)[0]!;
  const document = await load(frame);
  takeOut(before);
  tick(1);
  tick(59_000);
  // Another server's equal request is a request of its own.
  stranger.request = { message: "A" };
  after.request = { message: "A" };
  await connect(stranger, after);
  assert.equal(frames(after)[0], frame);
  assert.notEqual(frames(stranger)[0], frame);
  assert.equal(page.body.children.length, 0);
  await load(frames(stranger)[0]!);
  await decide(document, asks(document).at(-1)!.id, "decline");
  // The element that has left the page reports no end.
  tick(60_000);
  await rest();
  assert.deepEqual(ended, [[], [], [{ action: "decline" }]]);
});

test("an element that a framework puts elsewhere keeps its frame, and its open request fails after a minute out of the page", async () => {
  const element = create({ server: "weather.example" });
  const ended = ends(element);
  element.request = { message: "A" };
  await connect(element);
  const frame = frames(element)[0];
  await load(frame!);
  element.park();
  takeOut(element);
  tick(30_000);
  await connect(element);
  assert.equal(frames(element)[0], frame);
  takeOut(element);
  tick(1);
  tick(60_000);
  await rest();
  assert.deepEqual(ended, ["disposed"]);
  assert.equal(page.body.children.length, 0);
});

test("a host of the page shows the requests, and no frame is loaded", async () => {
  const element = create({ server: "weather.example" });
  const ended = ends(element);
  const messages: unknown[] = [];
  element.host = {
    elicit: async (params: object) => (messages.push((params as { message: string }).message), { action: messages.length > 1 ? "cancel" : "decline" }),
  } as unknown as FormHost;
  element.request = { message: "A" };
  await connect(element);
  assert.deepEqual(await element.elicit({ message: "B" }), { action: "cancel" });
  assert.deepEqual(ended, [{ action: "decline" }]);
  assert.deepEqual(messages, ["A", "B"]);
  assert.deepEqual(frames(element), []);
});
