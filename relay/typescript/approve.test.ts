import assert from "node:assert/strict";
import { test } from "node:test";
import type { Approval, ApprovalOptions, ApprovalResult, FormHost, Receipt } from "../../bridge/host/types.js";
import { waitUntil } from "../../bridge/message/test/clock.js";
import { attachReceipt } from "../../bridge/host/receipt.js";
import { ADDRESS, FakeForms } from "./test/fake.js";
import { closeLater, start } from "./test/setup.js";
import { connectRelay, type RelayConnectionEvent } from "./relay-browser.js";
import { MemoryStore } from "./relay-memory.js";
import type { Relay } from "./relay-server.js";

const approval: Approval = {
  server: { id: "linear.example", title: "Linear" },
  tool: { name: "save_comment", title: "Save a comment", arguments: { issue: "ENG-1", body: "Done", ids: [1, 2.5] } },
  scopes: ["once", "session"], message: "The issue is closed.", reason: true,
  editable: { type: "object", properties: { body: { type: "string" } } },
};

/** Connects forms with the session "chat", and returns the events of the connection. */
async function connect(relay: Relay, forms: Pick<FormHost, "elicit" | "elicitAll" | "complete">): Promise<RelayConnectionEvent[]> {
  const events: RelayConnectionEvent[] = [];
  const token = await relay.token("chat");
  closeLater(connectRelay(ADDRESS, forms, { token, onEvent: (event) => events.push(event) }));
  return events;
}

/** A device whose person decides by a script, or never. */
class Person extends FakeForms {
  readonly asked: { approval: Approval; options: ApprovalOptions | undefined }[] = [];
  isWithdrawn = false;
  readonly #decisions: (ApprovalResult | "never")[];

  constructor(decisions: (ApprovalResult | "never")[]) {
    super();
    this.#decisions = decisions;
  }

  async approve(approval: Approval, options?: ApprovalOptions): Promise<ApprovalResult> {
    this.asked.push({ approval, options });
    const decision = this.#decisions.shift()!;
    if (decision === "never") {
      return new Promise((_, reject) => options!.signal!.addEventListener("abort", () => {
        this.isWithdrawn = true;
        reject(options!.signal!.reason);
      }));
    }
    const receipt: Receipt = { title: "Allowed", server: approval.server.id, outcome: decision.action, answers: [], endedAt: 1, language: "en" };
    return attachReceipt(decision, receipt);
  }

  verify(): void {
    assert.deepEqual(this.#decisions, []);
  }
}

async function person(relay: Relay, ...decisions: (ApprovalResult | "never")[]): Promise<Person> {
  const forms = new Person(decisions);
  await connect(relay, forms);
  return forms;
}

test("A tool call is shown on the device as the agent wrote it, and each decision comes back", async () => {
  const relay = start();
  const decisions: ApprovalResult[] = [
    { action: "accept", scope: "session" }, { action: "decline", reason: "Too early" }, { action: "decline" },
    { action: "accept", scope: "once", arguments: { issue: "ENG-1", ids: [1, 2.5], body: "Done, thanks" } },
  ];
  const forms = await person(relay, ...structuredClone(decisions), { action: "cancel" });
  for (const decision of [...decisions, { action: "cancel" }]) {
    assert.deepEqual(await relay.approve(approval, { session: "chat" }), decision);
  }
  forms.verify();
  assert.deepEqual(forms.asked[0]!.approval, approval);
});

test("an agent's own options come back by their ids, and the result has the receipt", async () => {
  const relay = start();
  const forms = await person(relay, { action: "accept", scope: "always", id: "2" }, { action: "decline", id: "3" });
  const options = [
    { id: "1", name: "Yes", kind: "allow_once" }, { id: "2", name: "Always", kind: "allow_always", _meta: {} }, { id: "3", name: "No", kind: "reject_always" },
  ] as const;
  const accepted = await relay.approve({ server: { id: "agent" }, tool: { name: "run", ...{ inputSchema: {} } }, options }, { session: "chat" });
  assert.deepEqual(accepted, { action: "accept", scope: "always", id: "2" });
  assert.equal((accepted as { receipt?: { server: string } }).receipt?.server, "agent");
  assert.deepEqual(await relay.host("chat").approve({ server: { id: "agent" }, tool: { name: "run" }, options }), { action: "decline", id: "3" });
  forms.verify();
});

test("a host of a session asks for leave with a key, and rejects what only a device can do", async () => {
  const relay = start();
  const host: Pick<FormHost, "approve"> = relay.host("chat");
  const calls = [relay.host("chat").approve(approval, { key: "call 1" }), relay.approve(approval, { session: "chat", key: "call 1" })];
  const forms = await person(relay, { action: "accept", scope: "once" });
  assert.deepEqual(await Promise.all(calls), [{ action: "accept", scope: "once" }, { action: "accept", scope: "once" }]);
  assert.equal(forms.asked.length, 1);
  await assert.rejects(host.approve(approval, { focus: true }), /options\.focus/);
});

test("a parked approval is answered, joined and withdrawn by its key", async () => {
  const store = new MemoryStore();
  const relay = start({ store });
  const options = { session: "chat", key: "call 1" };
  const parked = await relay.parkApproval(approval, options);
  assert.equal(parked.isNew, true);
  assert.equal((await relay.startApproval(approval, options)).id, parked.id);
  await assert.rejects(relay.parkApproval({ ...approval, scopes: ["always"] }, options), { reason: "key-in-use" });
  await person(relay, { action: "accept", scope: "once" });
  const { results } = await relay.wait("chat", parked);
  assert.deepEqual(results, { "": { action: "accept", scope: "once" } });
  const started = await relay.startApproval(approval, { session: "other" });
  assert.equal((await relay.withdraw("other", started)).state, "withdrawn");
});

test("a withdrawn approval leaves the device", async () => {
  const relay = start();
  const forms = await person(relay, "never");
  const withdrawal = new AbortController();
  const result = relay.approve(approval, { session: "chat", signal: withdrawal.signal });
  await waitUntil(() => forms.asked.length > 0);
  withdrawal.abort(new Error("the agent has stopped"));
  await assert.rejects(result, /the agent has stopped/);
  await waitUntil(() => forms.isWithdrawn);
});

test("what no page can show is an error before anything is stored", async () => {
  const store = new MemoryStore();
  const relay = start({ store });
  const { server, tool } = approval;
  for (const wrong of [
    { server }, { server, tool: {} }, { server, tool, scopes: ["forever"] }, { server, tool, options: [{ id: "1", name: "Yes", kind: "allow" }] },
    { server, tool, editable: {} }, { server, tool: { name: "t", arguments: [1] } },
  ]) {
    const expected = { code: "invalid-request", reason: "malformed-approval", rpcCode: -32602 };
    await assert.rejects(relay.approve(wrong as unknown as Approval, { session: "chat" }), expected, JSON.stringify(wrong));
    await assert.rejects(relay.parkApproval(wrong as unknown as Approval, { session: "chat" }), expected);
  }
  const large = { ...approval, tool: { name: "t", arguments: { text: "x".repeat(262_144) } } };
  await assert.rejects(relay.approve(large, { session: "chat" }), { code: "invalid-request", reason: "too-large" });
  await assert.rejects(relay.approve({ tool } as Approval, { session: "chat" }), TypeError);
  assert.equal((await store.read("chat", 0)).open.length, 0);
});

test("a device that decides what was not offered is refused, and another one can decide", async () => {
  const relay = start();
  const result = relay.approve(approval, { session: "chat" });
  const forged: object[] = [
    { action: "accept", scope: "always" }, { action: "accept" }, { action: "accept", scope: "once", arguments: { issue: "ENG-2", body: "Done", ids: [1, 2.5] } },
  ];
  for (const decision of forged) {
    const events = await connect(relay, Object.assign(new FakeForms(), { approve: async () => decision }) as unknown as FormHost);
    await waitUntil(() => events.some(({ type }) => type === "error"));
    assert.match(String((events.find(({ type }) => type === "error") as { error: unknown }).error), /the answer was refused/);
  }
  // Older forms, and those of another library, cannot ask for leave.
  const events = await connect(relay, new FakeForms());
  await waitUntil(() => events.some(({ type }) => type === "error"));
  await person(relay, { action: "accept", scope: "once" });
  assert.deepEqual(await result, { action: "accept", scope: "once" });
});
