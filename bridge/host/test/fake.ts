// A frame without a browser, for the tests of the host.

import { afterEach } from "node:test";
import type { Frame, FrameHandlers, Port } from "../frame.js";
import { type Host, openHost } from "../host.js";
import type { FormHostEvent, FormHostOptions, HostContext } from "../types.js";

export const server = { id: "weather.example" };
export const params = { message: "Hello" };

/** The frame's end of a connection. */
export class FakePort implements Port {
  onmessage: Port["onmessage"] = null;
  readonly sent: unknown[] = [];
  closed = false;

  postMessage(message: unknown): void {
    // A closed MessagePort drops messages without an error.
    if (!this.closed) {
      this.sent.push(message);
    }
  }

  close(): void {
    this.closed = true;
  }

  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  sayJson(message: object): void {
    this.say(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** The messages of the host with that method. */
  messages(method: string): { id?: number; method: string; params: Record<string, any> }[] {
    return this.sent
      .filter((text): text is string => typeof text === "string")
      .map((text) => JSON.parse(text))
      .filter((message) => message.method === method);
  }
}

/** The parts of an element that receipts use. */
class FakeElement {
  readonly children: (FakeElement | string)[] = [];
  isConnected = true;
  className = "";
  lang = "";
  dir = "";
  part = "";
  name: string;
  parent: FakeElement | undefined;

  constructor(name: string) {
    this.name = name;
  }

  readonly dataset: Record<string, string> = {};

  get ownerDocument(): object {
    return { createElement: (name: string) => new FakeElement(name) };
  }

  getRootNode(): object {
    return {};
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text: string) {
    this.children.splice(0, Infinity, text);
  }

  // Finds a child by its class.
  querySelector(selector: string): FakeElement | undefined {
    return this.children.find((child) => typeof child === "object" && `:scope>.${child.className}` === selector) as FakeElement | undefined;
  }

  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
    children.forEach((child) => typeof child === "object" && (child.parent = this));
  }

  remove(): void {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = undefined;
  }
}

export function fakeContainer(name: string): HTMLElement & { isConnected: boolean } {
  return new FakeElement(name) as unknown as HTMLElement & { isConnected: boolean };
}

/** An iframe that records the calls of the host. */
export class FakeFrame implements Frame {
  present = true;
  title = "";
  shown = false;
  height: number | undefined;
  look: HostContext = {};
  focused = 0;
  revealed: number[][] = [];
  removed = false;
  reloads = 0;
  container: unknown;
  readonly handlers: FrameHandlers;
  /** Whether the browser has moveBefore. */
  survivesMoves = false;

  constructor(container: unknown, handlers: FrameHandlers) {
    this.container = container;
    this.handlers = handlers;
  }

  place(container: unknown): boolean {
    const loads = !this.present || (container !== this.container && !this.survivesMoves);
    this.present = true;
    this.container = container;
    return loads;
  }

  show(title: string): void {
    this.title = title;
    this.shown = true;
  }

  /** The element that took the place of the frame. */
  heir: unknown;

  hide(heir?: HTMLElement): void {
    this.shown = false;
    this.heir = heir;
  }

  reload(): void {
    this.reloads++;
  }

  setHeight(pixels: number): void {
    this.height = pixels;
  }

  reveal(...area: number[]): void {
    this.revealed.push(area);
  }

  setLook(context: HostContext): void {
    this.look = context;
  }

  /** The colours behind the frame. */
  colours: string[] | undefined;

  behind(): string[] | undefined {
    return this.shown ? this.colours : undefined;
  }

  focus(): void {
    this.focused++;
  }

  remove(): void {
    this.removed = true;
    this.present = false;
  }

  /** A script takes the iframe out of the page. */
  takeOut(): void {
    this.present = false;
    if (this.shown) {
      this.handlers.takenOut();
    }
  }

  /** The document loads and shakes hands. */
  connect(hello: object = {}): FakePort {
    const port = new FakePort();
    this.handlers.connected(port, hello, undefined);
    return port;
  }

  /** A document loads. Ours sends its hello before. */
  load(): void {
    this.handlers.hasLoaded();
  }

  /** The document loads, shakes hands and accepts requests. */
  open(): FakePort {
    const port = this.connect();
    port.sayJson({ id: "boot", method: "ui/initialize", params: {} });
    port.sayJson({ method: "ui/notifications/initialized" });
    return port;
  }
}

/** A host, with its frames and events. */
export interface Setup {
  host: Host;
  frame: FakeFrame;
  frames: FakeFrame[];
  events: FormHostEvent[];
  container: HTMLElement & { isConnected: boolean };
}

const made: Host[] = [];

/** Makes a host for one test. */
export function start(options: Partial<FormHostOptions> = {}): Setup {
  const frames: FakeFrame[] = [];
  const events: FormHostEvent[] = [];
  const container = fakeContainer("container");
  class RecordedFrame extends FakeFrame {
    constructor(_url: string, where: HTMLElement, handlers: FrameHandlers) {
      super(where, handlers);
      frames.push(this);
    }
  }
  const host = openHost(
    { container, onEvent: (event) => events.push(event), ...options },
    "https://chat.example/frame/index.html",
    RecordedFrame,
  );
  made.push(host);
  return { host, frame: frames[0]!, frames, events, container };
}

// The timers of the hosts would keep the test from ending.
afterEach(() => made.splice(0).forEach((host) => host.dispose()));

/** The person decides a single request in the frame. */
export function answer(port: FakePort, id: unknown, decision: unknown = "decline"): void {
  const result = typeof decision === "string" ? { action: decision } : decision;
  port.sayJson({ id, result: { responses: [{ result }] } });
}

/** A round that the frame got. */
export interface SentRound {
  id: number;
  notes: Record<string, any>;
  requests: { key?: string; params?: string; rejected?: string }[];
  /** The params of the first request. */
  params: Record<string, any>;
}

/** The rounds that the frame got, in order. */
export function asks(port: Pick<FakePort, "messages">, method = "elicitform/ask"): SentRound[] {
  return port.messages(method).map(({ id, params: { notes, requests } }) => ({ id: id!, notes, requests, params: JSON.parse(requests[0].params ?? "{}") }));
}

/** The frame reports that a request is on the screen. */
export function shows(port: FakePort, id: number): void {
  port.sayJson({ method: "elicitform/shown", params: { requestId: id } });
}

/** The ids of the requests that the frame got, in order. */
export function ids(port: FakePort): (number | undefined)[] {
  return asks(port).map(({ id }) => id);
}
