/** A request for the servers in the worker. The path begins with a slash. */
export type Asked = { id: number; method: string; path: string; headers: [string, string][]; body: string };

/** A piece of the response to a request. */
export type FromWorker =
  | { id: number; kind: "begin"; status: number; headers: [string, string][] }
  | { id: number; kind: "part"; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kind: "end" }
  | { id: number; kind: "failed"; message: string };

/** A visit to a page of the servers, which the service worker hands to the page of the chat. */
export type Visit = Pick<Asked, "method" | "path" | "body">;

/** The page that a visit is answered with. */
export type Visited = { status: number; headers: [string, string][]; body: string };
