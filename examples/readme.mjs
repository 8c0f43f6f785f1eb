// Does what README.md prints under "Start", and answers the form that is then on the
// page.

import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { fillForm, send } from "../build/examples/package/playwright.js";
import { answered, freePort, launch, run } from "./processes.mjs";

const PATIENCE = 30_000;
const project = join(import.meta.dirname, "..");
const start = (await readFile(join(project, "README.md"), "utf8")).split("\n## ").find((part) => part.startsWith("Start\n"));
const blocks = (language) => [...start.matchAll(new RegExp("```" + language + "\\n(.*?)```", "gs"))].map(([, code]) => code);

const folder = await mkdtemp(join(tmpdir(), "elicitform-start-"));
const chat = join(folder, "my-chat");

let vite;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
try {
  await symlink(project, join(folder, "elicitform"));
  await run(folder, process.env, "sh", "-ec", blocks("sh")[0]);
  const [config, main] = blocks("ts");
  await writeFile(join(chat, "vite.config.ts"), config);
  await writeFile(join(chat, "src/main.ts"), main);
  await run(chat, process.env, "npx", "tsc");

  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  vite = launch(chat, process.env, "npx", "vite", "--host", "127.0.0.1", "--port", String(port), "--strictPort");
  await answered(url, [vite], PATIENCE);

  const page = await browser.newPage();
  const said = [];
  page.on("console", (message) => message.type() !== "debug" && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.goto(url);
  await fillForm(page, { Date: "2027-02-14", Guests: "2" });
  await send(page);
  await page.getByText('{"action":"accept","content":{"date":"2027-02-14","guests":2}}').waitFor();
  if (said.length > 0) {
    throw new Error(`the console is not empty: ${said.join("\n")}`);
  }
  const frame = await page.locator("iframe").getAttribute("src");
  await run(chat, process.env, "npx", "elicitform", "check", new URL(frame, url).href);
  console.log("ok     README.md");
} finally {
  await browser.close();
  await vite?.stop();
  await rm(folder, { recursive: true, force: true });
}
