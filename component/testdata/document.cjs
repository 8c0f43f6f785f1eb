// A document for tests that run in Node: as much of one as go-app needs to draw. A program
// that draws with the frame's interpreter finds it too. Open makes globalThis.document.

const { readFileSync } = require("node:fs");
const path = require("node:path");
const { transformSync } = require("esbuild");

const source = readFileSync(path.join(__dirname, "../../bridge/frame/dom.ts"), "utf8");
const frame = { exports: {} };
new Function("module", transformSync(source, { format: "cjs", loader: "ts" }).code)(frame);

/** A node of any type. Members that a program sets stay on it. */
class FakeNode {
  constructor(tag, text) {
    Object.assign(this, { tag, nodeValue: text, attributes: {}, children: [], listeners: [], parent: null });
  }
  get id() { return this.attributes.id ?? ""; }
  get name() { return this.attributes.name ?? ""; }
  get isConnected() { return this === document.body || this.parent?.isConnected === true; }
  get firstElementChild() { return this.children[0] ?? null; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  appendChild(node) {
    this.children.push(node);
    node.parent = this;
  }
  replaceChild(node, old) {
    this.children.splice(this.indexOf(old), 1, node);
    node.parent = this;
    old.parent = null;
  }
  removeChild(old) {
    this.children.splice(this.indexOf(old), 1);
    old.parent = null;
  }
  indexOf(child) {
    const at = this.children.indexOf(child);
    if (at < 0) throw new Error("not a child");
    return at;
  }
  addEventListener(type, listener) { this.listeners.push({ type, listener }); }
  removeEventListener(type, listener) { this.listeners = this.listeners.filter((l) => l.type !== type || l.listener !== listener); }
  closest() { return null; }
  /** Sends an event as a browser does. */
  happen(type, members) {
    const event = { type, target: this, preventDefault() {}, stopPropagation() {}, ...members };
    for (let node = this; node; node = type === "blur" ? null : node.parent) {
      for (const { listener } of node.listeners.filter((l) => l.type === type)) {
        listener.handleEvent ? listener.handleEvent(event) : listener(event);
      }
    }
  }
  /** The tree as JSON has it: attributes, and the members that a program has set. */
  tree() {
    const { tag, nodeValue, attributes, children, listeners, parent, ...members } = this;
    return { tag, text: nodeValue, attributes: { ...members, ...attributes }, children: children.map((child) => child.tree()) };
  }
  all(what) { return [this].filter(what).concat(this.children.flatMap((child) => child.all(what))); }
  find(what) { return this.all(what)[0] ?? null; }
}

exports.FakeNode = FakeNode;

exports.open = () => {
  const body = new FakeNode("body");
  body.appendChild(new FakeNode("div"));
  globalThis.document = {
    body,
    activeElement: body,
    createElement: (tag) => new FakeNode(tag),
    createTextNode: (text) => new FakeNode("#text", text),
    getElementById: (id) => body.find((node) => node.id === id),
    /** Takes the name of an element, or [name="value"] of an attribute. */
    querySelector(selector) {
      const [, name, value] = /^\[(.+?)="(.+)"\]$/.exec(selector) ?? [];
      return body.find((node) => name ? node.attributes[name] === value : node.tag === selector);
    },
    querySelectorAll: () => body.all((node) => ["input", "select", "textarea"].includes(node.tag)),
  };
  globalThis.goappDOM = frame.exports.interpreter(document);
};
