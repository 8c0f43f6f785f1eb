// A page without a browser, for the tests of elements: importing this module defines the globals that they need.

// The parts of a document that the element and the frame use.
export class FakeNode extends EventTarget {
  readonly attributes = new Map<string, string>();
  readonly children: FakeNode[] = [];
  readonly style: Record<string, unknown> = {};
  readonly channels: MessagePort[] = [];
  inPage = false;
  src = "";
  parentNode: FakeNode | null = null;
  shadowRoot: FakeNode | null = null;
  hidden = false;
  className = "";
  textContent = "";
  readonly dataset: Record<string, string> = {};
  attributeChangedCallback?(name: string): void;
  get parentElement(): FakeNode | null {
    return this.parentNode?.parentNode?.shadowRoot === this.parentNode ? null : this.parentNode ?? null;
  }
  get isConnected(): boolean {
    return this.parentNode?.isConnected ?? this.inPage;
  }
  get ownerDocument(): unknown {
    return page;
  }
  // The window of an iframe: the host opens the connection by a message to it.
  readonly contentWindow = { postMessage: (_: unknown, __: string, [port]: MessagePort[]) => void this.channels.push(port!) };
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    this.attributeChangedCallback?.(name);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
    this.attributeChangedCallback?.(name);
  }
  append(...nodes: FakeNode[]): void {
    for (const node of nodes) {
      node.remove();
      this.children.push(node);
      node.parentNode = this;
    }
  }
  // As in browsers with moveBefore: the document of an iframe stays.
  moveBefore(node: FakeNode): void {
    this.append(node);
  }
  remove(): void {
    this.parentNode?.children.splice(this.parentNode.children.indexOf(this), 1);
    this.parentNode = null;
  }
  blur(): void {}
  // Finds a child by its class.
  querySelector(selector: string): FakeNode | undefined {
    return this.children.find(({ className }) => selector === `:scope>.${className}`);
  }
  getRootNode(): FakeNode {
    return this;
  }
  attachShadow(): FakeNode {
    this.shadowRoot = new FakeNode();
    this.append(this.shadowRoot);
    return this.shadowRoot;
  }
}

export const view = new EventTarget();
export const page = {
  baseURI: "https://chat.example/room/", body: new FakeNode(), createElement: () => new FakeNode(), defaultView: view,
  documentElement: { lang: "" },
};
page.body.inPage = true;
export const defined = new Map<string, unknown>();
Object.assign(globalThis, {
  HTMLElement: FakeNode,
  CSSStyleSheet: class {
    text = "";
    replaceSync(text: string): void {
      this.text = text;
    }
  },
  MutationObserver: class {
    observe(): void {}
    disconnect(): void {}
  },
  ShadowRoot: class {},
  getComputedStyle: () => ({ color: "", backgroundColor: "", backgroundImage: "none", getPropertyValue: () => "" }),
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  customElements: { get: (name: string) => defined.get(name), define: (name: string, made: unknown) => defined.set(name, made) },
  document: page,
  fetch: () => Promise.reject(new TypeError("fetch failed")),
});
