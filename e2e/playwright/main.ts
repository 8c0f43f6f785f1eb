// Drives the real form with the helpers of elicitform/testing/playwright:
//
//	node main.js <address of the site> <path of the browser>
//
// It prints the failed cases, and nothing if all pass.

import assert from "node:assert/strict";
import { chromium, type Page } from "playwright-core";
import { cases } from "./cases.js";
import { Chat } from "./chat.js";
import { contract } from "./contract.js";

const [site = "", executablePath = ""] = process.argv.slice(2);
const only = process.env["ONLY"] ?? "";

// The number of pages at the same time. A case mostly waits.
const PAGES = 3;

// The other browser tests take the flags of the engine from this variable too.
const flags = process.env["JS_FLAGS"] ? [`--js-flags=${process.env["JS_FLAGS"]}`] : [];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...flags] });
// The pages share the HTTP cache of one context.
const context = await browser.newContext();
const queue = Object.entries({ ...cases, ...contract }).filter(([name]) => name.includes(only));

// Works through the cases in one page, because each new page compiles the program.
async function work(): Promise<void> {
  let messages: string[] = [];
  const page: Page = await context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, run] = next;
    await page.goto("about:blank");
    messages = [];
    try {
      await run(new Chat(page, site));
      assert.deepEqual(messages, []);
    } catch (error) {
      console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}\n${messages.join("\n")}`);
      process.exitCode = 1;
    }
  }
}

await Promise.all(Array.from({ length: PAGES }, work)).finally(() => browser.close());
