// Bundles the app in the working folder, with esbuild into
// out-esbuild and with Vite into out-vite. The argument is the folder whose
// node_modules has both.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(process.argv[2], "package.json"));
const esbuild = await import(pathToFileURL(require.resolve("esbuild")).href);
const vite = await import(pathToFileURL(require.resolve("vite")).href);

await esbuild.build({
  bundle: true,
  entryPoints: ["app.js", "element.js"],
  format: "esm",
  logLevel: "warning",
  minify: true,
  outdir: "out-esbuild",
  target: "es2022",
});
await vite.build({
  build: { outDir: "out-vite", rolldownOptions: { input: ["app.js", "element.js", "index.html"], output: { entryFileNames: "assets/[name].js" } } },
  configFile: false,
  logLevel: "warn",
});
