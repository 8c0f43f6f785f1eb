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

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
// The pages share what they have loaded.
const context = await browser.newContext();
const left = Object.entries({ ...cases, ...contract }).filter(([name]) => name.includes(only));

async function work(): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, run] = next;
    const page: Page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    try {
      await run(new Chat(page, site));
      assert.deepEqual(said, []);
    } catch (error) {
      console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}\n${said.join("\n")}`);
      process.exitCode = 1;
    }
    await page.close();
  }
}

await Promise.all(Array.from({ length: PAGES }, work)).finally(() => browser.close());
