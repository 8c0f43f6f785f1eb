import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeTransport } from "../../bridge/host/test/faketransport.js";
import { elicitationHandler } from "../../bridge/host/handler.js";
import { interceptElicitations } from "../../bridge/host/intercept.js";
import type { Elicitor } from "../../bridge/host/types.js";
import { connectRelay } from "./relay-browser.js";

const options = { server: { id: "weather.example" } };

const invalidHosts: [what: string, host: unknown][] = [
  ["nothing", undefined],
  ["an empty ref", null],
  ["an element that is not defined", { localName: "elicitation-form", isConnected: true }],
  ["a ref in place of what is in it", { current: { elicit() {} } }],
  ["something else called so", { elicit: true }],
];

for (const [what, host] of invalidHosts) {
  test(`E1 something that is no host is rejected where it is given, and the missing import is named: ${what}`, () => {
    const takers: [name: string, take: () => unknown][] = [
      ["interceptElicitations", () => interceptElicitations(new FakeTransport(), host as Elicitor, options)],
      ["elicitationHandler", () => elicitationHandler(host as Elicitor, options)],
      ["connectRelay", () => connectRelay("https://chat.example/relay", host as never, {}).close()],
    ];
    for (const [name, take] of takers) {
      assert.throws(take, (error: Error) => error instanceof TypeError && error.message.startsWith(`${name}: `) && error.message.includes('"elicitform/element"'), name);
    }
  });
}
