import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { answer, disposeAll, fakeContainer, type FakePort, shows, start, turn } from "./test/fake.js";

const server = { id: "weather.example" };
const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const confirmation = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };

// What the frame says in its language.
const WORDS = {
  lang: "de", accept: "Antworten gesendet", confirm: "Anfrage bestätigt", decline: "Anfrage abgelehnt",
  cancel: "Anfrage abgebrochen", withdrawn: "Anfrage zurückgezogen", expired: "Anfrage abgelaufen",
};

afterEach(disposeAll);

const says = (port: FakePort, words: object = WORDS): void => port.sayJson({ method: "elicitform/words", params: words });
const accept = (port: FakePort, id: number, content?: object): void => answer(port, id, { action: "accept", content });
// The name is isolated in the line.
const read = ({ textContent }: HTMLElement): string => textContent!.replace(/\u2068(.*)\u2069$/, "$1");
const texts = (...containers: HTMLElement[]): (string | null)[] => containers.map(read);

test("a message keeps a line about its request when the frame goes from there", async () => {
  const { host, frame } = start({ receipts: true });
  frame.survivesMoves = true;
  const port = frame.open();
  says(port);
  const messages = Array.from({ length: 6 }, (_, i) => fakeContainer(`message ${i}`));
  const ask = (params: object, i: number, options: object = {}): Promise<unknown> => {
    const result = host.elicit(params as typeof form, { server, container: messages[i]!, ...options });
    result.catch(() => {});
    return turn().then(() => (shows(port, i + 1), result));
  };
  const done: Promise<unknown>[] = [];
  const controller = new AbortController();
  for (const [i, [params, decide, options]] of ([
    [form, (id: number) => accept(port, id, { city: "Graz" })],
    [form, (id: number) => accept(port, id, {})],
    [confirmation, (id: number) => accept(port, id, {})],
    [form, (id: number) => answer(port, id)],
    [form, (id: number) => answer(port, id, "cancel")],
    [form, () => controller.abort(), { signal: controller.signal }],
  ] as [object, (id: number) => void, object?][]).entries()) {
    done.push(ask(params, i, options).catch(() => {}));
    await turn();
    decide(i + 1);
    await turn();
    assert.equal(messages[i]!.textContent, "", "the frame says it itself");
  }
  await Promise.all(done);
  port.sayJson({ method: "elicitform/closed" });
  const of = (text: string): string => `${text} · weather.example`;
  assert.deepEqual(texts(...messages), [
    of(WORDS.accept), of(WORDS.confirm), of(WORDS.confirm), of(WORDS.decline), of(WORDS.cancel), of(WORDS.withdrawn),
  ]);
  const line = (messages[0] as unknown as { children: { name: string; className: string; lang: string; dir: string; part: string }[] }).children[0]!;
  assert.deepEqual([line.name, line.className, line.lang, line.dir, line.part], ["p", "elicitform-receipt", "de", "auto", "receipt"]);
});

test("the line goes when the next form is shown there, and only the last one stays", async () => {
  const { host, frame } = start({ receipts: true });
  frame.survivesMoves = true;
  const port = frame.open();
  says(port);
  const [message, other] = [fakeContainer("message"), fakeContainer("other")];
  for (const [id, place, want] of [[1, message, ""], [2, other, "Anfrage abgelehnt · weather.example"], [3, message, ""]] as const) {
    const result = host.elicit(form, { server, container: place });
    await turn();
    assert.equal(read(message), want);
    answer(port, id);
    await result;
  }
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual(texts(message, other), ["Anfrage abgelehnt · weather.example", "Anfrage abgelehnt · weather.example"]);
});

test("where a move loads the frame again, and where a reload ends what it said, the line is there", async () => {
  const { host, frame } = start({ receipts: true });
  says(frame.open());
  const [message, other] = [fakeContainer("message"), fakeContainer("other")];
  const first = host.elicit(form, { server, container: message });
  await turn();
  const port = frame.open();
  says(port);
  answer(port, 1);
  await first;
  const second = host.elicit(form, { server, container: other });
  await turn();
  assert.deepEqual(texts(message, other), ["Anfrage abgelehnt · weather.example", ""]);
  answer(frame.open(), 2);
  await second;
  assert.equal(frame.shown, true);
  frame.open();
  assert.deepEqual([frame.shown, read(other)], [false, "Anfrage abgelehnt · weather.example"]);
});

test("no line without the option, without a container, or where nothing was shown", async () => {
  for (const receipts of [undefined, false]) {
    const { host, frame } = start({ receipts });
    const port = frame.open();
    says(port);
    const message = fakeContainer("message");
    frame.survivesMoves = true;
    const result = host.elicit(form, { server, container: message });
    await turn();
    answer(port, 1);
    await result;
    port.sayJson({ method: "elicitform/closed" });
    assert.equal(read(message), "");
  }
  const { host, frame, container } = start({ receipts: true });
  frame.survivesMoves = true;
  const port = frame.open();
  says(port);
  const docked = host.elicit(form, { server });
  const waiting = fakeContainer("waiting");
  const controller = new AbortController();
  const queued = host.elicit(form, { server, container: waiting, signal: controller.signal });
  await turn();
  controller.abort();
  await assert.rejects(queued);
  answer(port, 1);
  await docked;
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual(texts(container, waiting), ["", ""]);
});

test("a frame that somebody has replaced writes a line of text at most", async () => {
  for (const [said, want] of [["x".repeat(10_000), `${"x".repeat(200)} · weather.example`], [{ text: "no" }, ""], [undefined, ""]] as const) {
    const { host, frame } = start({ receipts: true });
    frame.survivesMoves = true;
    const port = frame.open();
    says(port, { lang: { toString: 1 }, decline: said });
    const message = fakeContainer("message");
    const result = host.elicit(form, { server, container: message });
    await turn();
    answer(port, 1);
    await result;
    port.sayJson({ method: "elicitform/closed" });
    assert.equal(read(message), want);
  }
});
