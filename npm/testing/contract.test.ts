import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, waitUntil } from "../../bridge/message/test/clock.js";
import { auditInWords, carryOut, type Chat, inWords, scenarios } from "./test/contract.js";
import type { Answer } from "./script.js";
import { fakeHost } from "./testing.js";


for (const [name, { options = {}, steps, ends, events, audit = [] }] of Object.entries(scenarios)) {
  test(`the fake host as the real one: ${name}`, { timeout: 60_000 }, async () => {
    // The person waits until the scenario gives the answer to the last question.
    const waiting: ((answer: Answer) => void)[] = [];
    const host = fakeHost(() => new Promise((resolve) => waiting.push(resolve)), options);
    const chat: Chat = { host, signals: {}, ends: {} };
    await host.ready;
    for (const step of structuredClone(steps)) {
      if ("person" in step) {
        waiting.at(-1)!(step.person);
      } else {
        carryOut(chat, step);
      }
      await rest();
    }
    assert.deepEqual(chat.ends, ends);
    assert.deepEqual(host.events.map(inWords).filter(Boolean), events);
    // A record arrives after the digest of the schema.
    const records = (): unknown[] => host.events.map(auditInWords).filter(Boolean).sort();
    await waitUntil(() => records().length >= audit.length);
    assert.deepEqual(records(), audit);
    host.dispose();
  });
}
