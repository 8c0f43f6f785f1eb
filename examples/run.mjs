// Installs, starts and drives the examples with these names, or all, with the package of this checkout. Use
// .ci/examples, which makes the package first.

import { randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startEverything } from "./everything.mjs";
import { answered, freePort, launch, run, withNode } from "./processes.mjs";
import { startProgram } from "./program.mjs";
import { startServer } from "./server.mjs";

const here = import.meta.dirname;
const pack = join(here, "../build/examples/package");

/** The patience for a start or a step of a test, which only a failure uses up. */
const PATIENCE = 120_000;

const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  CI: "1",
  npm_config_update_notifier: "false",
};

const read = (file) => readFile(file, "utf8").catch(() => undefined);

/** Installs the lock file, with other versions of some packages, unless that is done, and the package of this checkout. */
async function install(folder, others, environment) {
  const wanted = JSON.stringify(others) + (await read(join(folder, "package-lock.json")));
  const installed = join(folder, "node_modules/.elicitform-examples");
  if (wanted !== (await read(installed))) {
    await run(folder, environment, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    if (others.length > 0) {
      await run(folder, environment, "npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...others);
    }
    await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
    await writeFile(installed, wanted);
  }
  const target = join(folder, "node_modules/elicitform");
  await rm(target, { recursive: true, force: true });
  await cp(pack, target, { recursive: true });
  // Vite keeps bundles of packages until the lock file changes, and it does not name this one.
  await rm(join(folder, "node_modules/.vite"), { recursive: true, force: true });
  const command = join(folder, "node_modules/.bin/elicitform");
  await rm(command, { force: true });
  await symlink("../elicitform/cli.js", command);
}

async function start(folder, port, environment) {
  const url = `http://127.0.0.1:${port}/`;
  const server = launch(folder, { ...environment, PORT: String(port), RELAY_SECRET: randomUUID() }, "npm", "start", "--silent");
  await answered(url, [server], PATIENCE).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { url, ...server };
}

/** The MCP server has the address that the extension knows. */
async function withExtension(folder, mcp) {
  const context = await chromium.launchPersistentContext("", {
    executablePath: process.env.CHROMIUM_FOR_EXTENSIONS,
    args: ["--no-sandbox", `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  await context.route("http://127.0.0.1:3001/mcp", (route) => route.continue({ url: mcp }));
  const [worker = await context.waitForEvent("serviceworker")] = context.serviceWorkers();
  return { context, url: new URL("chat.html", worker.url()).href };
}

/** Looks at the files of the frame that the page has used, as its server sends them. */
async function headers(folder, page) {
  const frame = await page.locator("iframe").first().getAttribute("src");
  await run(folder, environment, process.execPath, "node_modules/elicitform/cli.js", "check", new URL(frame, page.url()).href, "--from", new URL(page.url()).origin);
}

/** A test may name its server, need elicitform-server ("program"), have no frame, and expect texts in the console. */
async function example({ folder, others }, browser, servers) {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const own = withNode(manifest, environment);
  await install(folder, others, own);
  // "check" looks at the types, with the checker of the framework.
  for (const script of ["check", "build"].filter((name) => manifest.scripts[name])) {
    await run(folder, own, "npm", "run", script, "--silent");
  }
  // An example that no browser runs is only compiled.
  if ((await read(join(folder, "test.mjs"))) === undefined) {
    return;
  }
  const { default: test, server: mcp = "restaurant", program: needsProgram, extension, frame = true, expected = /^$/ } =
    await import(join(folder, "test.mjs"));
  const { url } = await servers[mcp]();
  const port = await freePort();
  const program = needsProgram && (await startProgram(await freePort(), `http://127.0.0.1:${port}`));
  const server = extension ? { printed: () => "", stop() {} } : await start(folder, port, { ...own, MCP_URL: url, ...program?.environment }).catch(async (error) => {
    await program?.close();
    throw error;
  });
  const opened = extension ? await withExtension(join(folder, extension), url) : { context: await browser.newContext(), url: server.url };
  const { context } = opened;
  context.setDefaultTimeout(PATIENCE / 4);
  const said = [];
  context.on("page", (page) => {
    // Browsers hide messages for debugging by default.
    page.on("console", (message) => message.type() !== "debug" && !expected.test(message.text()) && said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(`error: ${error.message}`));
  });
  try {
    const page = await context.newPage();
    await page.goto(opened.url);
    await test(page, { mcp: url, program });
    // A browser serves the files of an extension, and elicitform-server its own.
    if (frame && !extension && !needsProgram) {
      await headers(folder, page);
    }
    if (said.length > 0) {
      throw new Error("the console is not empty");
    }
  } catch (error) {
    throw new Error(`${error.stack}\nconsole of the page:\n${said.join("\n")}\nprinted by npm start:\n${server.printed()}`);
  } finally {
    await context.close();
    await server.stop();
    await program?.close();
  }
}

// Each folder with a package.json is an example. It may name variants, with other versions of its packages.
const folders = (await readdir(here, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const all = new Map();
for (const name of folders) {
  const folder = join(here, name);
  const manifest = await read(join(folder, "package.json"));
  if (manifest !== undefined) {
    const { variants = {} } = JSON.parse(manifest);
    all.set(name, { folder, others: [] });
    for (const [variant, others] of Object.entries(variants)) {
      all.set(`${name}-${variant}`, { folder, others });
    }
  }
}
const names = process.argv.length > 2 ? process.argv.slice(2) : [...all.keys()];
const unknown = names.filter((name) => !all.has(name));
if (unknown.length > 0) {
  throw new Error(`there is no example ${unknown.join(", ")}: there are ${[...all.keys()].join(", ")}`);
}

function once(make) {
  let made;
  return Object.assign(() => (made ??= make()), { close: async () => (await made)?.close() });
}

const servers = { restaurant: once(() => startServer()), everything: once(startEverything) };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
let failed = 0;
try {
  for (const name of names) {
    const begin = Date.now();
    const problem = await example(all.get(name), browser, servers).then(() => "", (error) => `\n${error.message}`);
    failed += problem ? 1 : 0;
    console.log(`${problem ? "FAILED" : "ok    "} ${name} ${((Date.now() - begin) / 1000).toFixed(1)} s${problem}`);
  }
} finally {
  await browser.close();
  await Promise.all(Object.values(servers).map((server) => server.close()));
}
// The timers of calls that were given up would keep the process alive for an hour.
process.exit(failed > 0 ? 1 : 0);
