import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import { answer, asks, fakeContainer, type FakePort, server, shows, start } from "./test/fake.js";

const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const page = { mode: "url", message: "Sign in", url: "https://login.example/", elicitationId: "e" };

// Sends the frame's receipt.
const LINES = { language: "de", withdrawn: "Zurückgezogen · weather.example", expired: "Abgelaufen · weather.example", person: "Fertig. Warten auf weather.example." };

/** The parts of a receipt that the tests read. */
interface Drawn { name: string; className: string; lang: string; dir: string; part: string; tabIndex: number; textContent: string; children: Drawn[] }

const lineIn = (container: HTMLElement): Drawn => (container as unknown as Drawn).children[0]!;
const texts = (...containers: HTMLElement[]): (string | null)[] => containers.map(({ textContent }) => textContent);
const says = (port: FakePort, requestId: number, more: object = {}): void =>
  port.sayJson({ method: "elicitform/receipt", params: { requestId, ...LINES, ...more } });
const declines = (port: FakePort, id: number): void => {
  says(port, id, { answered: `Abgelehnt ${id}` });
  answer(port, id);
};
const closes = (port: FakePort): void => port.sayJson({ method: "elicitform/closed" });

test("a message keeps the line of the frame about its request when the frame goes from there", async () => {
  const { host, frame } = start({ outcome: "receipt" });
  frame.survivesMoves = true;
  const port = frame.open();
  const messages = ["declined", "withdrawn"].map(fakeContainer);
  const controller = new AbortController();
  const results = messages.map((container) => host.elicit(form, { server, container, signal: controller.signal }));
  await rest();
  shows(port, 1);
  says(port, 1);
  await rest();
  declines(port, 1);
  await results[0];
  assert.deepEqual(texts(...messages), ["Abgelehnt 1", ""], "the frame has gone to the next message");
  shows(port, 2);
  says(port, 2);
  controller.abort();
  await assert.rejects(results[1]!);
  closes(port);
  assert.deepEqual(texts(...messages), ["Abgelehnt 1", LINES.withdrawn]);
  const line = lineIn(messages[0]!);
  assert.deepEqual([line.name, line.className, line.lang, line.dir, line.part], ["p", "elicitform-receipt", "de", "auto", "receipt"]);
  assert.match(String(Object.entries(line).find(([name]) => name === "style")), /overflow:clip/, "marks of the server stay in it");
  assert.deepEqual([line.children[0]!.name, line.children[0]!.tabIndex], ["span", -1]);
});

test("opened, a line shows the answers that the frame has told, and the focus goes to the line", async () => {
  const { host, frame, container, events } = start({ outcome: "receipt" });
  const port = frame.open();
  const result = host.elicit(form, { server });
  await rest();
  shows(port, 1);
  const tell = (...answers: unknown[]): void => says(port, 1, { answered: `Gesendet: ${"x".repeat(300)}`, answers });
  tell(["Old", "old"]);
  tell(["<b>City</b>", "Graz"], ["Long", "y".repeat(300)], [{}, 5], "no");
  await rest();
  answer(port, 1, { action: "accept", content: { city: "Graz" } });
  assert.deepEqual(await result, { action: "accept", content: { city: "Graz" } });
  closes(port);
  const all = lineIn(container);
  const [head, list] = all.children;
  assert.deepEqual([all.name, head!.name, list!.name, head!.textContent], ["details", "summary", "dl", `Gesendet: ${"x".repeat(190)}`]);
  assert.deepEqual(list!.children.map(({ name, dir, textContent }) => [name, dir, textContent]), [
    ["dt", "auto", "<b>City</b>"], ["dd", "auto", "Graz"], ["dt", "auto", "Long"], ["dd", "auto", "y".repeat(200)], ["dt", "auto", ""], ["dd", "auto", ""],
    ["dt", "auto", ""], ["dd", "auto", ""],
  ]);
  assert.equal(frame.heir, head);
  assert.doesNotMatch(JSON.stringify(events), /Graz|City/);
});

test("results and the event of the end carry a receipt, which no copy and no JSON text of them has", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const result = host.elicit(form, { server });
  await rest();
  shows(port, 1);
  says(port, 1, { answered: "Gesendet: Graz", answers: [["City", "Graz"]] });
  answer(port, 1, { action: "accept", content: { city: "Graz" } });
  const accepted = await result;
  const want = { title: "Gesendet: Graz", server: "weather.example", outcome: "accept", answers: [["City", "Graz"]], endedAt: Date.now(), language: "de" };
  assert.deepEqual(accepted.receipt, want);
  assert.equal(JSON.stringify(accepted), '{"action":"accept","content":{"city":"Graz"}}');
  const event = events.find(({ type }) => type === "outcome");
  assert.deepEqual(event && "receipt" in event && event.receipt, want);
  assert.deepEqual({ ...event }, { type: "outcome", server: "weather.example", id: 1 });
  assert.ok(JSON.stringify(want).length < 8192 && JSON.stringify(want) === JSON.stringify(JSON.parse(JSON.stringify(want))));

  const round = host.elicitAll({ b: { method: "elicitation/create", params: form }, receipt: { method: "elicitation/create", params: form } }, { server });
  await rest();
  shows(port, 2);
  says(port, 2, { answered: "Gesendet", answers: [["City", "Wien"]] });
  port.sayJson({ id: 2, result: { responses: [{ key: "b", result: { action: "decline" } }, { key: "receipt", result: { action: "accept", content: {} } }] } });
  const results = await round;
  assert.deepEqual(results as object, { b: { action: "decline" }, receipt: { action: "accept", content: {} } });
  assert.equal(results["b"]!.receipt, results["receipt"]!.receipt);
  assert.deepEqual(results["b"]!.receipt, { ...want, title: "Gesendet", answers: [["City", "Wien"]] });
});

test("a decline, a withdrawal and an expiry have a receipt without answers; what no person has seen has none", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const receipts = (): unknown[] => events.flatMap((event) => (event.type === "outcome" ? [[event.receipt.outcome, event.receipt.title, event.receipt.answers]] : []));
  const declined = host.elicit(form, { server });
  await rest();
  shows(port, 1);
  says(port, 1, { answers: [["City", "Graz"]] });
  declines(port, 1);
  assert.equal((await declined).receipt!.outcome, "decline");
  const controller = new AbortController();
  const withdrawn = host.elicit(form, { server, signal: controller.signal });
  const queued = host.elicit(form, { server, deadline: Date.now() + 5 });
  await rest();
  shows(port, 2);
  says(port, 2, { answers: [["City", "Graz"]] });
  tick(5);
  await assert.rejects(queued, { code: "expired" });
  controller.abort();
  await assert.rejects(withdrawn);
  const expired = host.elicit(form, { server, deadline: Date.now() + 5 });
  await rest();
  shows(port, 4);
  says(port, 4);
  tick(5);
  await assert.rejects(expired, { code: "expired" });
  assert.deepEqual(receipts(), [["decline", "Abgelehnt 1", []], ["withdrawn", LINES.withdrawn, []], ["expired", LINES.expired, []]]);
});

test("a receipt stands there too if its script arrives after the end", async () => {
  const { host, frame, container } = start({ outcome: "receipt" });
  const port = frame.open();
  const result = host.elicit(form, { server });
  await rest();
  shows(port, 1);
  declines(port, 1);
  closes(port);
  assert.deepEqual(texts(container), [""]);
  await result;
  await rest();
  assert.deepEqual(texts(container), ["Abgelehnt 1"]);
});

test("answers that the host has refused are nowhere when the request is declined or withdrawn then", async () => {
  for (const declined of [true, false]) {
    const { host, frame, container } = start({ outcome: "receipt" });
    const port = frame.open();
    const controller = new AbortController();
    const check = async (): Promise<object[]> => [{ name: "city", message: "Too far" }];
    const result = host.elicit(form, { server, signal: controller.signal, check: check as never }).catch(() => {});
    await rest();
    shows(port, 1);
    says(port, 1, { answered: "Gesendet: Graz", answers: [["City", "Graz"]] });
    answer(port, 1, { action: "accept", content: { city: "Graz" } });
    await rest();
    if (declined) {
      declines(port, 1);
    } else {
      controller.abort();
    }
    await result;
    closes(port);
    assert.deepEqual(texts(container), [declined ? "Abgelehnt 1" : LINES.withdrawn]);
  }
});

test("a person who has finished on a page is told who is waited for", async () => {
  const { host, frame, container } = start({ outcome: "receipt" });
  const port = frame.open();
  const result = host.elicit(page, { server });
  await rest();
  shows(port, 1);
  says(port, 1, { answered: "Bestätigt" });
  answer(port, 1, "accept");
  await result;
  assert.deepEqual(texts(container), [""], "the frame still waits");
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "person" } });
  closes(port);
  assert.deepEqual(texts(container), [LINES.person]);
});

test("the line goes when the next form is shown there, and only the last one stays", async () => {
  const { host, frame } = start({ outcome: "receipt" });
  frame.survivesMoves = true;
  const port = frame.open();
  const [message, secondContainer] = [fakeContainer("message"), fakeContainer("other")];
  for (const [id, place] of [[1, message], [2, secondContainer], [3, message]] as const) {
    const result = host.elicit(form, { server, container: place });
    await rest();
    assert.deepEqual(texts(place), [""]);
    declines(port, id);
    await result;
    closes(port);
  }
  assert.deepEqual(texts(message, secondContainer), ["Abgelehnt 3", "Abgelehnt 2"]);
});

test("where a move loads the frame again, and where a reload ends what it said, the line is there", async () => {
  const { host, frame } = start({ outcome: "receipt" });
  frame.open();
  const [message, secondContainer] = [fakeContainer("message"), fakeContainer("other")];
  const first = host.elicit(form, { server, container: message });
  await rest();
  declines(frame.open(), 1);
  await first;
  const second = host.elicit(form, { server, container: secondContainer });
  await rest();
  assert.deepEqual(texts(message, secondContainer), ["Abgelehnt 1", ""]);
  declines(frame.open(), 2);
  await second;
  assert.equal(frame.shown, true);
  frame.open();
  assert.equal(frame.shown, false);
  assert.deepEqual(texts(secondContainer), ["Abgelehnt 2"]);
});

test("no line without the option, or where nothing was shown; without a container it stands in the place of the frame", async () => {
  for (const outcome of [undefined, "hidden"] as const) {
    const { host, frame, container } = start({ outcome });
    const port = frame.open();
    const result = host.elicit(form, { server });
    await rest();
    answer(port, 1);
    await result;
    closes(port);
    assert.deepEqual([asks(port)[0]!.notes["outcome"], ...texts(container)], [outcome && 0, ""]);
  }
  const { host, frame, container } = start({ outcome: "receipt" });
  const port = frame.open();
  const docked = host.elicit(form, { server });
  const waiting = fakeContainer("waiting");
  const controller = new AbortController();
  const queued = host.elicit(form, { server, container: waiting, signal: controller.signal });
  await rest();
  controller.abort();
  await assert.rejects(queued);
  declines(port, 1);
  await docked;
  closes(port);
  assert.deepEqual(texts(container, waiting), ["Abgelehnt 1", ""]);
});

test("a frame that somebody has replaced writes a line of text at most", async () => {
  for (const [value, want] of [["x".repeat(5000), "x".repeat(200)], ["x".repeat(10_000), ""], [{ text: "no" }, ""], [undefined, ""]] as const) {
    const { host, frame, container } = start({ outcome: "receipt" });
    const port = frame.open();
    const result = host.elicit(form, { server });
    await rest();
    port.sayJson({ method: "elicitform/receipt", params: { requestId: 1, language: { toString: 1 }, answered: value } });
    await rest();
    answer(port, 1);
    await result;
    closes(port);
    assert.deepEqual(texts(container), [want]);
  }
});

test("any rule of the page is stronger than the style of a receipt, which is as high as a finger and has two columns", () => {
  const style = readFileSync("bridge/host/receipt.css", "utf8");
  const rules = [...style.matchAll(/^(.*?) \{ (.*) \}$/gm)].map(([, selector = "", declarations = ""]) => ({ selector, declarations }));
  assert.equal(rules.map(({ selector, declarations }) => `${selector} { ${declarations} }\n`).join(""), style);
  for (const { selector } of rules) {
    // A list inside of :where() has the class in each of its parts.
    assert.match(selector, /^:where\(\.elicitform-receipt(?:\[data-theme="\w+"\]| > [a-z*]+)*(?:, \.elicitform-receipt(?: > [a-z*]+)*)*\)$/);
  }
  const of = (part: string): string => rules.filter(({ selector }) => selector.includes(part)).map(({ declarations }) => declarations).join(" ");
  assert.match(of("> summary)"), /min-block-size: 44px;.*outline-offset: -2px;/);
  assert.match(of("> dl)"), /grid-template-columns: fit-content\(50%\) minmax\(0, 1fr\)/);
});
