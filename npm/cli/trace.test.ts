import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../bridge/message/version.js";
import { withNames } from "./trace.js";

const NAMES = `go:buildid\nruntime.gopanic\nmain.main\n${"main.other\n".repeat(300)}component.(*store).rescue\n`;

test("a trace gets the names of its functions", () => {
  assert.equal(withNames("panic: x\nprogram.aaac(0x1)\n\t?:0 +0x3\nruntime.aaab()\nprogram.abcp(...)\n", NAMES),
    "panic: x\nmain.main(0x1)\n\t?:0 +0x3\nruntime.gopanic()\ncomponent.(*store).rescue(...)\n");
});

test("other words stay, and so does a function that is not in the list", () => {
  const other = "program.css program.abcde programs.aaaa program.pppp runtime.Stack\n";
  assert.equal(withNames(`${other}program.aaaa()`, NAMES), `${other}go:buildid()`);
});

test("a text without functions and the trace of another version are errors", () => {
  assert.throws(() => withNames("TypeError: x is not a function", NAMES), /no function of the program/);
  assert.throws(() => withNames("program.aaaa()\nnpx elicitform@99.1.0-rc.1 trace <file>", NAMES), /is of version 99\.1\.0-rc\.1, so run npx elicitform@99\.1\.0-rc\.1 trace/);
  assert.match(withNames(`program.aaaa()\nnpx elicitform@${VERSION} trace <file>`, NAMES), /^go:buildid/);
});
