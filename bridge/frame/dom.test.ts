import assert from "node:assert/strict";
import { test } from "node:test";
import { type DOMInterpreter, interpreter } from "./dom.js";

/** A node with the members that the interpreter uses. */
class FakeNode {
  readonly attributes = new Map<string, string>();
  readonly listeners: { type: string; listener: { handleEvent(event: Event): void } }[] = [];
  children: FakeNode[] = [];
  parent: FakeNode | undefined;
  nodeValue = "";
  /** Called when the node is removed: a browser sends events then. */
  removed = (): void => {};

  constructor(readonly name: string) {}

  setAttribute(name: string, value: string): void {
    if (name === "bad name") {
      throw new Error("InvalidCharacterError");
    }
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  appendChild(child: FakeNode): FakeNode {
    child.parent = this;
    this.children.push(child);
    return child;
  }

  replaceChild(child: FakeNode, old: FakeNode): FakeNode {
    const at = this.#indexOf(old);
    this.children[at] = child;
    child.parent = this;
    old.removed();
    return old;
  }

  removeChild(child: FakeNode): FakeNode {
    this.children.splice(this.#indexOf(child), 1);
    child.removed();
    return child;
  }

  addEventListener(type: string, listener: { handleEvent(event: Event): void }): void {
    this.listeners.push({ type, listener });
  }

  removeEventListener(type: string, listener: object): void {
    const at = this.listeners.findIndex((l) => l.type === type && l.listener === listener);
    assert.notEqual(at, -1, "the listener is there");
    this.listeners.splice(at, 1);
  }

  #indexOf(child: FakeNode): number {
    const at = this.children.indexOf(child);
    if (at < 0) {
      throw new Error("NotFoundError");
    }
    return at;
  }
}

type Operation = [code: number, id: number, ...(number | string)[]];

const page = {
  createElement: (tag: string) => new FakeNode(tag),
  createTextNode: (text: string) => Object.assign(new FakeNode("#text"), { nodeValue: text }),
} as unknown as Document;

/** Writes operations as the program does. A text in an operation is written as its length. */
function write(dom: DOMInterpreter, operations: Operation[]): [number, number] {
  const words = operations.flatMap(([code, id, ...rest]) => [(code | (id << 8)) >>> 0, ...rest.map((x) => (typeof x === "string" ? x.length : x))]);
  const texts = new TextEncoder().encode(operations.flat().filter((x) => typeof x === "string").join(""));
  const buffer = dom.room((4 * words.length + texts.length + 7) & ~3);
  buffer.set(new Uint8Array(new Uint32Array(words).buffer));
  buffer.set(texts, 4 * words.length);
  return [words.length, texts.length];
}

const run = (dom: DOMInterpreter, operations: Operation[]): void => dom.run(...write(dom, operations));
const nodeOf = (dom: DOMInterpreter, id: number): FakeNode => dom.node(id) as unknown as FakeNode;

const DIV: Operation[] = [[0, 0, "div"], [0, 1, "class"], [0, 2, "value"], [0, 3, "click"], [0, 4, "bad name"], [5, 1, 0]];

test("a batch makes a tree and changes it", () => {
  const dom = interpreter(page);
  run(dom, [
    ...DIV, [3, 1, 1, "a"], [4, 1, 2, "v"], [5, 2, 0], [9, 1, 2], [1, 3, "text"], [9, 2, 3],
    [0, 6, "hidden"], [7, 1, 6], [8, 2, 6], [0, 5, "hr"], [5, 4, 5], [9, 1, 4],
  ]);
  const div = nodeOf(dom, 1) as FakeNode & { value: string; hidden: boolean };
  assert.deepEqual([div.name, div.attributes.get("class"), div.value, div.hidden], ["div", "a", "v", true]);
  assert.deepEqual(div.children.map((c) => c.name), ["div", "hr"]);
  assert.equal(div.children[0]!.children[0]!.nodeValue, "text");
  run(dom, [[6, 1, 1], [2, 3, "other"], [5, 5, 0], [10, 1, 5, 4], [12, 4], [11, 1, 2], [12, 2], [12, 3]]);
  assert.deepEqual([div.attributes.size, div.children.map((c) => c.name)], [0, ["div"]]);
  assert.deepEqual(dom.live(), { nodes: 2, listeners: 0 });
});

test("texts arrive with every character", () => {
  const dom = interpreter(page);
  const texts = ["\uFEFFmark", "a\0b", "😀", "", "é", "\uFFFD", "日本語", "end"];
  run(dom, texts.map((text, i): Operation => [1, i + 1, text]));
  assert.deepEqual(texts.map((_, i) => nodeOf(dom, i + 1).nodeValue), texts);
});

test("an operation that fails does not stop the others", () => {
  const dom = interpreter(page);
  assert.throws(() => run(dom, [...DIV, [3, 1, 4, "lost"], [3, 9, 1, "no such node"], [3, 1, 1, "a"], [1, 2, "b"], [9, 1, 2]]), /InvalidCharacterError/);
  assert.equal(nodeOf(dom, 1).attributes.get("class"), "a");
  assert.equal(nodeOf(dom, 1).children[0]!.nodeValue, "b");
  run(dom, [[3, 1, 1, "next"]]);
  assert.equal(nodeOf(dom, 1).attributes.get("class"), "next");
});

test("all events go to one function, with the ids of their listeners", () => {
  const dom = interpreter(page);
  const events: unknown[] = [];
  dom.listen((id, event) => events.push(id, event));
  run(dom, [...DIV, [13, 1, 3, 7], [13, 1, 3, 8]]);
  const { listeners } = nodeOf(dom, 1);
  assert.deepEqual(listeners.map((l) => l.type), ["click", "click"]);
  const event = new Event("click");
  listeners.forEach((l) => l.listener.handleEvent(event));
  assert.deepEqual(events, [7, event, 8, event]);
  // A listener is removed from its node even after the id of the node was freed.
  run(dom, [[12, 1], [14, 0, 7]]);
  assert.equal(listeners.length, 1);
  assert.deepEqual(dom.live(), { nodes: 0, listeners: 1 });
  run(dom, [[14, 0, 99]]);
});

test("a batch that comes during another one waits for the end of that one", () => {
  const dom = interpreter(page);
  run(dom, [...DIV, [5, 2, 0], [9, 1, 2]]);
  let during: (string | undefined)[] = [];
  nodeOf(dom, 2).removed = () => {
    run(dom, [[3, 1, 1, "inner"]]);
    during = [nodeOf(dom, 1).attributes.get("class"), nodeOf(dom, 1).children[0]?.nodeValue];
  };
  run(dom, [[11, 1, 2], [3, 1, 1, "outer"], [1, 3, "after"], [9, 1, 3]]);
  assert.deepEqual(during, ["inner", "after"]);
  assert.equal(nodeOf(dom, 1).children.length, 1);
});

test("an adopted node is drawn on like any other", () => {
  const dom = interpreter(page);
  const body = new FakeNode("body");
  dom.adopt(5, body as unknown as Node);
  run(dom, [...DIV, [9, 5, 1], [13, 5, 3, 1]]);
  assert.deepEqual([body.children[0]!.name, body.listeners.length], ["div", 1]);
});
