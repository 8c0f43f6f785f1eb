// Bundles the examples, and the page of tasks, as a chat client would do, with the scripts of the npm
// package, of which that of the forms is the one of a built site:
// node bundle.mjs <site> <folder for the bundles>.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const [site, folder] = process.argv.slice(2);

await build({
  absWorkingDir: root,
  alias: { elicitform: path.join(root, "build/ts/package/index.js") },
  bundle: true,
  entryPoints: [
    ...["sdk-v1/chat", "sdk-v1/handler", "sdk-v2/chat", "sdk-v2/handler"].map((name) => ({ in: `examples/${name}.ts`, out: name.replace("/", "-") })),
    { in: "e2e/official/tasks-chat.mjs", out: "official-tasks" },
  ],
  format: "esm",
  logLevel: "warning",
  outdir: folder,
  plugins: [{ name: "forms", setup: ({ onResolve }) => onResolve({ filter: /^\.\/forms\.js$/ }, () => ({ path: path.resolve(site, "elicitform.js") })) }],
  target: "es2022",
});
