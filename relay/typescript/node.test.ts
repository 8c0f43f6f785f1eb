import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as send, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { rest } from "../../bridge/message/test/clock.js";
import { MemoryStore } from "./relay-memory.js";
import { nodeListener } from "./relay-node.js";
import { createRelay } from "./relay-server.js";

const relay = createRelay({ secret: "a secret that nobody else knows", store: new MemoryStore() });
const server = { id: "weather.example" };
const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
let http: Server;
// Like a framework that has read the body.
let parsing: Server;
const address = (of: Server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}/relay`;

before(async () => {
  const listener = nodeListener(relay.handle);
  http = createServer(listener).listen(0, "127.0.0.1");
  parsing = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) {
      text += chunk;
    }
    listener(Object.assign(request, { body: text ? JSON.parse(text) : undefined }), response);
  }).listen(0, "127.0.0.1");
  for (const server of [http, parsing]) {
    // Otherwise the server may close a connection that the next request uses.
    server.keepAliveTimeout = 0;
  }
  await Promise.all([once(http, "listening"), once(parsing, "listening")]);
});
after(async () => {
  await relay.close();
  for (const server of [http, parsing]) {
    server.closeAllConnections();
    server.close();
  }
});

const headers = async (): Promise<Record<string, string>> => ({ authorization: `Bearer ${await relay.token("chat")}`, "content-type": "application/json" });

test("over Node's own server a request streams out and its answer comes in", async () => {
  for (const where of [http, parsing]) {
    const stream = await fetch(address(http), { headers: { ...(await headers()), accept: "text/event-stream" } });
    const result = relay.elicit(form, { server, session: "chat" });
    let text = "";
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      text += chunk;
      if (text.includes("Where?")) {
        break;
      }
    }
    // The message may also name the end of the previous round.
    const [, id, fp] = /"params".*"id":"([\w-]{22})","fp":"([\w-]{43})"/.exec(text)!;
    const answer = { id, fp, nonce: `nonce-${id}`, responses: [{ result: { action: "accept", content: { city: "Zürich 💬" } } }] };
    const response = await fetch(address(where), { method: "POST", headers: await headers(), body: JSON.stringify(answer) });
    assert.deepEqual([response.status, await response.json()], [200, { state: "answered", mine: true }]);
    assert.deepEqual(await result, answer.responses[0]!.result);
  }
});

test("a body that is too large is not read to its end", async () => {
  const request = send(address(http), { method: "POST", headers: await headers() });
  request.on("error", () => {});
  const response = once(request, "response") as Promise<[IncomingMessage]>;
  // The body never ends.
  request.write("x".repeat(1024 * 1024));
  const [{ statusCode, headers: fields }] = await response;
  assert.equal(statusCode, 413);
  assert.equal(fields.connection, "close");
  request.destroy();
});

// A request that the relay rejects before it reads the body.
const unauthorized = (size: number): string => `POST /relay HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(size)}`;

test("a connection lives on when a body was rejected unread", async () => {
  for (const size of [2, 64 * 1024, 256 * 1024]) {
    const answer = await exchange(http, `${unauthorized(size)}GET /relay HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    assert.deepEqual(answer.match(/HTTP\/1.1 \d+/g), ["HTTP/1.1 401", "HTTP/1.1 401"], `${size} bytes`);
  }
});

test("a rejection comes in one piece after the body, for proxies that look no further", async () => {
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const text = unauthorized(64 * 1024);
  socket.write(text.slice(0, -10));
  // The server replies on another connection, and not on this one.
  await exchange(http, `${unauthorized(2)}GET /relay HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await rest();
  assert.equal(socket.bytesRead, 0);
  socket.write(text.slice(-10));
  const [first] = (await once(socket, "data")) as [string];
  socket.destroy();
  assert.match(first, /\r\ncontent-length: 26\r\n[^]*\r\n\r\n\{"error":"no valid token"\}$/i);
});

test("a device that goes away is forgotten", async () => {
  for (let i = 0; i < 40; i++) {
    const leaving = new AbortController();
    const response = await fetch(address(http), { headers: { ...(await headers()), accept: "text/event-stream" }, signal: leaving.signal });
    // More devices than a session may have at once: each makes room for the next.
    assert.ok(response.status === 200 || response.status === 503);
    leaving.abort();
  }
  for (;;) {
    const response = await fetch(address(http), { headers: { ...(await headers()), accept: "text/event-stream" } });
    await response.body!.cancel();
    if (response.status === 200) {
      break;
    }
  }
});

// Sends a request that no HTTP client would send, and returns the response as text.
async function exchange(of: Server, text: string): Promise<string> {
  const socket = connect((of.address() as AddressInfo).port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    answer += chunk;
  }
  return answer;
}

test("what is no request is rejected, and never answered with nothing", async () => {
  const auth = `Authorization: Bearer ${await relay.token("chat")}`;
  const cases: [string, string, number][] = [
    ["GET /relay", "Host: [", 400], ["GET /relay", "Host: [::1", 400], ["GET /relay", "Host: a b", 400], ["GET /relay", "Host: a/b", 400],
    ["GET /relay", "Host: user@a", 400], ["GET /relay", "Host: a#b", 400], ["GET /relay", "Host: a:99999", 400], ["GET /relay", "Host: %", 400], ["GET /relay", "Host: ", 400],
    ["GET relay", "Host: localhost", 400], ["GET @evil.example/", "Host: localhost", 400], ["GET http://[/relay", "Host: a", 400], ["OPTIONS *", "Host: a", 400],
    ["GET /relay#part", "Host: a", 400], ["POST :80/", "Host: a", 400],
    ["TRACE /relay", "Host: a", 405], ["TRACE /relay", "Host: [", 405], ["PUT /relay", "Host: a", 405], ["DELETE /relay", "Host: a", 405], ["PROPFIND /relay", "Host: a", 405],
    ["GET /relay", "Host: a", 200], ["GET /relay", "Host: [::1]:8080", 200], ["GET //evil.example/relay", "Host: a", 200], ["OPTIONS /relay", "Host: a", 204],
    ["GET http://a/relay", "Host: a", 200], ["GET HTTPS://a:8080?x=y", "Host: b", 200], ["OPTIONS http://a", "Host: a", 204],
    ["GET http://user@a/relay", "Host: a", 400], ["GET http:///relay", "Host: a", 400], ["GET http://a/relay#part", "Host: a", 400], ["GET ftp://a/relay", "Host: a", 400],
    ["GET http://a b/relay", "Host: a", 400], ["GET http://a\\b/relay", "Host: a", 400],
  ];
  for (const [line, host, status] of cases) {
    const answer = await exchange(http, `${line} HTTP/1.1\r\n${host}\r\n${auth}\r\nConnection: close\r\n\r\n`);
    assert.equal(answer.slice(0, 12), `HTTP/1.1 ${status}`, `${line}, ${host}: ${answer}`);
    assert.ok(status !== 405 || /\r\nallow: GET, POST, OPTIONS\r\n/i.test(answer), `${line}: ${answer}`);
    assert.ok(status !== 200 || answer.split("\r\n\r\n")[1], `${line}, ${host} is answered with nothing`);
  }
});

test("the address that a listener makes of a request keeps its host and its path", async () => {
  const urls: string[] = [];
  const server = createServer(nodeListener(async ({ url }) => (urls.push(url), new Response("x")))).listen(0, "127.0.0.1");
  await once(server, "listening");
  await exchange(server, "GET //evil.example/a?b=c HTTP/1.1\r\nHost: Chat.Example:80\r\nConnection: close\r\n\r\n");
  // In RFC 9112 the host of a whole address counts.
  await exchange(server, "GET http://Chat.Example/a?b=c HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n");
  await exchange(server, "GET http://chat.example?b=c HTTP/1.1\r\nHost: chat.example\r\nConnection: close\r\n\r\n");
  server.close();
  assert.deepEqual(urls, ["http://chat.example//evil.example/a?b=c", "http://chat.example/a?b=c", "http://chat.example/?b=c"]);
});

test("a handler that fails is an error of the server", async () => {
  const server = createServer(nodeListener(() => Promise.reject(new Error("broken")))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await exchange(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  server.close();
  assert.equal(answer.slice(0, 12), "HTTP/1.1 500");
});
