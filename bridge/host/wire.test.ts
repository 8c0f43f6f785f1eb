import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { answer, asks, type FakePort, ids, server, start } from "./test/fake.js";

const form = { message: "Hello" };
const page = { mode: "url", message: "Sign in", url: "https://login.example/", elicitationId: "e1" };

const received = (port: FakePort): number[] => port.messages("elicitform/received").map((message) => message.params["requestId"]);

/** Asks the host to open a link, and waits for the answer. */
async function askToOpen(port: FakePort, url: unknown): Promise<{ result?: object; error?: { code: number } }> {
  port.sayJson({ id: "link-1", method: "ui/open-link", params: { url } });
  await rest();
  return JSON.parse(String(port.sent.at(-1)));
}

test("W4 B35 each answer is acknowledged, a repeated one again, and nothing else is", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const first = host.elicit(form, { server });
  const second = host.elicit(form, { server });
  await rest();
  answer(port, 2); // not shown yet
  answer(port, 99);
  assert.deepEqual(received(port), []);
  answer(port, 1, "accept");
  assert.deepEqual(received(port), [1]);
  answer(port, 1, "cancel");
  assert.deepEqual(received(port), [1, 1]);
  port.sayJson({ id: 2, error: { code: -32603 } });
  assert.deepEqual(received(port), [1, 1, 2]);
  assert.deepEqual(await first, { action: "accept" });
  await assert.rejects(second, { code: "internal" });
});

test("W4 the answer to a request that was withdrawn meanwhile is not acknowledged", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const stop = new AbortController();
  const result = host.elicit(form, { server, signal: stop.signal });
  await rest();
  stop.abort();
  answer(port, 1, "accept");
  await assert.rejects(result, { name: "AbortError" });
  assert.deepEqual(received(port), []);
});

test("what is remembered of answers is bounded", async () => {
  const { host, frame } = start();
  const port = frame.open();
  for (let id = 1; id <= 120; id++) {
    const result = host.elicit(form, { server });
    await rest();
    answer(port, id);
    await result;
  }
  const before = received(port).length;
  answer(port, 1);
  answer(port, 120);
  assert.deepEqual(received(port).slice(before), [120]);
});

test("P15 the host opens links while a page is asked for or waited for, and only http and https", async () => {
  const opened: string[] = [];
  const { host, frame } = start({ openLink: async (url) => void opened.push(url) });
  const port = frame.connect();
  port.sayJson({ id: "x", method: "ui/initialize", params: {} });
  port.sayJson({ method: "ui/notifications/initialized" });

  assert.equal((await askToOpen(port, page.url)).error?.code, -32000, "nothing is asked");
  const first = host.elicit(form, { server });
  await rest();
  assert.equal((await askToOpen(port, page.url)).error?.code, -32000, "a form is asked for");
  answer(port, 1);
  await first;

  const second = host.elicit(page, { server });
  await rest();
  assert.equal(asks(port)[1]?.notes["openLink"], true);
  for (const wrong of ["javascript:alert(1)", "file:///etc/passwd", "about:blank", "//login.example/", "", 5, undefined, {}]) {
    assert.equal((await askToOpen(port, wrong)).error?.code, -32000, String(wrong));
  }
  assert.deepEqual(opened, []);
  assert.deepEqual((await askToOpen(port, page.url)).result, {});
  answer(port, 2, "accept");
  assert.deepEqual(await second, { action: "accept" });
  assert.deepEqual((await askToOpen(port, "http://localhost:5/")).result, {}, "open again");
  assert.deepEqual(opened, [page.url, "http://localhost:5/"]);

  port.sayJson({ method: "elicitform/finished", params: { requestId: 2, how: "person" } });
  assert.equal((await askToOpen(port, page.url)).error?.code, -32000, "nobody waits any more");
});

test("a link that the host cannot open is rejected, and so is every one where the host opens none", async () => {
  for (const options of [{ openLink: () => Promise.reject(new Error("blocked")) }, {}]) {
    const { host, frame } = start(options);
    const port = frame.open();
    const result = host.elicit(page, { server });
    await rest();
    assert.equal((await askToOpen(port, page.url)).error?.code, -32000);
    answer(port, 1);
    await result;
  }
});

test("the frame is hidden when the person puts the last screen away, unless a request came meanwhile", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const first = host.elicit(form, { server });
  await rest();
  port.sayJson({ method: "elicitform/closed", params: {} });
  assert.equal(frame.shown, true);
  answer(port, 1);
  await first;
  port.sayJson({ method: "elicitform/closed", params: {} });
  assert.equal(frame.shown, false);
  assert.deepEqual(events.at(-1), { type: "closed" });
  const second = host.elicit(form, { server });
  await rest();
  assert.equal(frame.shown, true);
  assert.deepEqual(ids(port), [1, 2]);
  answer(port, 2);
  await second;
});

test("findings are asked for only where the host wants them, and nothing else is taken over", async () => {
  for (const findings of [true, false]) {
    const { host, frame, events } = start({ findings });
    const port = frame.open();
    const result = host.elicit(form, { server });
    await rest();
    assert.equal(asks(port)[0]?.notes["findings"], findings);
    const listed = [{ property: "pin", code: "secret", value: "1234" }, { code: 5 }, null];
    port.sayJson({ method: "elicitform/findings", params: { requestId: 1, findings: listed } });
    port.sayJson({ method: "elicitform/findings", params: { requestId: 7, findings: listed } });
    const reported = events.filter((event) => event.type === "findings");
    const want = [{ type: "findings", server: "weather.example", id: 1, findings: [{ code: "secret", property: "pin", key: undefined }] }];
    assert.deepEqual(reported, want);
    answer(port, 1);
    await result;
  }
});

test("D4 the frame is told when another window has the focus, and not when the focus moves within the page", async () => {
  let focused = true;
  const { frame, container } = start();
  Object.defineProperty(container, "ownerDocument", { value: { hasFocus: () => focused } });
  const port = frame.open();
  const focusNotes = (): boolean[] => port.messages("elicitform/focus").map((message) => message.params["focused"]);
  port.sayJson({ method: "elicitform/blur", params: {} });
  frame.handlers.pageChanged();
  assert.deepEqual(focusNotes(), [], "the focus has moved from the frame to the chat");
  focused = false;
  port.sayJson({ method: "elicitform/blur", params: {} });
  assert.deepEqual(focusNotes(), [false]);
  // The focus returns to the frame, which only the frame notices, and leaves again.
  port.sayJson({ method: "elicitform/blur", params: {} });
  assert.deepEqual(focusNotes(), [false, false]);
  focused = true;
  frame.handlers.pageChanged();
  frame.handlers.pageChanged();
  assert.deepEqual(focusNotes(), [false, false, true]);
  focused = false;
  assert.deepEqual(frame.open().messages("elicitform/focus").map((message) => message.params["focused"]), [false], "from the start");
});

test("a change of the language waits for its words, also when the page gets or loses the focus", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let arrive = (_: Response): void => {};
  t.mock.method(globalThis, "fetch", () => new Promise<Response>((resolve) => (arrive = resolve)));
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  Object.assign(globalThis, { document: { baseURI: "https://chat.example/", documentElement: { lang: "" } } });
  let focused = true;
  const { host, frame, container } = start({ words: { pl: "https://chat.example/pl.json" } });
  Object.defineProperty(container, "ownerDocument", { value: { hasFocus: () => focused } });
  const port = frame.open();
  const locales = (): unknown[] => port.messages("ui/notifications/host-context-changed").map((message) => message.params["locale"]);
  host.setContext({ locale: "pl" });
  t.mock.timers.tick(499);
  focused = false;
  frame.handlers.pageChanged();
  port.sayJson({ method: "elicitform/blur", params: {} });
  assert.deepEqual([locales(), port.messages("elicitform/focus").length], [[], 2], "the focus is told at once");
  arrive(new Response("{}"));
  await rest();
  assert.deepEqual(locales(), ["pl"]);
  for (const locale of ["en", "pl", "en"]) {
    host.setContext({ locale });
    await rest();
  }
  assert.deepEqual(locales(), ["pl"], "languages without new words are sent together");
  t.mock.timers.tick(10);
  assert.deepEqual(locales(), ["pl", "en"]);
  host.setContext({ locale: "de" });
  t.mock.timers.tick(500);
  assert.deepEqual(locales(), ["pl", "en", "de"], "the words of a language are late after half a second");
});
