// Bundles the examples as a chat client would do, with the host script of a
// built site: node bundle.mjs <site> <folder for the bundles>.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const [site, folder] = process.argv.slice(2);

await build({
  absWorkingDir: root,
  alias: { elicitform: path.join(site, "elicitform.js") },
  bundle: true,
  entryPoints: ["sdk-v1/chat", "sdk-v1/handler", "sdk-v2/chat", "sdk-v2/handler"].map((name) => `examples/${name}.ts`),
  entryNames: "[dir]-[name]",
  format: "esm",
  logLevel: "warning",
  outbase: "examples",
  outdir: folder,
  target: "es2022",
});
