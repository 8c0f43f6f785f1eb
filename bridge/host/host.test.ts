import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import { answer, asks, type FakePort, ids, params, server, start } from "./test/fake.js";
import { elicitationHandler } from "./handler.js";

test("what is behind the frame is told with the theme, before the request and whenever it has changed", async () => {
  const { host, frame } = start({ context: { theme: "dark" } });
  const port = frame.open();
  frame.colours = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
  frame.handlers.pageChanged();
  assert.deepEqual(coloursBehind(port), [], "nobody sees the frame");
  const result = host.elicit({ message: "" }, { server: { id: "weather.example" } });
  await rest();
  assert.deepEqual(coloursBehind(port), [frame.colours]);
  const methods = port.sent.filter((text) => typeof text === "string").map((text) => JSON.parse(text as string).method).filter(Boolean);
  assert.deepEqual(methods, ["ui/notifications/host-context-changed", "elicitform/ask"]);
  frame.handlers.pageChanged();
  assert.equal(coloursBehind(port).length, 1, "nothing has changed");
  frame.colours = ["rgb(255, 255, 255)", "rgb(0, 0, 0)"];
  frame.handlers.pageChanged();
  assert.deepEqual(coloursBehind(port)[1], frame.colours);
  const newPort = frame.open();
  assert.deepEqual(coloursBehind(newPort), [frame.colours], "a frame that has loaded again knows nothing");
  host.setContext({ theme: undefined });
  frame.colours = [];
  frame.handlers.pageChanged();
  assert.equal(coloursBehind(newPort).length, 1, "nothing is seen through a frame without a theme");
  answer(newPort, 1);
  await result;
});

const coloursBehind = (port: FakePort): unknown[] =>
  port.messages("ui/notifications/host-context-changed").map(({ params }) => params["elicitform/behind"]).filter((behind) => behind !== undefined);

test("nothing is sent before the frame is initialized, then the request is", async () => {
  const { host, frame } = start();
  const result = host.elicit({ ...params, requestedSchema: { properties: { a: {} } } }, { server });
  await rest();
  const port = frame.connect();
  assert.deepEqual(ids(port), []);
  port.sayJson({ id: 1, method: "ui/initialize", params: {} });
  assert.deepEqual(ids(port), []);
  port.sayJson({ method: "ui/notifications/initialized" });
  assert.deepEqual(ids(port), [1]);
  assert.equal(frame.title, "Request from weather.example");
  answer(port, 1, { action: "accept", content: { a: 1 } });
  assert.deepEqual(await result, { action: "accept", content: { a: 1 } });
});

test("the frame is asked to draw a form ahead, unless the page does not want that", () => {
  for (const prerender of [undefined, true, false]) {
    const port = start({ prerender }).frame.connect();
    port.sayJson({ id: "x", method: "ui/initialize", params: {} });
    const [answered] = port.sent.map((text) => JSON.parse(text as string) as { id?: string; result?: { _meta: object } } | null).filter((said) => said?.id === "x");
    assert.deepEqual(answered?.result?._meta, prerender === undefined ? {} : { "elicitform/prerender": prerender });
  }
});

test("what the frame says first in its hello is answered with the context and the request, before the program", async () => {
  const { host, frame } = start({ context: { theme: "dark" } });
  const result = host.elicit(params, { server });
  await rest();
  const port = frame.connect({ first: [{ id: "start", method: "ui/initialize" }, { method: "ui/notifications/initialized" }, 5].map((said) => JSON.stringify(said)) });
  await rest();
  const [context, request, program] = port.sent.map((text) => JSON.parse(text as string));
  assert.deepEqual([context.id, context.result.hostContext.theme], ["start", "dark"]);
  assert.deepEqual([request.method, request.id], ["elicitform/ask", 1]);
  assert.equal(program, null);
  // The frame sends the messages again, like an MCP App.
  port.sayJson({ method: "ui/notifications/initialized" });
  assert.equal(port.sent.length, 3);
  answer(port, 1);
  await result;
});

test("answers ui/initialize with the context, filled up from the browser", async () => {
  const { frame } = start({ context: { theme: "dark", locale: "de" } });
  const port = frame.connect();
  port.sayJson({ id: "x", method: "ui/initialize", params: {} });
  const response = JSON.parse(String(port.sent.at(-1)));
  assert.equal(response.id, "x");
  assert.deepEqual(response.result.hostContext, { containerDimensions: {}, theme: "dark", locale: "de" });
});

test("a context without a language has that of the page, which may be set late", (t) => {
  const page = { documentElement: { lang: "" } };
  Object.assign(globalThis, { document: page });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  const { host, frame } = start();
  page.documentElement.lang = "fr";
  const port = frame.open();
  const contextChange = (): object | undefined => port.messages("ui/notifications/host-context-changed").at(-1)?.params;
  assert.equal(JSON.parse(String(port.sent.find((text) => String(text).includes('"id":"boot"')))).result.hostContext.locale, "fr");
  host.setContext({ locale: "de" });
  tick(10);
  assert.deepEqual(contextChange(), { locale: "de" });
  host.setContext({ locale: undefined });
  tick(10);
  assert.deepEqual(contextChange(), { locale: "fr" });
  page.documentElement.lang = "";
  const port2 = start().frame.open();
  assert.ok(!String(port2.sent.find((text) => String(text).includes('"id":"boot"'))).includes("locale"));
});

test("a change of context is sent as a change, never before initialized", async () => {
  const { host, frame } = start({ context: { theme: "dark" } });
  const port = frame.connect();
  port.sayJson({ id: 1, method: "ui/initialize", params: {} });
  host.setContext({ locale: "fr" });
  assert.deepEqual(port.messages("ui/notifications/host-context-changed"), []);
  port.sayJson({ method: "ui/notifications/initialized" });
  host.setContext({ theme: undefined });
  tick(10);
  const changes = port.messages("ui/notifications/host-context-changed").map((message) => message.params);
  assert.deepEqual(changes, [{ locale: "fr" }, { theme: null }]);
  assert.equal(frame.look.theme, undefined);
});

test("many changes of the context are told in one, the last of each member", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const changes = (): object[] => port.messages("ui/notifications/host-context-changed").map((message) => message.params);
  for (let i = 1; i <= 10_000; i++) {
    host.setContext(i % 2 ? { theme: "dark", locale: `de-x-${i}` } : { timeZone: `Zone/${i}` });
  }
  assert.deepEqual(changes(), []);
  tick(10);
  assert.deepEqual(changes(), [{ theme: "dark", locale: "de-x-9999", timeZone: "Zone/10000" }]);

  // A request is shown in the context that was set before.
  host.setContext({ locale: "fr" });
  const result = host.elicit(params, { server });
  await Promise.resolve();
  assert.deepEqual(JSON.parse(String(port.sent.at(-2))).params, { locale: "fr" });
  assert.deepEqual(ids(port), [1]);
  tick(1000);
  assert.equal(changes().length, 2);
  answer(port, 1);
  await result;
  host.setContext({ locale: "it" });
  host.dispose();
  tick(1000);
  assert.equal(changes().length, 2);
});

test("a context that has no JSON is rejected, and spoils nothing", async () => {
  const { host, frame } = start({ context: { theme: "dark" } });
  const port = frame.open();
  const context: Record<string, unknown> = { theme: "light" };
  context["self"] = context;
  assert.throws(() => host.setContext(context), TypeError);
  host.setContext({ locale: "de" });
  tick(10);
  const [change] = port.messages("ui/notifications/host-context-changed");
  assert.deepEqual(change?.params, { locale: "de" });
});

test("P18 one request is shown at a time, in order, and says its place", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const results = [1, 2, 3].map(() => host.elicit(params, { server }));
  await rest();
  assert.deepEqual(ids(port), [1]);
  answer(port, 1);
  assert.deepEqual(ids(port), [1, 2]);
  answer(port, 2);
  answer(port, 3);
  await Promise.all(results);
  const places = asks(port).map((message) => message.notes["queue"]);
  assert.deepEqual(places, [{ position: 1, total: 3 }, { position: 2, total: 3 }, { position: 3, total: 3 }]);
  assert.equal(events.filter((event) => event.type === "shown").length, 3);

  const single = host.elicit(params, { server });
  await rest();
  assert.deepEqual(asks(port)[3]!.notes["queue"], { position: 1, total: 1 });
  answer(port, 4);
  await single;
});

test("P18 the request that is shown is told when others come after it, or are withdrawn", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const withdrawn = new AbortController();
  const first = host.elicit(params, { server });
  await rest();
  const second = host.elicit(params, { server, signal: withdrawn.signal });
  await rest();
  const waiting = [host.elicit(params, { server }), host.elicit(params, { server })];
  await rest();
  withdrawn.abort();
  await assert.rejects(second);
  const coloursBehind = port.messages("elicitform/queue").map((message) => message.params);
  assert.deepEqual(coloursBehind, [2, 4, 3].map((total) => ({ requestId: 1, queue: { position: 1, total } })));
  answer(port, 1);
  await first;
  assert.deepEqual(asks(port)[1]!.notes["queue"], { position: 2, total: 3 });
  answer(port, 3);
  answer(port, 4);
  await Promise.all(waiting);
  assert.equal(port.messages("elicitform/queue").length, 3);
});

test("D4 late, repeated and foreign responses are ignored", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const first = host.elicit(params, { server });
  const second = host.elicit(params, { server });
  await rest();
  answer(port, 2, "cancel"); // not shown yet
  answer(port, 99, "cancel");
  answer(port, "1", { action: "cancel" });
  answer(port, 1, "decline");
  answer(port, 1, "cancel");
  assert.deepEqual(await first, { action: "decline" });
  answer(port, 2, "decline");
  assert.deepEqual(await second, { action: "decline" });
  assert.equal(events.filter((event) => event.type === "settled").length, 2);
});

test("N20 errors of the frame are typed, malformed results never become a decision", async (t) => {
  const cases: [what: string, response: object, code: string, rpcCode: number, reason?: string][] = [
    ["invalid request", { error: { code: -32602, message: "", data: { "elicitform/code": "invalid-request", "elicitform/reason": "too-deep" } } },
      "invalid-request", -32602, "too-deep"],
    ["unsupported mode", { error: { code: -32602, data: { "elicitform/code": "unsupported-mode" } } }, "unsupported-mode", -32602],
    ["crash", { error: { code: -32603, data: { "elicitform/code": "internal" } } }, "internal", -32603],
    ["unknown code", { error: { code: 1, data: { "elicitform/code": "constructor" } } }, "internal", -32603],
    ["unknown action", { result: { responses: [{ result: { action: "maybe" } }] } }, "internal", -32603, "malformed-result"],
    ["no responses", { result: { action: "accept" } }, "internal", -32603, "malformed-result"],
    ["no action", { result: { responses: [{ result: {} }] } }, "internal", -32603, "malformed-result"],
    ["null", { result: null }, "internal", -32603, "malformed-result"],
    ["content that is no object", { result: { responses: [{ result: { action: "accept", content: [1] } }] } }, "internal", -32603, "malformed-result"],
  ];
  for (const [what, response, code, rpcCode, reason] of cases) {
    await t.test(what, async () => {
      const { host, frame } = start();
      const port = frame.open();
      const result = host.elicit(params, { server });
      await rest();
      port.sayJson({ id: 1, ...response });
      await assert.rejects(result, { name: "ElicitationError", code, rpcCode, reason });
    });
  }
});

test("B30 content that no form of this request can have is never handed on", async (t) => {
  const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "array" } } };
  const long = "x".repeat(256 * 1024);
  const cases: [what: string, content: string, fine?: boolean][] = [
    ["nothing", "{}", true],
    ["every kind", '{"a":"x","b":["y",""]}', true],
    ["numbers", '{"a":-1.5e3,"b":false}', true],
    ["a name that nobody asked for", '{"a":"x","c":"y"}'],
    ["a name of every object", '{"constructor":"x"}'],
    ["a name that is inherited", '{"__proto__":"x"}'],
    ["null", '{"a":null}'],
    ["an object", '{"a":{"b":"x"}}'],
    ["an infinite number", '{"a":1e999}'],
    ["a list of numbers", '{"b":[1]}'],
    ["a list of lists", '{"b":[["x"]]}'],
    ["more than a message holds", `{"a":"${long}"}`],
    ["as much in letters of three bytes", `{"a":"${"字".repeat(100 * 1024)}"}`],
  ];
  for (const [what, content, fine] of cases) {
    await t.test(what, async () => {
      for (const inRound of [false, true]) {
        const { host, frame, events } = start();
        const port = frame.open();
        const params = { message: "", requestedSchema: schema };
        const result = inRound
          ? host.elicitAll({ k: { method: "elicitation/create", params } }, { server }).then(({ k }) => k)
          : host.elicit(params, { server });
        const settled = result.then((value) => JSON.stringify(value), ({ code, reason }) => `${code} ${reason}`);
        await rest();
        const accepted = `{"action":"accept","content":${content}}`;
        port.say(`{"jsonrpc":"2.0","id":1,"result":{"responses":[{${inRound ? '"key":"k",' : ""}"result":${accepted}}]}}`);
        assert.equal(await settled, fine ? JSON.stringify(JSON.parse(accepted)) : "internal malformed-result");
        assert.equal(events.some(({ type }) => type === "settled"), Boolean(fine));
      }
    });
  }
  // A rejected request ends without answers, even if the frame sends them.
  for (const params of ["{", '{"message":""}', '{"message":"","requestedSchema":[]}', '{"message":"","mode":"url","url":"https://a.example/"}']) {
    const { host, frame } = start();
    const port = frame.open();
    const result = assert.rejects(host.elicit(params, { server }), { reason: "malformed-result" });
    await rest();
    answer(port, 1, { action: "accept", content: { a: "x" } });
    await result;
  }
});

test("B30 what a form asks through a reference, which the frame follows, can be answered", async (t) => {
  const form = { type: "object", properties: { city: { type: "string" } } };
  const schemas = { alone: { $ref: "#/$defs/Form", $defs: { Form: form } }, "with more beside it": { $ref: "#Form", properties: { other: {} }, definitions: { Form: { $anchor: "Form", ...form } } } };
  for (const [what, requestedSchema] of Object.entries(schemas)) {
    await t.test(what, async () => {
      for (const [content, fine] of [[{ city: "Graz" }, true], [{ city: { name: "Graz" } }, false]] as const) {
        const { host, frame } = start();
        const port = frame.open();
        const settled = host.elicit({ message: "", requestedSchema }, { server }).catch(({ reason }) => reason);
        await rest();
        answer(port, 1, { action: "accept", content });
        assert.deepEqual(await settled, fine ? { action: "accept", content } : "malformed-result");
      }
    });
  }
});

test("B44 a polluted Object.prototype answers nothing", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicit(params, { server });
  await rest();
  result.catch(() => {}); // It rejects while the prototype is still polluted.
  Object.assign(Object.prototype, { action: "accept", result: { action: "accept" }, id: 1, method: "ping", content: {} });
  try {
    port.say("{}");
    port.say('{"id":1}');
    port.say('{"id":1,"result":{}}');
    port.say('{"id":1,"result":{"responses":[{}]}}');
    await rest();
  } finally {
    for (const name of ["action", "result", "id", "method", "content"]) {
      delete (Object.prototype as Record<string, unknown>)[name];
    }
  }
  await assert.rejects(result, { code: "internal" });
});

test("B11 a property called __proto__ stays an own property of the content", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicit('{"message":"","requestedSchema":{"properties":{"__proto__":{},"a":{}}}}', { server });
  await rest();
  port.say('{"jsonrpc":"2.0","id":1,"result":{"responses":[{"result":{"action":"accept","content":{"__proto__":"x","a":true}}}]}}');
  const settled = await result;
  assert.ok(settled.action === "accept" && settled.content);
  assert.deepEqual(Object.keys(settled.content), ["__proto__", "a"]);
  assert.equal(Object.getPrototypeOf(settled.content), Object.prototype);
});

test("a signal withdraws the request", async (t) => {
  await t.test("before: nothing is shown", async () => {
    const { host, frame } = start();
    const port = frame.open();
    await assert.rejects(host.elicit(params, { server, signal: AbortSignal.abort() }), { name: "AbortError" });
    await rest();
    assert.deepEqual(ids(port), []);
  });
  await t.test("while the frame loads: nothing is sent and nothing stays visible", async () => {
    const { host, frame } = start();
    const stop = new AbortController();
    const result = host.elicit(params, { server, signal: stop.signal });
    await rest();
    stop.abort();
    await assert.rejects(result, { name: "AbortError" });
    assert.equal(frame.shown, false);
    assert.deepEqual(ids(frame.open()), []);
  });
  await t.test("B33 while shown: the frame is told and the next one comes", async () => {
    const { host, frame } = start();
    const port = frame.open();
    const stop = new AbortController();
    const first = host.elicit(params, { server, signal: stop.signal });
    const second = host.elicit(params, { server });
    await rest();
    stop.abort("whatever");
    await assert.rejects(first, { name: "AbortError" });
    assert.deepEqual(port.messages("notifications/cancelled").map((message) => message.params), [{ requestId: 1 }]);
    assert.deepEqual(ids(port), [1, 2]);
    answer(port, 1, "accept");
    answer(port, 2);
    assert.deepEqual(await second, { action: "decline" });
  });
  await t.test("while shown: the frame is told how it has ended elsewhere, where the reason says so", async () => {
    for (const [outcome, coloursBehind] of [["elsewhere", "elsewhere"], ["sent", "sent"], [5, undefined], [undefined, undefined]] as const) {
      const { host, frame } = start();
      const port = frame.open();
      const stop = new AbortController();
      const result = host.elicit(params, { server, signal: stop.signal });
      await rest();
      const reason = Object.assign(new Error("gone"), { outcome });
      stop.abort(reason);
      await assert.rejects(result, reason);
      assert.deepEqual(port.messages("notifications/cancelled").map((message) => message.params), [{ requestId: 1, ...(coloursBehind && { reason: coloursBehind }) }]);
    }
  });
  await t.test("while queued: it is never shown", async () => {
    const { host, frame } = start();
    const port = frame.open();
    const stop = new AbortController();
    const first = host.elicit(params, { server });
    const second = host.elicit(params, { server, signal: stop.signal });
    await rest();
    const reason = new Error("gone");
    stop.abort(reason);
    await assert.rejects(second, reason);
    answer(port, 1);
    await first;
    assert.deepEqual(ids(port), [1]);
    assert.deepEqual(port.messages("notifications/cancelled"), []);
  });
  await t.test("after the result: nothing happens", async () => {
    const { host, frame } = start();
    const port = frame.open();
    const stop = new AbortController();
    const result = host.elicit(params, { server, signal: stop.signal });
    await rest();
    answer(port, 1);
    stop.abort();
    assert.deepEqual(await result, { action: "decline" });
    assert.deepEqual(port.messages("notifications/cancelled"), []);
  });
});

test("focus moves only when asked", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const results = [host.elicit(params, { server }), host.elicit(params, { server, focus: true })];
  await rest();
  assert.equal(frame.focused, 0);
  answer(port, 1);
  assert.equal(frame.focused, 1);
  answer(port, 2);
  await Promise.all(results);
});

test("the height follows the content within bounds", () => {
  const { frame } = start();
  const port = frame.open();
  const size = (height: unknown): void => port.sayJson({ method: "ui/notifications/size-changed", params: { height } });
  size(120.2);
  assert.equal(frame.height, 121);
  for (const wrong of [-1, 1e9, "300", null, undefined]) {
    size(wrong);
  }
  assert.equal(frame.height, 121);
});

test("B45 a flood from the frame is dropped", () => {
  const { frame } = start();
  const port = frame.open();
  for (let i = 0; i < 10_000; i++) {
    port.sayJson({ id: i, method: "ping" });
  }
  assert.ok(port.sent.length <= 210, `${port.sent.length} answers`);
});

test("B45 the answer to an open request is not lost in a flood, and nothing else gets through", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const first = host.elicit(params, { server });
  const second = host.elicit(params, { server });
  await rest();
  const before = port.sent.length;
  for (let i = 0; i < 1000; i++) {
    port.sayJson({ id: i, method: "ping" });
  }
  const flooded = port.sent.length;
  assert.ok(flooded - before < 210);
  answer(port, 2, "cancel"); // not shown yet
  answer(port, 3, "cancel");
  port.say('{"method":"ping","jsonrpc":"2.0","id":1,"result":{}}');
  answer(port, 1, { action: "accept", content: {} });
  answer(port, 1, "cancel");
  assert.deepEqual(await first, { action: "accept", content: {} });
  port.say('{"jsonrpc":"2.0","id":2,"error":{"code":-32603}}');
  await assert.rejects(second, { code: "internal" });
  assert.equal(events.filter(({ type }) => type === "settled").length, 1);
});

test("unknown methods of the frame are rejected, other texts ignored", () => {
  const { frame } = start();
  const port = frame.open();
  const before = port.sent.length;
  for (const text of ["", "1", "null", "[]", "{", '{"method":5}', {}, null, '{"method":"constructor"}']) {
    port.say(text);
  }
  assert.equal(port.sent.length, before);
  port.sayJson({ id: 5, method: "toString" });
  assert.equal(JSON.parse(String(port.sent.at(-1))).error.code, -32601);
});

test("a listener that throws does not keep a request from settling", async (t) => {
  const errors: unknown[] = [];
  t.mock.method(globalThis, "queueMicrotask", (task: () => void) => {
    void Promise.resolve().then(task).catch((error: unknown) => errors.push(error));
  });
  const { host, frame } = start({
    onEvent: () => {
      throw new Error("listener");
    },
  });
  const port = frame.open();
  const result = host.elicit(params, { server });
  await rest();
  answer(port, 1);
  assert.deepEqual(await result, { action: "decline" });
  await rest();
  assert.ok(errors.length > 0);
});

test("params that have no JSON and calls without a server are rejected", async () => {
  const { host } = start();
  const cyclic: Record<string, unknown> = { message: "" };
  cyclic["self"] = cyclic;
  await assert.rejects(host.elicit(cyclic as never, { server }), { code: "invalid-request" });
  await assert.rejects(host.elicit(params, {} as never), TypeError);
});

test("elicitationHandler passes params, server and signal on", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const stop = new AbortController();
  const handler = elicitationHandler(host, { server });
  const first = handler({ params }, { signal: stop.signal });
  await rest();
  assert.equal(asks(port)[0]!.notes["server"].id, "weather.example");
  stop.abort();
  await assert.rejects(first, { name: "AbortError" });
  const second = handler({ params: undefined }, { mcpReq: { signal: new AbortController().signal } });
  await rest();
  assert.deepEqual(asks(port)[1]!.requests, [{ params: "null" }]);
  answer(port, 2);
  await second;
});

test("the frame brings an area of itself into view", () => {
  const { frame } = start();
  const port = frame.open();
  port.sayJson({ method: "elicitform/focus", params: { top: 120.5, height: 44 } });
  assert.deepEqual(frame.revealed, [[120.5, 44]]);
});
