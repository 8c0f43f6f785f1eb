// A unit test of a chat, in Node without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { elicitationHandler, ElicitationError } from "elicitform";
import { fakeHost } from "elicitform/testing";

const params = { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } };
const server = { id: "weather.example" };

test("a chat asks, and a script answers", async () => {
  assert.equal(typeof document, "undefined");
  const forms = fakeHost([{ name: "Ada" }, "decline"]);
  const handle = elicitationHandler(forms, { server });
  assert.deepEqual(await handle({ method: "elicitation/create", params }), { action: "accept", content: { name: "Ada" } });
  assert.deepEqual(await forms.elicit(JSON.stringify(params), { server }), { action: "decline" });
  assert.deepEqual(forms.asked.map(({ params }) => params), [params, params]);
  assert.deepEqual(forms.asked.map(({ options }) => options.server), [server, server]);
  forms.verify();
});

test("the errors of the fake host are those that the chat imports", async () => {
  const forms = fakeHost([new ElicitationError("internal", { reason: "crash" })]);
  await assert.rejects(forms.elicit(params, { server }), (error) => error instanceof ElicitationError && error.code === "internal" && error.reason === "crash");
  forms.dispose();
  await assert.rejects(forms.elicit(params, { server }), (error) => error instanceof ElicitationError && error.code === "disposed");
});
