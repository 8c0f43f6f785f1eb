/** A request for the servers in the worker, which comes with a port for the response. The path begins with a slash. */
export type Asked = { method: string; path: string; headers: [string, string][]; body: string };

/** What comes over the port: the head of the response, its parts, and null at its end. */
export type Piece = { status: number; headers: [string, string][] } | Uint8Array<ArrayBuffer> | { failed: string } | null;

/** Sends a request, and resolves when the response begins. Any message that is sent over the port gives the request up. */
export function ask(
  to: { postMessage(asked: Asked, transfer: Transferable[]): void }, asked: Asked, signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { port1: port, port2: remote } = new MessageChannel();
    let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const giveUp = (): void => {
      port.onmessage = null;
      port.postMessage("give up");
    };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (stream = controller), cancel: giveUp });
    const fail = (error: unknown): void => {
      stream.error(error);
      reject(error);
    };
    port.onmessage = ({ data }: MessageEvent<Piece>) => {
      if (data === null) {
        stream.close();
      } else if (data instanceof Uint8Array) {
        stream.enqueue(data);
      } else if ("failed" in data) {
        fail(new TypeError(data.failed));
      } else {
        resolve(new Response([204, 205, 304].includes(data.status) ? null : body, data));
      }
    };
    signal.addEventListener("abort", () => {
      giveUp();
      fail(signal.reason);
    });
    to.postMessage(asked, [remote]);
  });
}
