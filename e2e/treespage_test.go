package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// treesFiles are the program in e2e/trees and the scripts that its page needs, by
// their paths. The interpreter is the one of the frame.
var treesFiles = sync.OnceValues(func() (map[string]string, error) {
	dir, err := builtSite()
	if err != nil {
		return nil, err
	}
	program, script := projectFile("build", "trees", "elicitform.wasm"), projectFile("build", "e2e", "interpreter.js")
	build := exec.Command("go", "run", "./web/build", "-wasm", "./e2e/trees", "-program", program)
	bundle := exec.Command(projectFile("node_modules", ".bin", "esbuild"), "--bundle", "--format=iife", "--log-level=warning", "--loader=ts", "--outfile="+script)
	bundle.Stdin = strings.NewReader(`import { interpreter } from "./bridge/frame/dom.ts"; globalThis.goappDOM = interpreter(document);`)
	for _, cmd := range []*exec.Cmd{build, bundle} {
		cmd.Dir = projectFile()
		if output, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", cmd, err, output)
		}
	}
	runtime, err := filepath.Glob(filepath.Join(dir, "frame", "wasm_exec.*.js"))
	if err != nil || len(runtime) != 1 {
		return nil, fmt.Errorf("the site has %d wasm_exec.js (%w)", len(runtime), err)
	}
	return map[string]string{"/trees.wasm": program, "/interpreter.js": script, "/wasm_exec.js": runtime[0]}, nil
})

// treesDocument loads the program. drive makes a tree, changes it again and again,
// and returns what stood in the page after each step and what was said. After each
// step it lets some elements hear events.
const treesDocument = `<!doctype html><title>trees</title><link rel="icon" href="data:,"><body><div></div>
<script src="/wasm_exec.js"></script><script src="/interpreter.js"></script><script>
// What a program says that has ended is the reason why a step does not end.
const printed = [];
console.log = (line) => printed.push(line);
const go = new Go();
WebAssembly.instantiateStreaming(fetch("/trees.wasm"), go.importObject).then(({ instance }) => go.run(instance)).finally(() => { window.ended = true; });
const step = (name, ...args) => new Promise((done, failed) => {
	setTimeout(() => failed(new Error(name + " does not end\n" + printed.slice(0, 40).join("\n"))), 60_000);
	trees[name](...args, done);
});
// What an event has asked for is drawn when the program has answered, and what the
// browser says of that, as of a details element that was opened, comes in a task.
const settle = async () => {
	await step("idle");
	await new Promise((done) => setTimeout(done));
	await step("idle");
};
const drive = async (seed, changes) => {
	const found = [];
	const note = async (what) => {
		await settle();
		found.push(what + "\n" + readTree(document.querySelector("main")) + "\nsaid:\n" + trees.said().join("\n"));
	};
	let random = seed;
	const next = (below) => (random = (random * 1103515245 + 12345) % 2147483648, (random >>> 8) % below);
	for (let i = 0; i <= changes; i++) {
		await step(i === 0 ? "fresh" : "change", seed * 1000 + i);
		await note("step " + i);
		const types = ["click", "input", "change", "focus", "keydown", "toggle", "odd-event"];
		for (let poke = 0; poke < 8; poke++) {
			const all = document.querySelectorAll("main *");
			if (all.length === 0) break;
			const at = next(all.length), type = types[next(types.length)];
			all[at].dispatchEvent(new Event(type, { bubbles: next(4) > 0, cancelable: true }));
			if (next(2)) await settle();
		}
		await note("step " + i + ", after events");
	}
	return found;
};
</script>`

// serveTrees serves the page of random trees.
func serveTrees(t testing.TB) string {
	t.Helper()
	files, err := treesFiles()
	must(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file := files[r.URL.Path]; file != "" {
			http.ServeFile(w, r, file)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(treesDocument))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// openTrees opens the page of random trees in both tabs.
func openTrees(t testing.TB) *twins {
	t.Helper()
	url := serveTrees(t)
	p := newTwins(t)
	for _, w := range []*twin{p.direct, p.batched} {
		w.openTrees(url)
	}
	return p
}

func (w *twin) openTrees(url string) {
	w.t.Helper()
	w.open(url)
	w.page().wait("the program", `window.trees`)
}
