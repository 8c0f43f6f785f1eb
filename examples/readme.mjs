// Does what README.md says under "Start", as it is printed there, in a folder beside the
// project, and answers the form that is then on the page.

import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { fillForm, send } from "../build/examples/package/playwright.js";

const project = join(import.meta.dirname, "..");
const start = (await readFile(join(project, "README.md"), "utf8")).split("\n## ").find((part) => part.startsWith("Start\n"));
const block = (language) => start.match(new RegExp("```" + language + "\\n(.*?)```", "s"))[1];

const folder = await mkdtemp(join(tmpdir(), "elicitform-start-"));
const chat = join(folder, "my-chat");

/** Runs a command to its end. What it prints is shown only when it fails. */
function run(cwd, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`${args.at(-1)} ended with ${status}\n${stdout}${stderr}`);
  }
}

let vite;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
try {
  await symlink(project, join(folder, "elicitform"));
  run(folder, "sh", "-ec", block("sh"));
  await writeFile(join(chat, "src/main.ts"), block("ts"));
  run(chat, "npx", "tsc");

  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => listener.on("listening", listening));
  const { port } = listener.address();
  await new Promise((closed) => listener.close(closed));
  vite = spawn(process.execPath, ["node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", String(port), "--strictPort"], { cwd: chat, stdio: "ignore" });

  const page = await browser.newPage();
  const said = [];
  page.on("console", (message) => message.type() !== "debug" && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  for (let attempt = 0; ; attempt++) {
    if (await page.goto(`http://127.0.0.1:${port}/`).then(() => true, () => false)) {
      break;
    }
    if (attempt > 300) {
      throw new Error("npx vite does not answer");
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  await fillForm(page, { Date: "2027-02-14", Guests: "2" });
  await send(page);
  await page.getByText('{"action":"accept","content":{"date":"2027-02-14","guests":2}}').waitFor();
  if (said.length > 0) {
    throw new Error(`the console is not empty: ${said.join("\n")}`);
  }
  console.log("ok     README.md");
} finally {
  await browser.close();
  vite?.kill();
  await rm(folder, { recursive: true, force: true });
}
