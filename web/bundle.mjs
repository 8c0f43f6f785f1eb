// Bundles the TypeScript of the project into build/ts; the Go build tool hashes,
// compresses and places what it finds there. With --tests it bundles the unit
// tests for `node --test` instead.

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

// Members that only the host's own modules know of get shorter names. The names
// are written down, and a test holds that none of them is anybody else's too.
const mangleProps = new RegExp(`^(${json("bridge/host/internal-names.json").join("|")})$`);

const shared = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  define: { __ELICITFORM_VERSION__: JSON.stringify(version), __COMMON_WORDS__: JSON.stringify(commonWords(root)) },
  legalComments: "none",
  logLevel: "warning",
  target: "es2022",
};

/** One script for the browser. */
function script(entry, name, options) {
  return build({ ...shared, minify: true, ...options, entryPoints: [entry], outfile: path.join(out, name) });
}

/**
 * One script of the npm package. What a page loads is minified by two programs
 * in turn, as the second one finds some hundred bytes more. It puts constants
 * where they are used, when it can see that they are: the first one writes "var".
 */
async function published(entry, name, options = {}) {
  const { minify } = await import("vite");
  const bundle = await build({ ...shared, format: "esm", minifySyntax: true, mangleProps, write: false, ...options, entryPoints: [entry] });
  const text = bundle.outputFiles[0].text.replace(/^var (?=[A-Z_]+ = )/gm, "const ");
  const { code, errors } = await minify(name, text, { module: true });
  if (errors.length > 0) {
    throw new Error(`minifying ${name}: ${errors[0].message}`);
  }
  const file = path.join(out, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, code);
}

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
  await build({
    ...shared,
    // One flat folder, so that a shell pattern finds all of them.
    entryPoints: tests.map((file) => ({ in: file, out: file.replace(/\.ts$/, "").replaceAll(path.sep, "-") })),
    format: "esm",
    // As in what is published, so that a name which is on the wire shows; other
    // packages keep theirs.
    mangleProps,
    packages: "external",
    outdir: folder,
    platform: "node",
    sourcemap: "inline",
  });
} else {
  await Promise.all([
    // A classic script: it has to draw before anything else has loaded.
    script("web/frame/boot.ts", "frame/boot.js", { format: "iife" }),
    published("bridge/host/index.ts", "host/index.js"),
    // It brings no second copy of the host along.
    published("bridge/host/element.ts", "host/element.js", { external: ["./index.js"] }),
    script("bridge/host/cli/main.ts", "host/cli.js", { format: "esm", minify: false, platform: "node", banner: { js: "#!/usr/bin/env node" } }),
    script("web/standalone/standalone.ts", "standalone/standalone.js", { format: "esm" }),
    // Apart from the page, which works before these have come: the schemas of the official clients are large.
    script("web/standalone/advice/clients.ts", "standalone/clients.js", { format: "esm" }),
    script("web/standalone/worker.ts", "standalone/worker.js", { format: "esm" }),
    script("web/standalone/popup/popup.ts", "standalone/popup.js", { format: "esm" }),
    existsSync(path.join(root, "web/demo/chat.ts")) && script("web/demo/chat.ts", "demo/chat.js", { format: "esm" }),
  ]);
  declarations();
}
