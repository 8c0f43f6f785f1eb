// Runs the program in Node until it needs a browser, with a runtime that prints
// what the initialisation of each package takes.
//
//	node inittrace.mjs WASM_EXEC PROGRAM
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [wasmExec, program] = process.argv.slice(2);
runInThisContext(readFileSync(wasmExec, "utf8"));
const go = new Go();
go.env = { GODEBUG: "inittrace=1" };
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
// There is no document here: the program ends with a panic, or waits for ever.
await Promise.race([go.run(instance), new Promise((resolve) => setTimeout(resolve, 2000))]).catch(() => {});
process.exit(0);
