// Bundles an app with Vite for each argument after the first, which is the app's script.
// Prints as JSON the size of each minified app as brotli, its files of the package, and its
// text. The first argument is the folder whose node_modules has Vite.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const [root, ...apps] = process.argv.slice(2);
const vite = await import(pathToFileURL(createRequire(path.join(root, "package.json")).resolve("vite")).href);
const own = `${path.sep}node_modules${path.sep}elicitform${path.sep}`;

const carried = [];
for (const source of apps) {
  const { output } = await vite.build({
    build: { rolldownOptions: { external: /^react/, input: "virtual:app", output: { codeSplitting: false } }, write: false },
    configFile: false,
    logLevel: "warn",
    plugins: [{
      name: "app",
      resolveId: (id) => (id === "virtual:app" ? path.resolve("virtual-app.js") : undefined),
      load: (id) => (id === path.resolve("virtual-app.js") ? source : undefined),
    }],
  });
  const [{ code, modules }] = output;
  const files = Object.keys(modules).filter((id) => id.includes(own) && modules[id].renderedLength > 0).map((id) => path.basename(id)).sort();
  carried.push({ source, bytes: brotliCompressSync(code).length, files, code });
}
console.log(JSON.stringify(carried));
