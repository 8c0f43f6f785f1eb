// Follows docs/learn as a newcomer: runs the commands of "What you need" in an empty folder, writes the files of the page, runs
// those of "See it run", and goes through the chat. Use .ci/learn.

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { answered, launch, run, withNode } from "./processes.mjs";
import { startServer } from "./server.mjs";

const here = import.meta.dirname;
const PATIENCE = 300_000;
const SHELL = ["bash", "-ec"];

// A newcomer has no settings of ours, and says yes when npm asks whether it may fetch a generator.
const { PORT, MCP_URL, CI, ...newcomer } = { ...process.env, npm_config_yes: "true" };

const blocks = (text) => [...text.matchAll(/((?:[^\n]+\n)+)\n```(\w*)\n(.*?)```\n/gs)].map(([, before, language, code]) => ({ before, language, code }));
const commands = (text) => blocks(text).filter(({ language }) => language === "sh").map(({ code }) => code);

async function read(name) {
  const text = await readFile(join(here, `../docs/learn/${name}.md`), "utf8");
  const part = (heading) => heading + (text.split(`\n## ${heading}`)[1]?.split("\n## ")[0] ?? "");
  const files = blocks(part("The files")).map(({ before, code }) => ({ ...before.match(/\]\(\.\.\/\.\.\/examples\/(?<example>[^/]+)\/(?<path>[^)]+)\)/)?.groups, code }));
  const [url] = part("See it run").match(/(?<=Open )http:\/\/[^/]+\//) ?? [];
  return { prepare: commands(part("What you need")), files: files.filter(({ path }) => path), starts: commands(part("See it run")), url };
}

async function follow(name, browser) {
  const { prepare, files, starts, url } = await read(name);
  const folder = await mkdtemp(join(tmpdir(), "learn-"));
  const environment = withNode(JSON.parse(await readFile(join(here, files[0].example, "package.json"), "utf8")), newcomer);
  const started = [];
  try {
    await symlink(join(here, ".."), join(folder, "elicitform"));
    await run(folder, environment, ...SHELL, prepare.join("\n"));
    const project = join(folder, "my-chat");
    for (const { path, code } of files) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), code);
    }
    started.push(...starts.map((script) => launch(project, environment, ...SHELL, script)));
    await answered(url, started, PATIENCE);
    // A comment behind a command names the address of another server. npx may have to fetch it, and MCP refuses this request.
    for (const [address] of starts.join("\n").matchAll(/(?<=# )http:\S+/g)) {
      await answered(address, started, PATIENCE, () => true);
    }
    const { default: test } = await import(join(here, files[0].example, "test.mjs"));
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE / 4);
    const page = await context.newPage();
    await page.goto(url);
    await test(page, {});
    await context.close();
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

const names = [];
for (const file of await readdir(join(here, "../docs/learn"))) {
  const name = file.replace(/\.md$/, "");
  // A page that is followed begins with a project of its own and ends with an address.
  if (file.endsWith(".md") && (await read(name)).prepare.join().includes("my-chat") && (await read(name)).url) {
    names.push(name);
  }
}
const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
if (chosen.length === 0 || chosen.some((name) => !names.includes(name))) {
  throw new Error(`the pages that are followed are ${names.join(", ")}`);
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
let failed = 0;
for (const name of chosen) {
  const begin = Date.now();
  // React's page starts a server of its own, at the same address.
  const server = name === "react" ? undefined : await startServer(3001);
  const problem = await follow(name, browser).then(() => "", (error) => `\n${error.stack}`);
  await server?.close();
  failed += problem ? 1 : 0;
  console.log(`${problem ? "FAILED" : "ok    "} ${name} ${((Date.now() - begin) / 1000).toFixed(0)} s${problem}`);
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
