import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ElicitationError } from "./errors.js";
import type { ElicitationFormElement } from "./element.js";

// As much of a document as the element and the frame use.
class FakeNode extends EventTarget {
  readonly attributes = new Map<string, string>();
  readonly children: FakeNode[] = [];
  readonly style = {};
  isConnected = false;
  src = "";
  parentNode: FakeNode | undefined;
  get ownerDocument(): unknown {
    return page;
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  append(node: FakeNode): void {
    this.children.push(node);
    node.parentNode = this;
  }
  remove(): void {
    this.parentNode?.children.splice(this.parentNode.children.indexOf(this), 1);
  }
  blur(): void {}
  getRootNode(): FakeNode {
    return this;
  }
  attachShadow(): FakeNode {
    const shadow = new FakeNode();
    this.append(shadow);
    return shadow;
  }
}

const page = { baseURI: "https://chat.example/room/", createElement: () => new FakeNode(), defaultView: new EventTarget() };
const defined = new Map<string, unknown>();
Object.assign(globalThis, {
  HTMLElement: FakeNode,
  CSSStyleSheet: class {
    replaceSync(): void {}
  },
  MutationObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
  ShadowRoot: class {},
  customElements: { get: (name: string) => defined.get(name), define: (name: string, made: unknown) => defined.set(name, made) },
  document: page,
});
const { ElicitationFormElement: Element } = await import("./element.js");

const made: ElicitationFormElement[] = [];
afterEach(() => made.splice(0).forEach((element) => element.dispose()));

function create(attributes: { [name: string]: string } = {}): ElicitationFormElement & FakeNode {
  const element = new Element() as ElicitationFormElement & FakeNode;
  made.push(element);
  for (const [name, value] of Object.entries({ "frame-url": "/forms/index.html", ...attributes })) {
    element.setAttribute(name, value);
  }
  return element;
}

function connect(element: ElicitationFormElement & FakeNode): void {
  element.isConnected = true;
  element.connectedCallback();
}

/** The frames in the element. */
const frames = (element: FakeNode): FakeNode[] => element.children[0]?.children[0]?.children ?? [];

test("registers itself", () => {
  assert.equal(defined.get("elicitation-form"), Element);
});

test("in the page it has a frame, whose address is relative to the page", () => {
  const element = create({ "frame-url": "../forms/index.html" });
  assert.deepEqual(frames(element), []);
  connect(element);
  assert.deepEqual(frames(element).map(({ src }) => src), ["https://chat.example/forms/index.html"]);
});

test("moving it keeps the host, removing it disposes of it, and it can come back", async () => {
  const element = create();
  connect(element);
  const [frame] = frames(element);
  const ready = assert.rejects(element.ready, { code: "disposed" });
  element.isConnected = false;
  element.disconnectedCallback();
  connect(element);
  await Promise.resolve();
  assert.deepEqual(frames(element), [frame]);

  element.isConnected = false;
  element.disconnectedCallback();
  await ready;
  assert.deepEqual(frames(element), []);
  connect(element);
  assert.equal(frames(element).length, 1);
});

test("its attributes name the server, unless the call does", async () => {
  const element = create();
  connect(element);
  await assert.rejects(element.elicit({ message: "" }), TypeError);
  await assert.rejects(element.elicitAll({}), TypeError);
  element.setAttribute("server", "weather.example");
  assert.deepEqual(await element.elicitAll({}), {});
  const failed: string[] = [];
  element.addEventListener("elicitform-error", ({ detail }) => failed.push(detail.server));
  // As a framework passes on what nobody has set.
  assert.deepEqual(await element.elicitAll({}, { server: undefined } as object), {});
  const results = [element.elicit({ message: "" }), element.elicit({ message: "" }, { server: { id: "bank.example" } })];
  await new Promise((resolve) => setImmediate(resolve));
  element.dispose();
  for (const result of results) {
    await assert.rejects(result, ElicitationError);
  }
  assert.deepEqual(failed, ["weather.example", "bank.example"]);
});

test("what the host tells are events that leave shadow trees", async () => {
  const element = create({ server: "weather.example" });
  connect(element);
  const events: Event[] = [];
  for (const type of ["elicitform-shown", "elicitform-expired", "elicitform-error"]) {
    element.addEventListener(type, (event) => events.push(event));
  }
  await assert.rejects(element.elicit({ message: "" }, { deadline: 0 }), { code: "expired" });
  assert.deepEqual(events.map((event) => [event.type, event.bubbles, event.composed]), [["elicitform-expired", true, true]]);
  assert.deepEqual((events[0] as CustomEvent).detail, { type: "expired", server: "weather.example", id: 1 });
});

test("what was set before the element was defined counts", () => {
  const waiting = Object.assign(new FakeNode(), { context: { theme: "dark" }, findings: true });
  // As the browser runs the constructor: on the element that is there.
  Object.setPrototypeOf(Element, function upgrade() {
    return Object.setPrototypeOf(waiting, Element.prototype);
  });
  try {
    const element = create();
    assert.equal(element, waiting);
    assert.deepEqual(element.context, { theme: "dark" });
    assert.equal(element.findings, true);
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
