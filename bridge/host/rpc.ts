import { isObject, own, parseObject } from "./json.js";
import { RateLimit } from "./rate.js";

/** What is used of a MessagePort; tests have their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** What the frame may ask for and tell. */
export interface RpcHandlers {
  /** Answers a request with its result, or undefined for an unknown method. */
  request(method: string, params: unknown): unknown;
  notification(method: string, params: unknown): void;
  response(id: number, outcome: RpcOutcome): void;
}

/** The result or the error of a response; its members are unchecked. */
export type RpcOutcome = { result: unknown } | { error: unknown };

const MESSAGES_PER_SECOND = 200;
const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0 as text over a MessagePort. */
export class Rpc {
  readonly #port: Port;
  readonly #handlers: RpcHandlers;
  readonly #limit = new RateLimit(MESSAGES_PER_SECOND);
  #closed = false;

  constructor(port: Port, handlers: RpcHandlers) {
    this.#port = port;
    this.#handlers = handlers;
    // Setting onmessage also starts the port.
    port.onmessage = (event) => this.#receive(event.data);
  }

  /** Sends one message that is JSON text already. */
  sendText(text: string): void {
    if (!this.#closed) {
      this.#port.postMessage(text);
    }
  }

  notify(method: string, params: unknown): void {
    this.sendText(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a request whose answer nobody waits for. */
  request(id: number, method: string, params: unknown): void {
    this.sendText(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /** Hands over the wasm bytes; null asks the frame to fetch them itself. */
  sendBytes(bytes: ArrayBuffer | null): void {
    if (!this.#closed) {
      this.#port.postMessage(bytes, bytes ? [bytes] : []);
    }
  }

  close(): void {
    this.#closed = true;
    this.#port.onmessage = null;
    this.#port.close();
  }

  #receive(data: unknown): void {
    if (typeof data !== "string" || !this.#limit.allow()) {
      return;
    }
    const message = parseObject(data);
    if (message === undefined) {
      return;
    }
    const method = own(message, "method");
    const id = own(message, "id");
    if (typeof method === "string") {
      this.#called(method, id, own(message, "params"));
    } else if (typeof id === "number") {
      this.#answered(id, message);
    }
  }

  #called(method: string, id: unknown, params: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") {
      this.#handlers.notification(method, params);
      return;
    }
    const result = this.#handlers.request(method, params);
    this.sendText(
      JSON.stringify(
        result === undefined
          ? { jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: "Method not found" } }
          : { jsonrpc: "2.0", id, result },
      ),
    );
  }

  #answered(id: number, message: object): void {
    if (Object.hasOwn(message, "result")) {
      this.#handlers.response(id, { result: own(message, "result") });
    } else if (isObject(own(message, "error"))) {
      this.#handlers.response(id, { error: own(message, "error") });
    }
  }
}
