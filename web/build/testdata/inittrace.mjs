// Runs the program in Node until it needs a browser, with a runtime that prints the
// allocations of each package's initialisation.
//
//	node inittrace.mjs WASM_EXEC PROGRAM
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [wasmExec, program] = process.argv.slice(2);
runInThisContext(readFileSync(wasmExec, "utf8"));
const go = new Go();
go.env = { GODEBUG: "inittrace=1" };
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
// The call returns when the program waits, which is after all initialisations. There is no document here, so it goes no further.
go.run(instance).catch(() => {});
process.exit(0);
