// Runs a program in Node and prints its output, or its initial memory.
//
//	node trace.mjs WASM_EXEC PROGRAM [memory]
import { readFileSync, writeSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [wasmExec, program, memory] = process.argv.slice(2);
globalThis.fs = { writeSync, constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 } };
globalThis.fs.write = (fd, buffer, offset, length, position, done) => done(null, writeSync(fd, buffer, offset, length));
runInThisContext(readFileSync(wasmExec, "utf8"));
const go = new Go();
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
if (memory) {
  process.stdout.write(new Uint8Array(instance.exports.mem.buffer));
} else {
  await go.run(instance);
}
