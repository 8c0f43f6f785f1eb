// Bundles scripts with the npm package, like an application:
// node bundle.mjs <site> <folder for the bundles> <format> [<name>=<script>...].

import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [site, outdir, format, ...scripts] = process.argv.slice(2);
const named = (name) => path.join(root, "build/ts/package", `${name === "elicitform" ? "index" : name}.js`);

await build({
  absWorkingDir: root,
  // The older version of React has another name in node_modules.
  alias: scripts.some((script) => script.startsWith("react18=")) ? { "react": "react18", "react-dom": "react-dom18" } : {},
  bundle: true,
  // Only React's development build warns, and runs effects twice.
  define: { "process.env.NODE_ENV": '"development"' },
  entryPoints: scripts.map((script) => script.split("=")).map(([out, file]) => ({ in: file, out })),
  external: ["node:*", "playwright-core"],
  format,
  logLevel: "warning",
  outdir,
  plugins: [{
    name: "package",
    setup({ onResolve }) {
      onResolve({ filter: /^elicitform(\/|$)/ }, (script) => ({ path: named(path.basename(script.path)) }));
      onResolve({ filter: /^\.\/forms\.js$/ }, () => ({ path: path.resolve(site, "elicitform.js") }));
    },
  }],
  target: "es2022",
});
