// Has the requests of the demo chat answered by the servers in the worker, where there is no server: this script
// comes before that of the chat, which does not know of it. What the servers' pages ask comes from visits.ts.

import type { Asked, FromWorker, Visit, Visited } from "./talk.js";

type Call = {
  begin(status: number, headers: [string, string][]): void;
  part(bytes: Uint8Array<ArrayBuffer>): void;
  end(error?: Error): void;
};

const worker = new Worker(new URL("worker.js", document.baseURI));
const calls = new Map<number, Call>();
const ours = new URL("mcp", document.baseURI).pathname;
const network = window.fetch.bind(window);
let last = 0;

worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
  const call = calls.get(data.id);
  if (data.kind === "begin") {
    call?.begin(data.status, data.headers);
  } else if (data.kind === "part") {
    call?.part(data.bytes);
  } else {
    calls.delete(data.id);
    call?.end(data.kind === "failed" ? new TypeError(data.message) : undefined);
  }
});

/** Asks the servers, and resolves when the response begins. */
function ask(request: Omit<Asked, "id">, signal?: AbortSignal): Promise<Response> {
  signal?.throwIfAborted();
  const id = ++last;
  const { promise, resolve, reject } = withResolvers<Response>();
  let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const giveUp = (): void => worker.postMessage({ giveUp: id });
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => void (stream = controller), cancel: giveUp });
  let over = false;
  const end = (error?: unknown): void => {
    if (over) {
      return;
    }
    over = true;
    calls.delete(id);
    if (error === undefined) {
      stream.close();
    } else {
      stream.error(error);
      reject(error);
    }
  };
  calls.set(id, {
    begin(status, headers) {
      resolve(new Response([101, 204, 205, 304].includes(status) ? null : body, { status, headers }));
    },
    part: (bytes) => over || stream.enqueue(bytes),
    end,
  });
  signal?.addEventListener("abort", () => {
    giveUp();
    end(signal.reason);
  });
  worker.postMessage({ id, ...request });
  return promise;
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname !== ours && !pathname.startsWith(`${ours}/`)) {
    return network(input, init);
  }
  const path = pathname.slice(ours.length - "/mcp".length);
  return ask({ method: request.method, path, headers: [...request.headers], body: await request.text() }, request.signal);
};

// The pages that tools send people to come from the servers too: a service worker hands on the visits.
addEventListener("load", () => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.register(new URL("visits.js", document.baseURI), { scope: new URL("visit/", document.baseURI).href }).catch((error: unknown) => {
    console.warn("the pages of the servers cannot be shown", error);
  });
  workers?.addEventListener("message", ({ data, ports: [port] }: MessageEvent<Visit>) => void answer(data, port!));
  workers?.startMessages();
});

async function answer({ method, path, body }: Visit, port: MessagePort): Promise<void> {
  const response = await ask({ method, path, body, headers: body ? [["Content-Type", "application/x-www-form-urlencoded"]] : [] });
  port.postMessage({ status: response.status, headers: [...response.headers], body: await response.text() } satisfies Visited);
}
