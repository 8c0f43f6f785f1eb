// A server with a relay. The test sends its orders, and reads the outcomes, over HTTP.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { createRelay } from "./relay.js";
import { nodeListener } from "./relay-node.js";

const relay = createRelay({ secret: "a secret of the tests, and long enough", heartbeat: 1000 });
const asked = new Map();
// The number of answers that are refused by session, as by an overloaded server.
const refusals = new Map();

const does = {
  token: ({ session, lifetime }) => relay.token(session, { lifetime }),
  ask({ session, key, params, requests, deadlineIn, waitForPages }) {
    const controller = new AbortController();
    const options = {
      server: { id: "Example" }, session, waitForPages, signal: controller.signal, deadline: deadlineIn === undefined ? undefined : Date.now() + deadlineIn,
    };
    const answer = requests ? relay.elicitAll(requests, options) : relay.elicit(params, options);
    const outcome = answer.then(
      (result) => ({ result: JSON.stringify(result), action: result.action }),
      ({ name, code, rpcCode }) => ({ error: name, code: typeof code === "string" ? code : "", rpcCode }),
    );
    asked.set(`${session} ${key}`, { controller, outcome });
    return {};
  },
  outcome: ({ session, key }) => asked.get(`${session} ${key}`).outcome,
  withdraw: ({ session, key }) => asked.get(`${session} ${key}`).controller.abort(),
  refuse: ({ session, count }) => void refusals.set(session, count),
  complete: ({ session, id }) => relay.complete(session, { id: "Example" }, id),
};

const listener = nodeListener(async (request) => {
  const [, name] = request.headers.get("authorization")?.split(".") ?? [];
  const session = name && Buffer.from(name, "base64url").toString();
  const left = refusals.get(session) ?? 0;
  if (request.method === "POST" && left > 0) {
    refusals.set(session, left - 1);
    return new Response("{}", { status: 503, headers: { "content-length": "2" } });
  }
  return relay.handle(request);
});

createServer(async (request, response) => {
  if (request.url !== "/control") {
    listener(request, response);
    return;
  }
  const { do: what, ...rest } = await json(request);
  response.end(JSON.stringify((await does[what](rest)) ?? {}));
}).listen(0, "127.0.0.1");
