import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import { diagnose } from "./diagnosis.js";
import { answer, type FakeFrame, ids, params, server, shows, start } from "./test/fake.js";

const OURS = '<!doctype html><meta name="elicitform-wasm" content="a.wasm">';
const URL = "https://chat.example/frame/index.html";

let logged: string[] = [];
let fetched = 0;

beforeEach(() => {
  logged = [];
  fetched = 0;
  mock.method(console, "error", (text: string) => {
    // Node warns here, too.
    logged.push(...[text].filter((text) => text.startsWith("elicitform")));
  });
});
afterEach(() => mock.restoreAll());

/** The response at the address of the frame. */
function found(make: () => Response | Error): void {
  mock.method(globalThis, "fetch", async () => {
    fetched++;
    const answered = make();
    if (answered instanceof Error) {
      throw answered;
    }
    return answered;
  });
}

const page = (html: string, status = 200) => (): Response => new Response(html, { status, headers: { "Content-Type": "text/html" } });

const sentWith = (headers: { [name: string]: string }) => (): Response => new Response(OURS, { headers: { "Content-Type": "text/html", ...headers } });

test("a page that is not the frame's document fails at once, and says what it is", async (t) => {
  for (const [what, make, message] of [
    ["the app's own page", page("<!doctype html><title>My app</title>"), /is another page \(status 200\)/],
    ["nothing", page("<title>Not found</title>", 404), /status 404/],
  ] as const) {
    await t.test(what, async () => {
      found(make);
      const { host, frame, frames, events } = start();
      const result = host.elicit(params, { server });
      const failures = [
        assert.rejects(result, { code: "load-failed", reason: "wrong-page", message }),
        assert.rejects(host.ready, { code: "load-failed", reason: "wrong-page" }),
      ];
      await rest();
      frame.load();
      await Promise.all(failures);
      assert.deepEqual(events.map(({ type }) => type), ["load-failed", "error"]);
      assert.equal(frame.shown, false);
      assert.equal(logged.length, 1);
      for (const part of [message, URL, `npx elicitform check ${URL} --from `]) {
        assert.match(logged[0]!, new RegExp(part));
      }
      // Neither the timeout nor another load reports it again.
      frame.load();
      tick(60_000);
      await rest();
      assert.equal(logged.length, 1);

      const second = host.elicit(params, { server });
      await rest();
      assert.equal(frames.length, 2, "the next request tries again");
      answer(frames[1]!.open(), 2);
      assert.deepEqual(await second, { action: "decline" });
    });
  }
});

// The browser of a chat that is framed, as Hugging Face frames its own, asks the pages around it as well.
test("in a page that is framed itself, the error says that frame-ancestors counts for the pages around it", async (t) => {
  for (const [what, self, headers, message] of [
    ["framed", {}, { "Content-Security-Policy": "frame-ancestors 'self'" }, /is sent with frame-ancestors 'self'\. This page is in a frame itself, .* every page around it\. Run/],
    ["framed, for every page", {}, { "Content-Security-Policy": "frame-ancestors *" }, /is silent\. This page is in a frame itself/],
    ["framed, with an option", {}, { "X-Frame-Options": "SAMEORIGIN" }, /is sent with SAMEORIGIN\. This page is in a frame itself/],
    ["not framed", undefined, { "Content-Security-Policy": "frame-ancestors 'self'" }, /is silent\. Run/],
  ] as const) {
    await t.test(what, async () => {
      found(sentWith(headers));
      const around = {};
      Object.assign(globalThis, { parent: around, self: self ?? around });
      try {
        const diagnosis = await diagnose(URL, "no-handshake");
        assert.equal(diagnosis.reason, "no-handshake");
        assert.match(diagnosis.message, message);
      } finally {
        Object.assign(globalThis, { parent: undefined, self: undefined });
      }
    });
  }
});

test("a document that may be the frame's has some time to say hello", async (t) => {
  for (const [what, make, message] of [
    ["it is", page(OURS), /is silent\. Run/],
    ["it is, with a policy that lets this page", sentWith({ "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'" }), /is silent\. Run/],
    ["nobody may read it", () => new TypeError("Failed to fetch"), /is silent\. Run/],
    ["it is sent as text", sentWith({ "Content-Type": "text/plain" }), /is sent with text\/plain\. Run/],
    ["it may not be framed", sentWith({ "X-Frame-Options": "DENY" }), /is sent with DENY\. Run/],
    ["its policy names another page", sentWith({ "Content-Security-Policy": "sandbox allow-scripts; frame-ancestors https://other.example; base-uri 'none'" }),
      /is sent with frame-ancestors https:\/\/other\.example\. Run/],
  ] as const) {
    await t.test(`${what}, and does not`, async () => {
      found(make);
      const { host, frame, events } = start();
      const result = assert.rejects(host.elicit(params, { server }), { code: "load-failed", reason: "no-handshake", message });
      await rest();
      frame.load();
      await rest();
      tick(2999);
      await rest();
      assert.deepEqual(events, []);
      tick(1);
      await result;
      assert.equal(logged.length, 1);
      assert.match(logged[0]!, new RegExp(`npx elicitform check ${URL} --from `));
    });
    await t.test(`${what}, and does`, async () => {
      found(make);
      const { host, frame, events } = start();
      const result = host.elicit(params, { server });
      await rest();
      frame.load();
      await rest();
      const port = frame.open();
      tick(10_000);
      await rest();
      assert.deepEqual(ids(port), [1]);
      assert.deepEqual(events, []);
      // Its load event came before: the next load event belongs to another document.
      frame.load();
      await rest();
      tick(100);
      await rest();
      assert.equal(frame.reloads, 1);
      answer(frame.open(), 1);
      await result;
    });
  }
});

test("a frame that the page's own policy forbids fails at once, and a silent one after its time; both print the command that says more", async () => {
  for (const [what, happens, reason, message] of [
    ["forbidden", (frame: FakeFrame) => frame.handlers.blocked(), "blocked", /is not in this page's frame-src\. Run: npx elicitform check/],
    ["silent", () => tick(15_000), "no-handshake", /is silent\. Run: npx elicitform check/],
  ] as const) {
    found(page(OURS));
    const { host, frame, events } = start();
    const result = assert.rejects(host.elicit(params, { server }), { code: "load-failed", reason, message });
    await rest();
    happens(frame);
    await result;
    frame.load();
    tick(60_000);
    await rest();
    assert.deepEqual(events.map(({ type }) => type), ["load-failed", "error"], what);
  }
});

test("a document that comes as a download never loads, and is looked at when its time is over", async () => {
  found(sentWith({ "Content-Type": "application/octet-stream" }));
  const { host } = start();
  const result = assert.rejects(host.elicit(params, { server }), { reason: "no-handshake", message: /is sent with application\/octet-stream\. Run/ });
  tick(15_000);
  await result;
});

test("a document that speaks while it is looked at is not given up", async () => {
  let look!: (response: Response) => void;
  mock.method(globalThis, "fetch", () => new Promise((resolve) => (look = resolve)));
  const { host, frame, events } = start();
  const result = host.elicit(params, { server });
  await rest();
  tick(15_000);
  await rest();
  const port = frame.open();
  look(new Response(OURS));
  await rest();
  assert.deepEqual(events, []);
  answer(port, 1);
  await result;
});

test("a document on the disk is not looked at", async () => {
  const { reason, message } = await diagnose("file:///srv/frame/index.html?host=x", "no-handshake");
  assert.equal(reason, "no-handshake");
  assert.match(message, /is on file:\/\/\. Run: npx elicitform check file:/);
  assert.equal(fetched, 0);
});

test("a hello that comes after the failure is answered, in the one frame", async () => {
  found(page("<title>My app</title>"));
  const { host, frame, frames } = start();
  const failed = assert.rejects(host.elicit(params, { server }), { reason: "wrong-page" });
  await rest();
  frame.load();
  await failed;
  const port = frame.open();
  const result = host.elicit(params, { server });
  await rest();
  assert.equal(frames.length, 1);
  assert.deepEqual(ids(port), [2]);
  answer(port, 2);
  await result;
});

test("a frame that was replaced after the failure is not heard any more", async () => {
  found(page("<title>My app</title>"));
  const { host, frame, frames } = start();
  const failed = assert.rejects(host.elicit(params, { server }), { reason: "wrong-page" });
  await rest();
  frame.load();
  await failed;
  const result = host.elicit(params, { server });
  await rest();
  assert.equal(frame.removed, true);
  assert.equal(frames.length, 2);
  answer(frames[1]!.open(), 2);
  await result;
});

test("a frame that leaves its document is loaded again, and gets its request again", async () => {
  found(page(OURS));
  const { host, frame, events } = start();
  let port = frame.open();
  frame.load();
  const result = host.elicit(params, { server });
  await rest();
  shows(port, 1);
  for (let times = 1; times <= 3; times++) {
    frame.load();
    await rest();
    tick(100);
    await rest();
    assert.equal(frame.reloads, times);
    assert.equal(port.closed, true);
    port = frame.open();
    frame.load();
    assert.deepEqual(ids(port), [1]);
  }
  assert.equal(fetched, 0, "the address is right");

  // It would continue for ever.
  frame.load();
  await rest();
  tick(100);
  await assert.rejects(result, { code: "load-failed", reason: "navigated" });
  assert.deepEqual(events.map(({ type }) => type), ["shown", "load-failed", "error"]);
  frame.load();
  await rest();
  tick(100);
  await rest();
  assert.equal(frame.reloads, 3);
  assert.equal(logged.length, 1);
});

test("what a frame did while other requests were shown does not count", async () => {
  const { host, frame, events } = start();
  let port = frame.open();
  frame.load();
  for (let id = 1; id <= 5; id++) {
    const result = host.elicit(params, { server });
    await rest();
    frame.load();
    await rest();
    tick(100);
    await rest();
    assert.equal(frame.reloads, id);
    port = frame.open();
    frame.load();
    answer(port, id);
    await result;
  }
  assert.equal(events.some(({ type }) => type === "load-failed"), false);
});

test("a frame whose own document is loaded again is not loaded once more", async () => {
  const { host, frame } = start();
  frame.open();
  frame.load();
  const result = host.elicit(params, { server });
  await rest();
  const port = frame.open();
  frame.load();
  // The load event may also be faster than the hello.
  frame.load();
  await rest();
  const later = frame.open();
  tick(60_000);
  await rest();
  assert.equal(frame.reloads, 0);
  assert.equal(port.closed, true);
  answer(later, 1);
  await result;
});

test("what the frame says of its failure is what the host says", async () => {
  const { host, frame, events } = start();
  frame.open().sayJson({ method: "elicitform/failed", params: { reason: "blocked", message: "the wasm is not shared" } });
  await assert.rejects(host.ready, { code: "load-failed", reason: "blocked", message: "elicitation: load-failed: the wasm is not shared" });
  assert.deepEqual(events, [{ type: "load-failed", reason: "blocked", message: "elicitation: load-failed: the wasm is not shared" }]);
  assert.deepEqual(logged, [], "the frame has said it in the console");
});
