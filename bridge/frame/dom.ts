// Carries out the operations of a drawing in one call. The program's half is dom.go in web/build/_slim/goapp.

/** The program finds it as globalThis.goappDOM. */
export type DOMInterpreter = ReturnType<typeof interpreter>;

// How many words follow the first one, by the code of an operation. Those of the first five codes end with the length of a text.
const ARGUMENTS = [1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 2, 1, 0, 2, 1];
const NOTHING = new Uint32Array();

/** Makes the interpreter for a document. A replaced node stays before the new one if `leaves` returns true. */
export function interpreter(page: Document, leaves: (old: Node) => boolean = () => false) {
  const { nodes, listeners, listen, operate } = drawing(page, leaves);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let buffer = new Uint8Array();
  // The current batch. Removing a node can cause an event, and the event another batch: the first batch is finished before the
  // second begins.
  let [words, at, texts, from] = [NOTHING, 0, "", 0];
  let errors: unknown[] = [];

  // The words and texts of an operation are read before anything can fail.
  const step = (): void => {
    // No lists, which are slow to destructure: this runs thousands of times before an engine optimises it.
    const word = words[at]!;
    const code = word & 255;
    const a = words[at + 1]!;
    const b = words[at + 2]!;
    at += 1 + ARGUMENTS[code]!;
    const text = code < 5 ? texts.substring(from, (from += code < 3 ? a : b)) : "";
    operate(code, word >>> 8, a, b, text);
  };
  const finish = (): void => {
    while (at < words.length) {
      try {
        while (at < words.length) {
          step();
        }
      } catch (error) {
        errors.push(error);
      }
    }
    [words, at, texts, from] = [NOTHING, 0, "", 0];
  };

  return {
    /** Sets the function that gets every event, with the id of its listener. */
    listen,
    /** Makes the buffer into which the program writes its batches, of at most this many bytes. */
    room: (bytes: number): Uint8Array => (buffer = new Uint8Array(bytes)),
    /**
     * Carries out a batch of so many words, and so many bytes of text. An operation that fails does not stop the others; the
     * first error is thrown at the end.
     */
    run(count: number, bytes: number): void {
      finish();
      words = new Uint32Array(buffer.buffer, 0, count).slice();
      texts = decoder.decode(buffer.subarray(4 * count, 4 * count + bytes));
      finish();
      const failed = errors;
      errors = [];
      if (failed.length > 0) {
        throw failed[0];
      }
    },
    node: (id: number): Node | undefined => nodes[id],
    /** Gives an id to a node that the program has not made. */
    adopt: (id: number, node: Node): void => void (nodes[id] = node),
    /** Counts the nodes and listeners of the program. */
    live: () => ({ nodes: nodes.filter(Boolean).length, listeners: listeners.size }),
  };
}

/** Makes the state that operations change: nodes, names and listeners by their numbers. `operate` carries one out. */
function drawing(page: Document, leaves: (old: Node) => boolean) {
  const nodes: (Node | undefined)[] = [];
  const names: string[] = [];
  const listeners = new Map<number, { node: Node; type: string; handleEvent(event: Event): void }>();
  let handle: (listener: number, event: Event) => void = () => {};

  const addListener = (node: Node, type: string, id: number): void => {
    const listener = { node, type, handleEvent: (event: Event) => handle(id, event) };
    listeners.set(id, listener);
    node.addEventListener(type, listener);
  };
  const removeListener = (id: number): void => {
    const listener = listeners.get(id);
    listeners.delete(id);
    listener?.node.removeEventListener(listener.type, listener);
  };
  const replace = (parent: Node, next: Node, old: Node): Node =>
    leaves(old) ? parent.insertBefore(next, old.nextSibling) : parent.replaceChild(next, old);

  const operate = (code: number, id: number, a: number, b: number, text: string): void => {
    const node = nodes[id] as Element & { [member: string]: unknown };
    switch (code) {
      case 0: names[id] = text; break;
      case 1: nodes[id] = page.createTextNode(text); break;
      case 2: node.nodeValue = text; break;
      case 3: node.setAttribute(names[a]!, text); break;
      case 4: node[names[a]!] = text; break;
      case 5: nodes[id] = page.createElement(names[a]!); break;
      case 6: node.removeAttribute(names[a]!); break;
      case 7: node[names[a]!] = true; break;
      case 8: node[names[a]!] = false; break;
      case 9: node.appendChild(nodes[a]!); break;
      case 10: replace(node, nodes[a]!, nodes[b]!); break;
      case 11: node.removeChild(nodes[a]!); break;
      case 12: nodes[id] = undefined; break;
      case 13: addListener(node, names[a]!, b); break;
      case 14: removeListener(a); break;
    }
  };
  return { nodes, listeners, listen: (to: typeof handle): void => void (handle = to), operate };
}
