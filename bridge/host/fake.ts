// A frame without a browser, for the tests of the host.

import type { Connected, Frame, FrameFactory } from "./frame.js";
import { Host } from "./host.js";
import type { Port } from "./rpc.js";
import type { FormHostEvent, FormHostOptions } from "./types.js";

/** One end of a connection, seen from the frame. */
export class FakePort implements Port {
  onmessage: Port["onmessage"] = null;
  readonly sent: unknown[] = [];
  closed = false;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  close(): void {
    this.closed = true;
  }

  /** The frame says something. */
  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  sayJson(message: object): void {
    this.say(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** The messages of the host with that method. */
  heard(method: string): { id?: number; method: string; params: Record<string, any> }[] {
    return this.sent
      .filter((text): text is string => typeof text === "string")
      .map((text) => JSON.parse(text))
      .filter((message) => message.method === method);
  }
}

/** What the host does to its iframe. */
export class FakeFrame implements Frame {
  connected = true;
  title = "";
  shown = false;
  height: number | undefined;
  theme: unknown;
  focused = 0;
  removed = false;
  container: unknown;
  readonly hello: Connected;

  constructor(container: unknown, hello: Connected) {
    this.container = container;
    this.hello = hello;
  }

  place(container: unknown): boolean {
    const loads = !this.connected || container !== this.container;
    this.connected = true;
    this.container = container;
    return loads;
  }

  show(title: string): void {
    this.title = title;
    this.shown = true;
  }

  hide(): void {
    this.shown = false;
  }

  setHeight(pixels: number): void {
    this.height = pixels;
  }

  setTheme(theme: unknown): void {
    this.theme = theme;
  }

  focus(): void {
    this.focused++;
  }

  remove(): void {
    this.removed = true;
    this.connected = false;
  }

  /** The document loads and shakes hands. */
  connect(): FakePort {
    const port = new FakePort();
    this.hello(port, "");
    return port;
  }

  /** As connect, up to the point where requests may be sent. */
  open(): FakePort {
    const port = this.connect();
    port.sayJson({ id: "boot", method: "ui/initialize", params: {} });
    port.sayJson({ method: "ui/notifications/initialized" });
    return port;
  }
}

/** A host with everything that it made and told. */
export interface Setup {
  host: Host;
  frames: FakeFrame[];
  events: FormHostEvent[];
  container: HTMLElement;
}

export function setup(options: Partial<FormHostOptions> = {}): Setup {
  const frames: FakeFrame[] = [];
  const events: FormHostEvent[] = [];
  const container = { name: "container" } as unknown as HTMLElement;
  const factory: FrameFactory = (_url, where, connected) => {
    const frame = new FakeFrame(where, connected);
    frames.push(frame);
    return frame;
  };
  const host = new Host(
    { container, onEvent: (event) => events.push(event), ...options },
    "https://chat.example/frame/index.html",
    factory,
  );
  return { host, frames, events, container };
}

/** Lets everything happen that waits for nothing but its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
