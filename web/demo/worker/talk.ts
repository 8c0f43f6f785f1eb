/** A request for the servers in the worker, together with a port for the response. The path begins with a slash. */
export type WorkerRequest = { method: string; path: string; headers: [string, string][]; body: string };

/** A message over the port: the head of the response, a part of it, or null at its end. */
export type Piece = { status: number; headers: [string, string][] } | Uint8Array<ArrayBuffer> | { failed: string } | null;

/** Sends a request, and resolves when the response begins. The message "cancel" to the worker over the port cancels the request. */
export function ask(
  to: { postMessage(request: WorkerRequest, transfer: Transferable[]): void }, request: WorkerRequest, signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { port1: port, port2: remote } = new MessageChannel();
    let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const cancel = (): void => {
      port.onmessage = null;
      port.postMessage("cancel");
    };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (stream = controller), cancel });
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
      cancel();
      fail(signal.reason);
    });
    to.postMessage(request, [remote]);
  });
}
