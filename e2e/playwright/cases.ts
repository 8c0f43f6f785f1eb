import assert from "node:assert/strict";
import { cancel, change, close, decline, done, fillForm, FormError, open, outcome, type PageLike, proceed, send } from "elicitform/testing/playwright";
import type { Chat } from "./chat.js";
import { byLabel, byProperty, content, schema } from "./everything.js";

const everything = { message: "Every kind of question", requestedSchema: schema };
const ask = (properties: object, required: string[] = []): object => ({ message: "A question", requestedSchema: { type: "object", properties, required } });
const named = ask({ name: { type: "string", title: "Name" }, size: { type: "string", enum: ["S", "M"] }, note: { type: "string", title: "Name" } }, ["name"]);
const confirmation = ask({});
const page = (url: string): object => ({ mode: "url", message: "Sign in", url, elicitationId: "e1" });

/** The message of a helper that cannot carry out its instruction. */
const says = (text: string | RegExp) => (error: unknown): boolean => {
  assert.ok(error instanceof FormError, String(error));
  assert.match(error.message, typeof text === "string" ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text);
  return true;
};

/** The cases. Each needs its own page. */
export const cases: { [name: string]: (chat: Chat) => Promise<void> } = {
  async "everything by label"(chat) {
    await chat.open();
    const key = await chat.ask(everything);
    await fillForm(chat.page, byLabel);
    await assert.rejects(send(chat.page), says("a tick is needed"));
    await send(chat.page, { secrets: true });
    assert.equal(await outcome(chat.page), "Answers sent");
    assert.deepEqual(await chat.result(key), { action: "accept", content });
  },

  async "everything by property, in Arabic"(chat) {
    await chat.open({ context: { locale: "ar", timeZone: "UTC" } });
    const key = await chat.ask(everything);
    await fillForm(chat.page, byProperty, { schema });
    await send(chat.page, { secrets: true });
    assert.match(await outcome(chat.page), /\p{Script=Arabic}/u);
    assert.deepEqual(await chat.result(key), { action: "accept", content });
  },

  async "own words, and a note"(chat) {
    await chat.open();
    const other = (id: string): object => ({ type: "string", title: "Other", _meta: { _askUserQuestionCustomAnswer: { questionId: id, isCustomAnswer: true } } });
    const key = await chat.ask(ask({
      parser: { type: "string", title: "Parser", description: "Which one stays?", enum: ["old", "new"] }, parser_custom: other("parser"),
      checks: { type: "array", title: "Checks", items: { enum: ["lint", "fuzz"] } }, checks_custom: other("checks"),
      scope: { type: "string", title: "Scope", enum: ["file", "all"] },
      scope_note: { type: "string", title: "Notes", _meta: { codex: { questionId: "scope", role: "user_note" } } },
    }));
    await assert.rejects(fillForm(chat.page, { Checks: ["soak", "load"] }), says("takes one text beside its options"));
    await fillForm(chat.page, { "Which one stays?": "the old one", Checks: ["fuzz", "soak"], Scope: "all", Notes: "soon" });
    await send(chat.page);
    assert.deepEqual(await chat.result(key), {
      action: "accept", content: { parser_custom: "the old one", checks: ["fuzz"], checks_custom: "soak", scope: "all", scope_note: "soon" },
    });
  },

  async "what is not there is named"(chat) {
    await chat.open();
    const key = await chat.ask(everything);
    const { page } = chat;
    await assert.rejects(fillForm(page, { Nome: "x" }), says('no question is called "Nome". There are: "Name", "Email", "Home page"'));
    await assert.rejects(fillForm(page, { Name: "x" }, { schema }), says('no question is called "Name". There are: "name", "email"'));
    await assert.rejects(fillForm(page, { Room: "Suite" }), says('"Room" has no option "Suite". There are: "Single", "Double"'));
    await assert.rejects(fillForm(page, { "Discount month": "m13" }), says('"Discount month" has no option "m13"'));
    await assert.rejects(fillForm(page, { Extras: ["Towels"] }), says('"Extras" has no option "Towels". There are: "Breakfast", "Late checkout", "Bicycle"'));
    await assert.rejects(fillForm(page, { Extras: "Bicycle" }), says("takes a list of options"));
    await assert.rejects(fillForm(page, { Arrival: "tomorrow" }), says('"Arrival" takes a text like 2026-02-28'));
    await assert.rejects(fillForm(page, { Name: true }), says('"Name" takes a text'));
    await assert.rejects(fillForm(page, { Country: "Atlantis" }), says('"Country" has no option "Atlantis"'));
    await fillForm(page, { Country: "Country 6" });
    await assert.rejects(open(page, { timeout: 300 }), says(/a request to open a page; on the screen is ".*" \(form\), with the buttons "decline", "continue", "cancel"/));
    await assert.rejects(send(page), says('the form finds something wrong:\n- “Name”: Enter an answer\n- “Email”: Enter an email address, like name@example.com'));
    await cancel(page);
    assert.match(await outcome(page), /Not now/);
    assert.deepEqual(await chat.result(key), { action: "cancel" });
  },

  async "null takes answers away"(chat) {
    await chat.open();
    const options = { type: "string", enum: ["a", "b"], default: "a" };
    const many = Array.from({ length: 40 }, (_, i) => `o${i}`);
    const key = await chat.ask(ask({
      text: { type: "string", default: "x" }, number: { type: "number", default: 1 }, day: { type: "string", format: "date", default: "2026-01-01" },
      moment: { type: "string", format: "date-time", default: "2026-01-01T10:00:00Z" }, time: { type: "string", format: "time", default: "10:00:00Z" },
      yes: { type: "boolean", default: true }, one: options, long: { ...options, enum: many.slice(0, 12), default: "o3" }, search: { ...options, enum: many, default: "o3" },
      several: { type: "array", items: { enum: ["a", "b"] }, default: ["b"] }, list: { type: "array", items: { type: "string" }, default: ["x"] }, stays: { type: "string", default: "y" },
    }));
    const none = { Text: null, Number: null, Day: null, Moment: null, Time: null, Yes: null, One: null, Long: null, Search: null, Several: null, List: null };
    await fillForm(chat.page, none);
    await send(chat.page);
    // An empty text in place of the server's suggestion is an answer.
    assert.deepEqual(await chat.result(key), { action: "accept", content: { text: "", stays: "y" } });
  },

  async "options by their values, whatever stands on the screen"(chat) {
    await chat.open();
    const titled = { oneOf: [{ const: "a", title: "b" }, { const: "b", title: "a" }, { const: "c", title: "Same" }, { const: "d", title: "Same" }] };
    const properties = { one: { type: "string", ...titled }, two: { type: "string", ...titled }, several: { type: "array", items: titled }, ref: { $ref: "#/$defs/size" } };
    const requestedSchema = { type: "object", properties, $defs: { size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] } } };
    const key = await chat.ask({ message: "A question", requestedSchema });
    const answers = { one: "b", two: "d", several: ["a", "c"], ref: "m" };
    await fillForm(chat.page, answers, { schema: JSON.stringify(requestedSchema) });
    await send(chat.page);
    assert.deepEqual(await chat.result(key), { action: "accept", content: answers });
  },

  async "what the chat finds wrong"(chat) {
    await chat.open();
    await chat.page.evaluate(() => void (window.chat = { host: window.host, signals: {}, ends: {} }));
    await chat.carryOut({ ask: "a", params: ask({ name: { type: "string" } }), refusals: [[{ name: "name", message: "This name is taken." }], "fails"] });
    await fillForm(chat.page, { Name: "Ada" });
    await assert.rejects(send(chat.page), says(/the form finds something wrong:\n- .*This name is taken\./));
    await fillForm(chat.page, { Name: "Bob" });
    await assert.rejects(send(chat.page), says("the answers have not arrived"));
    await send(chat.page);
    assert.equal(await outcome(chat.page), "Answers sent");
  },

  async "decline, and a second request, with lines in the place of the forms"(chat) {
    await chat.open({ outcome: "receipt" });
    const first = await chat.ask(named);
    await decline(chat.page);
    assert.match(await outcome(chat.page), /^You declined this request · /);
    assert.deepEqual(await chat.result(first), { action: "decline" });
    const second = await chat.ask(named);
    await assert.rejects(fillForm(chat.page, { Name: "x" }), says('several questions are called "Name"'));
    await fillForm(chat.page, { note: "n", name: "Ada", size: "M" }, { schema: (named as { requestedSchema: object }).requestedSchema });
    await fillForm(chat.page, { Size: null });
    await send(chat.page);
    assert.deepEqual(await chat.result(second), { action: "accept", content: { name: "Ada", note: "n" } });
    assert.match(await outcome(chat.page), /^Sent to .*: Ada, n$/);
    await assert.rejects(decline(chat.page, { timeout: 300 }), says("no form is on the page"));
  },

  async "an answer is changed on review"(chat) {
    await chat.open({ context: { locale: "ja" } });
    const key = await chat.ask(named);
    await fillForm(chat.page, { name: "Ada", size: "S" }, { schema: (named as { requestedSchema: object }).requestedSchema });
    await proceed(chat.page);
    await assert.rejects(fillForm(chat.page, { Size: "M" }), says("the answers are on review"));
    await assert.rejects(change(chat.page, "Colour"), says('no answer to "Colour" is on review. There are: "Name", "Size", "Name"'));
    await change(chat.page, "Size");
    await fillForm(chat.page, { Size: "S" });
    await proceed(chat.page);
    await change(chat.page, "Size");
    await fillForm(chat.page, { size: "M" }, { schema: (named as { requestedSchema: object }).requestedSchema });
    await send(chat.page);
    assert.deepEqual(await chat.result(key), { action: "accept", content: { name: "Ada", size: "M" } });
  },

  async "a confirmation, and one choice that is sent at once"(chat) {
    await chat.open({ outcome: "hidden" });
    const confirmed = await chat.ask(confirmation);
    await assert.rejects(fillForm(chat.page, {}), says("the request has no questions: use send()"));
    await send(chat.page);
    assert.deepEqual(await chat.result(confirmed), { action: "accept", content: {} });
    const chosen = await chat.ask(ask({ go: { type: "boolean" } }, ["go"]), { review: "short" });
    await fillForm(chat.page, { Go: true });
    await send(chat.page);
    assert.deepEqual(await chat.result(chosen), { action: "accept", content: { go: true } });
  },

  async "a form that cannot be answered"(chat) {
    await chat.open();
    const key = await chat.ask(ask({ place: { type: "object", title: "Place", properties: { city: { type: "string" } } } }, ["place"]));
    await assert.rejects(fillForm(chat.page, { Place: "x" }), says(/the form cannot be sent\. .+/));
    await decline(chat.page);
    assert.deepEqual(await chat.result(key), { action: "decline" });
  },

  async "a page to open"(chat) {
    await chat.open();
    const key = await chat.ask(page(`${chat.site}/e2e/page.html`));
    const [opened] = await Promise.all([chat.page.waitForEvent("popup"), open(chat.page)]);
    assert.equal(new URL(opened.url()).pathname, "/e2e/page.html");
    assert.deepEqual(await chat.result(key), { action: "accept" });
    await done(chat.page);
    assert.match(await outcome(chat.page), /\w/);
    await chat.ask(page(`${chat.site}/e2e/page.html`));
    await Promise.all([chat.page.waitForEvent("popup"), open(chat.page)]);
    await close(chat.page);
    await assert.rejects(outcome(chat.page, { timeout: 300 }), says("no form is on the page"));
    const blocked = await chat.ask(page("javascript:alert(1)"));
    await assert.rejects(open(chat.page), says("the page cannot be opened"));
    await decline(chat.page);
    assert.deepEqual(await chat.result(blocked), { action: "decline" });
  },

  async "a round"(chat) {
    await chat.open();
    const part = (params: object): object => ({ method: "elicitation/create", params });
    const key = await chat.ask({ a: part(ask({ name: { type: "string" } })), b: part(confirmation), c: part(ask({ age: { type: "integer" } })), d: part(confirmation) }, { round: true });
    await fillForm(chat.page, { Name: "Ada" });
    await assert.rejects(send(chat.page), says("another request follows"));
    await decline(chat.page);
    await fillForm(chat.page, { Age: 36 });
    await proceed(chat.page);
    await send(chat.page);
    const accepted = { action: "accept" };
    assert.deepEqual(await chat.result(key), { a: { ...accepted, content: { name: "Ada" } }, b: { action: "decline" }, c: { ...accepted, content: { age: 36 } }, d: { ...accepted, content: {} } });
  },

  async "a form of 300 questions"(chat) {
    await chat.open();
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`q${i}`, { type: "string", title: `Question ${i}` }]));
    const key = await chat.ask(ask(properties));
    await fillForm(chat.page, { "Question 299": "last", "Question 0": "first" });
    await send(chat.page);
    assert.deepEqual(await chat.result(key), { action: "accept", content: { q0: "first", q299: "last" } });
  },

  async "the forms of two servers, in shadow trees"(chat) {
    await chat.open();
    await chat.page.evaluate(async (params) => {
      const from = "/elicitform.js";
      const { createFormHost } = (await import(from)) as typeof import("../../bridge/host/forms.js");
      for (const id of ["one.example", "two.example"]) {
        const container = document.createElement("div");
        const tree = document.body.appendChild(document.createElement("section")).attachShadow({ mode: "open" });
        tree.append(container);
        const key = id;
        const host = createFormHost({ container, context: { locale: "en" } });
        void host.elicit(params as { message: string }, { server: { id } }).then((result) => window.outcomes.push({ key, result: JSON.stringify(result) }));
      }
    }, ask({ name: { type: "string" } }));
    await fillForm(chat.page, { Name: "2" }, { server: "two.example" });
    await fillForm(chat.page, { Name: "1" }, { server: "one.example" });
    await assert.rejects(send(chat.page), says(/2 forms are shown \(Request from one\.example, Request from two\.example\)/));
    await send(chat.page, { server: "one.example" });
    const part = chat.page.locator("section:last-of-type");
    const fits: PageLike[] = [chat.page, chat.page.mainFrame(), part, chat.page.frameLocator("iframe")];
    await send(fits[2]!);
    assert.deepEqual(await chat.result("one.example"), { action: "accept", content: { name: "1" } });
    assert.deepEqual(await chat.result("two.example"), { action: "accept", content: { name: "2" } });
  },
};
