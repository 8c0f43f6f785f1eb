// Compiles types.mts, sdk.mts and react.tsx, and prints the errors of the compiler. The
// argument is the folder whose node_modules has TypeScript.

import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.argv[2], "package.json"));
const ts = require("typescript");
const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => process.cwd(), getNewLine: () => "\n" };

const ways = [
  { module: "ESNext", moduleResolution: "Bundler", exactOptionalPropertyTypes: true, files: ["types.mts", "sdk.mts", "react.tsx"] },
  { module: "ESNext", moduleResolution: "Bundler", exactOptionalPropertyTypes: false, files: ["types.mts", "react.tsx"] },
  { module: "NodeNext", moduleResolution: "NodeNext", exactOptionalPropertyTypes: true, files: ["types.mts"] },
  { module: "NodeNext", moduleResolution: "NodeNext", exactOptionalPropertyTypes: false, files: ["types.mts", "sdk.mts"] },
];
// The compiler's own libraries are the same each time, and are read once.
const libraries = new Map();
function hostWith(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const folder = host.getDefaultLibLocation();
  host.getSourceFile = (file, ...how) => {
    if (path.dirname(file) !== folder) {
      return getSourceFile.call(host, file, ...how);
    }
    if (!libraries.has(file)) {
      libraries.set(file, getSourceFile.call(host, file, ...how));
    }
    return libraries.get(file);
  };
  return host;
}

for (const { module, moduleResolution, exactOptionalPropertyTypes, files } of ways) {
  for (const file of files) {
    const options = {
      exactOptionalPropertyTypes,
      jsx: ts.JsxEmit.ReactJSX,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind[module],
      moduleResolution: ts.ModuleResolutionKind[moduleResolution],
      noEmit: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,
      skipDefaultLibCheck: true,
      // The SDKs' own declarations have errors.
      skipLibCheck: file !== "types.mts",
      strict: true,
      target: ts.ScriptTarget.ES2022,
      types: [],
    };
    const program = ts.createProgram([file], options, hostWith(options));
    const diagnostics = ts.getPreEmitDiagnostics(program);
    if (diagnostics.length > 0) {
      console.log(`${file}, ${moduleResolution}, exactOptionalPropertyTypes ${exactOptionalPropertyTypes}:\n${ts.formatDiagnostics(diagnostics, format)}`);
      process.exitCode = 1;
    }
  }
}
