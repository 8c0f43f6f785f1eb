// Runs the backend of docs/any-language.md, which a reader could write, with the page's part of the relay.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { after, before, test } from "node:test";
import { useRealTime, waitUntil } from "../../bridge/message/test/clock.js";
import { FakeForms } from "./test/fake.js";
import { connectRelay, type RelayConnection } from "./relay-browser.js";

useRealTime();

const TOKEN = "token-of-a-test";
const params = { message: "Which?", requestedSchema: { type: "object", properties: { z: { type: "string" }, a: { type: "string" } } } };

let backend: ChildProcess;
let lines: AsyncIterator<string>;
let reader: Interface;
let url: string;
const connections: RelayConnection[] = [];

before(async () => {
  const code = readFileSync("docs/any-language.md", "utf8").split("```python\n").at(-1)!.split("```")[0]!;
  assert.ok(code.split("\n").filter((line) => line !== "").length <= 60, "it has more than 60 lines");
  backend = spawn("python3", ["-u", "-c", code], { env: { PATH: process.env["PATH"], PAGE_TOKEN: TOKEN }, stdio: ["pipe", "pipe", "ignore"] });
  reader = createInterface(backend.stdout!);
  lines = reader[Symbol.asyncIterator]();
  url = `http://127.0.0.1:${await line()}/relay`;
});

after(() => {
  connections.forEach((connection) => connection.close());
  reader.close();
  backend.kill();
});

async function line(): Promise<string> {
  return (await lines.next()).value;
}

/** Asks, and returns the reply of the backend. */
function ask(seconds?: number): Promise<any> {
  backend.stdin!.write(`${JSON.stringify({ params, ...(seconds !== undefined && { seconds }) })}\n`);
  return line().then((text) => JSON.parse(text));
}

function page(): FakeForms {
  const forms = new FakeForms();
  connections.push(connectRelay(url, forms, { token: TOKEN }));
  return forms;
}

async function post(body: string | object, headers: Record<string, string> = {}): Promise<[number, any]> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url, { method: "POST", body: text, headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers } });
  return [response.status, await response.json().catch(() => undefined)];
}

/** Reads the present state without a stream, as a page that has the version `known`. */
async function read(known?: number): Promise<any> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}`, ...(known !== undefined && { "last-event-id": String(known) }) } });
  const data = (await response.text()).split("\n").find((line) => line.startsWith("data: "))!;
  return JSON.parse(data.slice("data: ".length));
}

test("the page shows a question of another backend, and all pages hear of its end", async () => {
  const [phone, laptop] = [page(), page()];
  const reply = ask();
  const [here, there] = [await phone.waitForRound(), await laptop.waitForRound()];
  assert.equal(here.text, JSON.stringify(params).replaceAll('":', '": ').replaceAll(',"', ', "'));
  assert.deepEqual(await here.send({ a: "1" }), []);
  assert.deepEqual(await reply, { result: { action: "accept", content: { a: "1" } } });
  await waitUntil(() => laptop.open.length === 0);
  assert.equal(there.state, "withdrawn");
  const declined = ask();
  (await laptop.waitForRound(1)).settle({ action: "decline" });
  assert.deepEqual(await declined, { result: { action: "decline" } });
});

test("what no form can show is an error for the server", async () => {
  const forms = page();
  const reply = ask();
  (await forms.waitForRound()).fail("invalid-request", "too-deep");
  assert.deepEqual(await reply, { error: { code: -32602, data: { code: "invalid-request", reason: "too-deep" } } });
});

test("statuses are those of the protocol", async () => {
  assert.deepEqual(await ask(0.01), { error: { code: -32603, data: { code: "expired" } } });
  const before = await read();
  const reply = ask();
  let now = await read();
  while (now.open.length === 0) {
    now = await read();
  }
  const { id, fp } = now.open[0];
  assert.deepEqual((await read(now.v)).kept.map(({ id }: any) => id), [id]);
  assert.deepEqual((await read(now.v)).open, []);
  const responses = [{ result: { action: "accept", content: { a: "1" } } }];
  const nonce = "nonce-of-this-page";
  assert.deepEqual(await post({ id: before.gone.at(-1).id, fp: before.gone.at(-1).fp, nonce, responses }), [410, { state: "expired", mine: false }]);
  assert.deepEqual(await post({ id: "unknown-id", fp, nonce, responses }), [404, { state: "unknown" }]);
  assert.deepEqual(await post({ id, fp: "another-fingerprint", nonce, responses }), [409, { state: "conflict" }]);
  for (const body of ["{", "[]", "{}", "null", { id, fp }, { id, fp, responses }, { id, fp, nonce, responses: [] }, { id, fp, nonce, responses: {} }, "[".repeat(100_000)]) {
    assert.equal((await post(body))[0], 400, JSON.stringify(body).slice(0, 60));
  }
  assert.equal((await post({ id, fp, nonce, responses: [{ result: { action: "yes" } }] }))[0], 422);
  assert.equal((await post({ id, fp, nonce, responses }, { "content-type": "text/plain" }))[0], 415);
  assert.equal((await post("x".repeat(264 * 1024 + 1)))[0], 413);
  for (const authorization of ["", "Bearer x", TOKEN]) {
    assert.equal((await post({ id, fp, nonce, responses }, { authorization }))[0], 401);
  }
  assert.equal((await post({ id, fp, draft: "{}" }))[0], 200);
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(await post({ id, fp, nonce, responses }), [200, { state: "answered", mine: true }]);
  }
  assert.deepEqual(await post({ id, fp, nonce: "nonce-of-another-page", responses }), [409, { state: "answered", mine: false }]);
  assert.deepEqual(await reply, { result: responses[0]!.result });
});
