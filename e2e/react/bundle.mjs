// Bundles the page of the React tests, with the scripts of the npm package, of which that
// of the forms is the one of a built site: node bundle.mjs <site> <bundle>.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const [site, bundle] = process.argv.slice(2);

await build({
  absWorkingDir: root,
  alias: { "elicitform/react": path.join(root, "build/ts/package/react.js") },
  bundle: true,
  // React warns and runs effects twice only while an app is being developed.
  define: { "process.env.NODE_ENV": '"development"' },
  entryPoints: ["e2e/react/app.mjs"],
  format: "iife",
  logLevel: "warning",
  outfile: bundle,
  plugins: [{ name: "forms", setup: ({ onResolve }) => onResolve({ filter: /^\.\/forms\.js$/ }, () => ({ path: path.resolve(site, "elicitform.js") })) }],
  target: "es2022",
});
