import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { INITIAL_STATE } from "./formstore.js";
import { ElicitationForm, ElicitationForms, useElicitationForms, useElicitationState } from "./react.js";

let result: Promise<unknown> | undefined;

function Chat(): ReactNode {
  const forms = useElicitationForms();
  result ??= forms.elicit({ message: "?" }, { server: { id: "a" } });
  const { status, pending } = useElicitationState();
  return createElement("p", null, `${status} ${pending.length}`);
}

test("a server renders empty places, and cannot ask", async () => {
  const form = createElement(ElicitationForm, { place: "m1", className: "inline" });
  const page = renderToString(createElement(ElicitationForms, { className: "forms" }, createElement(Chat), form));
  assert.equal(page, `<p>loading 0</p><div class="inline"></div><div class="forms"></div>`);
  await assert.rejects(result!, /a server that renders a page cannot ask a person/);
});

test("without a provider a component says so", () => {
  assert.throws(() => renderToString(createElement(Chat)), /there is no <ElicitationForms> around/);
});

test("the first state is what a server renders", () => {
  assert.deepEqual(INITIAL_STATE, { status: "loading", error: undefined, pending: [] });
});
