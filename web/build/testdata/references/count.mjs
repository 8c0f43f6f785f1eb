// Counts the objects to which a program still refers.
//
//	node count.mjs WASM_EXEC PROGRAM
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [wasmExec, program] = process.argv.slice(2);
runInThisContext(readFileSync(wasmExec, "utf8"));
const go = new Go();
class Counted {}
globalThis.object = () => new Counted();
globalThis.count = () => console.log(go._values.filter((value) => value instanceof Counted).length);
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
await go.run(instance);
