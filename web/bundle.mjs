// Bundles the TypeScript of the project into build/ts, where the Go build tool takes the scripts. With
// --site it leaves out what only the npm package has, and the minifier of that package. With --tests this bundles the unit tests
// for `node --test` instead.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { catalogues, commonWords } from "./frame/catalogues.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, "build", "ts");
const onlySite = process.argv.includes("--site");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

const shared = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  define: {
    __ELICITFORM_VERSION__: JSON.stringify(version),
    __COMMON_WORDS__: JSON.stringify(commonWords(root)),
    // English is inside the frame.
    __CATALOGUES__: JSON.stringify({ ...catalogues(root), en: undefined }),
    // The program has its name only when it has been built: the build tool writes it in.
    __ELICITFORM_WASM__: JSON.stringify("{{wasm}}"),
  },
  legalComments: "none",
  loader: { ".lua": "text", ".css": "text" },
  logLevel: "warning",
  target: "es2022",
};

function script(entry, name, options) {
  return build({ ...shared, minify: true, ...options, entryPoints: [entry], outfile: path.join(out, name) });
}

// Pages without a bundler load these files. The other scripts of the package import them, so that a page has
// everything once: one class of errors, too.
const FILES = {
  approval: "approval", diagnosis: "diagnosis", errors: "forms", forms: "forms", records: "records", "relay-browser": "relay-browser",
  renderreceipt: "receipt", styles: "styles",
};

function besideFiles(modules = Object.keys(FILES)) {
  const filter = new RegExp(`/(${modules.join("|")})\\.js$`);
  const resolve = ({ path: module }) => ({ path: `./${FILES[path.basename(module, ".js")]}.js`, external: true, sideEffects: false });
  return { name: "beside-files", setup: ({ onResolve }) => onResolve({ filter }, resolve) };
}

/**
 * The minifier of Vite writes a script of the npm package 3.5 % smaller than esbuild's, as brotli. It moves
 * constants to their use only where it sees that they are constant, and esbuild writes "var" for them. No
 * module assigns to a variable of its own a second time.
 */
async function published(entry, name, options = { plugins: [besideFiles()] }) {
  if (onlySite) {
    await script(entry, path.join("package", name), { format: "esm", ...options });
    return;
  }
  const { minify, parseSync, Visitor } = await import("vite");
  const bundle = await build({ ...shared, format: "esm", minifySyntax: true, write: false, ...options, entryPoints: [entry] });
  const text = bundle.outputFiles[0].text.replace(/^var (?=\w+ = )/gm, "const ");
  const { code, errors } = await minify(name, text, { module: true });
  if (errors.length > 0) {
    throw new Error(`minifying ${name}: ${errors[0].message}`);
  }
  const file = path.join(out, "package", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, doubleQuotes(code, parseSync(name, code).program, Visitor));
}

// Writes strings with double quotes in place of the backticks of the minifier: the dictionary of brotli has texts with double quotes.
function doubleQuotes(code, program, Visitor) {
  const units = code.split("");
  const tagged = new Set();
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => tagged.add(quasi.start),
    TemplateLiteral({ start, end, quasis }) {
      if (quasis.length === 1 && !tagged.has(start) && !/["\\\n]/.test(quasis[0].value.raw)) {
        units[start] = units[end - 1] = '"';
      }
    },
  }).visit(program);
  return units.join("");
}

function onlyPackage() {
  return [
    published("bridge/host/styles.ts", "styles.js", {}),
    published("bridge/host/index.ts", "index.js"),
    published("bridge/host/register.ts", "element.js"),
    published("npm/react/react.ts", "react.js", { external: ["react"], plugins: [besideFiles()] }),
    published("npm/adapters/index.ts", "adapters.js"),
    published("npm/rules/rules.ts", "rules.js"),
    // A test may run where the globals are missing that the injected module replaces.
    published("npm/testing/testing.ts", "testing.js", {
      inject: ["npm/testing/environment.ts"], plugins: [besideFiles(Object.keys(FILES).filter((name) => name !== "records"))],
    }),
    published("npm/testing/playwright.ts", "playwright.js"),
    published("npm/vite/vite.ts", "vite.js", { platform: "node" }),
    ...["relay", "relay-browser", "relay-redis", "relay-node"].map((name) => published(`relay/typescript/${name}.ts`, `${name}.js`)),
    script("npm/cli/main.ts", "package/cli.js", {
      format: "esm", minify: false, platform: "node", banner: { js: "#!/usr/bin/env node" },
    }),
  ];
}

if (process.argv.includes("--tests")) {
  const folder = path.join(out, "test");
  rmSync(folder, { recursive: true, force: true });
  const filesIn = (folder) => readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file));
  const tests = ["bridge", "npm", "relay", "web"].flatMap(filesIn).filter((file) => file.endsWith(".test.ts"));
  await build({
    ...shared,
    // In flat folders, a shell pattern finds all tests of a target.
    entryPoints: tests.map((file) => ({
      in: file, out: path.join(/\.(package|server)\.test\.ts$/.exec(file)?.[1] ?? "", file.replace(/\.ts$/, "").replaceAll(path.sep, "-")),
    })),
    format: "esm",
    define: { ...shared.define, __ELICITFORM_WASM__: JSON.stringify("elicitform.test.wasm") },
    // No test sees the real time.
    inject: ["bridge/message/test/clock.ts"],
    packages: "external",
    outdir: folder,
    platform: "node",
    sourcemap: "inline",
  });
} else {
  rmSync(path.join(out, "package"), { recursive: true, force: true });
  await Promise.all([
    // A classic script, because it has to draw before anything else has loaded.
    script("web/frame/boot.ts", "frame/boot.js", { format: "iife" }),
    published("bridge/host/forms.ts", "forms.js", { plugins: [besideFiles(["approval", "diagnosis", "records", "renderreceipt"])] }),
    published("bridge/host/renderreceipt.ts", "receipt.js", {}),
    published("bridge/host/diagnosis.ts", "diagnosis.js", {}),
    published("bridge/host/approval.ts", "approval.js", {}),
    published("bridge/host/records.ts", "records.js", {}),
    ...(onlySite ? [] : onlyPackage()),
    script("web/standalone/standalone.ts", "standalone/standalone.js", { format: "esm" }),
    // The schemas of the official clients are large, and the page works before they are loaded.
    script("web/standalone/advice/clients.ts", "standalone/clients.js", { format: "esm" }),
    script("web/standalone/worker.ts", "standalone/worker.js", { format: "esm" }),
    script("web/standalone/popup/popup.ts", "standalone/popup.js", { format: "esm" }),
    script("web/demo/chat.ts", "demo/chat.js", { format: "esm" }),
    // For a host that only has files; see .ci/site.
    ...["page", "worker", "visits"].map((name) => script(`web/demo/worker/${name}.ts`, `demo/worker/${name}.js`, { format: "iife" })),
    // Pages load it from elicitform-server with nothing else, so it holds all that it needs.
    script("relay/typescript/page.ts", "server/page.js", { format: "esm" }),
    script("web/try/try.ts", "try/try.js", { format: "esm" }),
    script("web/link/link.ts", "link/link.js", { format: "esm" }),
  ]);
}
