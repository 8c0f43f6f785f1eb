// Drives the real form with the helpers of elicitform/testing/playwright:
//
//	node main.js <address of the site> <path of the browser>
//
// It prints what has failed, and nothing where nothing has.

import assert from "node:assert/strict";
import { chromium, type Page } from "playwright-core";
import { cases } from "./cases.js";
import { Chat } from "./chat.js";
import { contract } from "./contract.js";

const [site = "", executablePath = ""] = process.argv.slice(2);
const only = process.env["ONLY"] ?? "";

// How many pages are open at the same time: most of a case is waiting.
const PAGES = 3;

// Flags of the engine, as those of the other browser tests.
const flags = process.env["JS_FLAGS"] ? [`--js-flags=${process.env["JS_FLAGS"]}`] : [];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...flags] });
// The pages share what they have loaded.
const context = await browser.newContext();
const left = Object.entries({ ...cases, ...contract }).filter(([name]) => name.includes(only));

// A page goes from case to case: a new one would compile the program anew.
async function work(): Promise<void> {
  let said: string[] = [];
  const page: Page = await context.newPage();
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, run] = next;
    await page.goto("about:blank");
    said = [];
    try {
      await run(new Chat(page, site));
      assert.deepEqual(said, []);
    } catch (error) {
      console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}\n${said.join("\n")}`);
      process.exitCode = 1;
    }
  }
}

await Promise.all(Array.from({ length: PAGES }, work)).finally(() => browser.close());
