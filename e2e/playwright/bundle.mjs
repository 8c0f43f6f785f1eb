// Bundles the scripts of this folder as somebody's tests would be, with the published
// helpers: node bundle.mjs <folder of the published scripts> <folder for the bundle>.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [published, folder] = process.argv.slice(2);

await build({
  bundle: true,
  entryPoints: [fileURLToPath(new URL("main.ts", import.meta.url))],
  external: ["playwright-core"],
  format: "esm",
  logLevel: "warning",
  outdir: folder,
  platform: "node",
  plugins: [{
    name: "elicitform",
    setup: ({ onResolve }) => onResolve({ filter: /^elicitform\/testing/ }, (entry) => ({ path: path.resolve(published, `${path.basename(entry.path)}.js`) })),
  }],
});
