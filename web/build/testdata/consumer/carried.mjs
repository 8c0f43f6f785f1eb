// Bundles an app with Vite for each argument after the first, which is the app's script.
// Prints as JSON the size of each minified app as brotli, its files of the package, and its
// text, without what the app loads later. The first argument is the folder whose node_modules has Vite.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const [root, ...apps] = process.argv.slice(2);
const vite = await import(pathToFileURL(createRequire(path.join(root, "package.json")).resolve("vite")).href);
const own = `${path.sep}node_modules${path.sep}elicitform${path.sep}`;

// Vite gives every app with chunks this helper, of some 500 bytes: it is none of the package.
const VITES_HELPER = "\0vite/preload-helper.js";
const app = path.resolve("virtual-app.js");
const carried = [];
for (const source of apps) {
  const { output } = await vite.build({
    build: { rolldownOptions: { external: /^react/, input: app }, write: false },
    configFile: false,
    logLevel: "warn",
    plugins: [{
      name: "app",
      enforce: "pre",
      resolveId: (id) => (id === app ? app : undefined),
      load: (id) => (id === app ? source : id === VITES_HELPER ? "export const __vitePreload = (load) => load();" : undefined),
    }],
  });
  // The entry, and what it imports at once.
  const chunks = [output.find(({ isEntry }) => isEntry)];
  chunks.forEach(({ imports }) => chunks.push(...output.filter((chunk) => imports.includes(chunk.fileName) && !chunks.includes(chunk))));
  const code = chunks.map((chunk) => chunk.code).join("");
  const modules = Object.assign({}, ...chunks.map((chunk) => chunk.modules));
  const files = Object.keys(modules).filter((id) => id.includes(own) && modules[id].renderedLength > 0).map((id) => path.basename(id)).sort();
  carried.push({ source, bytes: brotliCompressSync(code).length, files, code });
}
console.log(JSON.stringify(carried));
