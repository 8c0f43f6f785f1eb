// Bundles the TypeScript of the project into build/ts. The Go build tool takes the
// scripts from there, compresses them and puts them into the site. With --tests
// this bundles the unit tests for `node --test` instead.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { commonWords } from "./frame/catalogues.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, "build", "ts");
const json = (name) => JSON.parse(readFileSync(path.join(root, name), "utf8"));
const { version } = json("package.json");

// Members that only the modules of the host use get shorter names, which saves
// 160 bytes. The names are listed in a file, and a test checks that none of them
// is also a name of the host's interface, of a message or of the browser.
const mangleProps = new RegExp(`^(${json("bridge/host/internal-names.json").join("|")})$`);

const shared = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  define: {
    __ELICITFORM_VERSION__: JSON.stringify(version),
    __COMMON_WORDS__: JSON.stringify(commonWords(root)),
    // The program has its name only when it has been built: the build tool writes it in.
    __ELICITFORM_WASM__: JSON.stringify("{{wasm}}"),
  },
  legalComments: "none",
  // The scripts that run in Redis.
  loader: { ".lua": "text" },
  logLevel: "warning",
  target: "es2022",
};

/** One script for the browser. */
function script(entry, name, options) {
  return build({ ...shared, minify: true, ...options, entryPoints: [entry], outfile: path.join(out, name) });
}

/**
 * One script of the npm package. esbuild joins the modules, and the minifier of
 * Vite writes the result 3.5 % smaller than esbuild's own would, as brotli. It
 * puts constants where they are used, but only if it can see that they are
 * constant, and esbuild writes "var" for them. No module assigns to a variable of
 * its own a second time.
 */
async function published(entry, name, options = {}) {
  const { minify } = await import("vite");
  const bundle = await build({ ...shared, format: "esm", mangleProps, minifySyntax: true, write: false, ...options, entryPoints: [entry] });
  const text = bundle.outputFiles[0].text.replace(/^var (?=\w+ = )/gm, "const ");
  const { code, errors } = await minify(name, text, { module: true });
  if (errors.length > 0) {
    throw new Error(`minifying ${name}: ${errors[0].message}`);
  }
  const file = path.join(out, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, code);
}

/**
 * Takes the errors from the script of the forms, so that there is one class of them
 * whichever files a page imports.
 */
const besideForms = {
  name: "beside-forms",
  setup: ({ onResolve }) => onResolve({ filter: /\/errors\.js$/ }, () => ({ path: "./forms.js", external: true, sideEffects: false })),
};

/** Leaves the forms in the file beside this one, so that a page has them once. */
const formsBeside = {
  name: "forms-beside",
  setup: ({ onResolve }) => onResolve({ filter: /\/forms\.js$/ }, () => ({ path: "./forms.js", external: true, sideEffects: false })),
};

/** The type declarations of the host package. */
function declarations() {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", path.join(root, "tsconfig.host.json")], { stdio: "inherit" });
}

/** The files of a folder and its subfolders whose name ends so. */
function filesEnding(folder, end) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

if (process.argv.includes("--tests")) {
  const folder = path.join(out, "test");
  rmSync(folder, { recursive: true, force: true });
  const tests = ["bridge", "web"].flatMap((from) => filesEnding(from, ".test.ts"));
  const ofRelay = (file) => file.startsWith(path.join("bridge", "relay"));
  const bundled = (tests, mangleProps) => build({
    ...shared,
    // One flat folder, so that a shell pattern finds all of them.
    entryPoints: tests.map((file) => ({ in: file, out: file.replace(/\.ts$/, "").replaceAll(path.sep, "-") })),
    format: "esm",
    define: { ...shared.define, __ELICITFORM_WASM__: JSON.stringify("elicitform.test.wasm") },
    mangleProps,
    packages: "external",
    outdir: folder,
    platform: "node",
    sourcemap: "inline",
  });
  // The names are shortened here as in the published script, so that a test fails
  // when one of them is the name of a member of a message.
  await bundled(tests.filter((file) => !ofRelay(file)), mangleProps);
  await bundled(tests.filter(ofRelay), undefined);
} else {
  await Promise.all([
    // A classic script, because it has to draw before anything else has loaded.
    script("web/frame/boot.ts", "frame/boot.js", { format: "iife" }),
    published("bridge/host/index.ts", "host/index.js", { external: ["./client.js", "./forms.js"] }),
    published("bridge/host/forms.ts", "host/forms.js"),
    published("bridge/host/client.ts", "host/client.js", { plugins: [besideForms] }),
    // Its names are those of props: none is shortened.
    published("bridge/react/react.ts", "react/react.js", { external: ["react"], mangleProps: undefined, plugins: [formsBeside] }),
    published("bridge/host/fonts.ts", "host/fonts.js"),
    // The host is not bundled into it a second time.
    published("bridge/host/element.ts", "host/element.js", { external: ["./forms.js"] }),
    // They run in tests, where their size does not matter: no name of them is shortened.
    published("bridge/testing/testing.ts", "testing/testing.js", { inject: ["bridge/testing/environment.ts"], mangleProps: undefined, plugins: [besideForms] }),
    published("bridge/testing/playwright.ts", "testing/playwright.js", { mangleProps: undefined }),
    ...["acp", "agui", "langchain"].map((door) => published(`bridge/doors/${door}.ts`, `doors/${door}.js`)),
    // Most of it runs on servers, and its names are those of messages: none is shortened.
    ...["relay", "relay-server", "relay-browser", "relay-redis", "relay-node"].map((name) =>
      published(`bridge/relay/${name}.ts`, `relay/${name}.js`, {
        external: name === "relay" ? ["./relay-*.js"] : [],
        mangleProps: undefined,
        plugins: [besideForms],
      }),
    ),
    script("bridge/host/cli/main.ts", "host/cli.js", { format: "esm", minify: false, platform: "node", banner: { js: "#!/usr/bin/env node" } }),
    script("web/standalone/standalone.ts", "standalone/standalone.js", { format: "esm" }),
    // The schemas of the official clients are large, and the page works before they are loaded.
    script("web/standalone/advice/clients.ts", "standalone/clients.js", { format: "esm" }),
    script("web/standalone/worker.ts", "standalone/worker.js", { format: "esm" }),
    script("web/standalone/popup/popup.ts", "standalone/popup.js", { format: "esm" }),
    existsSync(path.join(root, "web/demo/chat.ts")) && script("web/demo/chat.ts", "demo/chat.js", { format: "esm" }),
  ]);
  declarations();
}
