package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// countCPU lets the browser measure the main thread of page and frame.
func (tab *Tab) countCPU() {
	tab.t.Helper()
	must(tab.t, driver.CountCPU(tab.ctx))
}

func (tab *Tab) readCPU() (time.Duration, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, waitTimeout)
	defer cancel()
	values, err := driver.Metrics(ctx)
	return time.Duration(values["ThreadTime"] * float64(time.Second)), err
}

// footprint is the memory of a page.
type footprint struct {
	// Heap is the JavaScript heap of page and frame, in bytes.
	Heap float64
	// Program is the size of the program's memory, which never shrinks, in bytes.
	Program          float64
	Nodes, Listeners float64
}

func (tab *Tab) footprint() footprint {
	tab.t.Helper()
	// The second collection frees the objects that the finalizers of the first one released.
	for range 2 {
		must(tab.t, driver.CollectGarbage(tab.ctx))
	}
	values, err := driver.Metrics(tab.ctx)
	must(tab.t, err)
	w, err := tab.chromium.World(driver.Frame)
	must(tab.t, err)
	program, err := driver.ProgramMemory(tab.ctx, w.ID)
	must(tab.t, err)
	return footprint{Nodes: values["Nodes"], Listeners: values["JSEventListeners"], Program: program}
}

// countReleased counts the JavaScript objects that the collectors of later programs release.
func (tab *Tab) countReleased() {
	tab.t.Helper()
	tab.evaluateEarly(`{
		globalThis.released = 0;
		(` + replaceImports + `)((name, f) => name === "syscall/js.finalizeRef" ? (sp) => { released++; return f(sp); } : f);
	}`)
}

// collectProgram makes the program collect its garbage. Only a collection releases events, of which each holds a whole
// form. Large requests, which the program reads and rejects, fill its memory. The focus is outside of the frame, so
// that the program does not read the page for it.
func (h *Host) collectProgram() {
	h.t.Helper()
	released := func() int { return eval[int](h.form(), `released`) }
	h.page().run(`document.getElementById("before").focus()`)
	before := released()
	h.waitFor("the program to collect its garbage", func() bool {
		h.page().run(`(async () => {
			const text = '{"message": [' + '{"a":1},'.repeat(25_000) + '0], "requestedSchema": {"type": "object", "properties": {}}}';
			for (let i = 0; i < 8; i++) await host.elicit(text, { server: { id: "Example" } }).catch(() => undefined);
		})()`)
		return released() > before
	})
}

// settledFootprint returns the memory of an idle frame without garbage. The frame was loaded after [Tab.countReleased].
func (h *Host) settledFootprint() footprint {
	h.t.Helper()
	// A search for the button would make the browser keep its accessibility tree.
	key, form := h.show(oneText("resting"), nil)
	form.pressByKeyboard("Decline")
	h.outcome(key)
	form.onHeading(declinedHeading)
	form.waitUntilReplaced()
	// The second pass frees the objects that the first one released.
	for range 2 {
		h.collectProgram()
		form.waitUntilReplaced()
		must(h.t, driver.CollectGarbage(h.ctx))
	}
	h.page().run(`window.forget()`)
	h.waitUntilIdle()
	settled := h.footprint()
	settled.Heap = h.retainedHeap()
	return settled
}

// nodeTolerance is the number of nodes that a short series may add. It is less than the number of requests, to find one
// lost node for each request.
const nodeTolerance = 30

// expectNoGrowth fails the test if a frame needs over 5 % more memory than earlier. The heap counts only in a long
// series, because it becomes stable after some hundred requests.
func (tab *Tab) expectNoGrowth(t testing.TB, first, last footprint, long bool) {
	t.Helper()
	for _, c := range []struct {
		what        string
		first, last float64
		judged      bool
	}{
		{"bytes of the heap", first.Heap, last.Heap, long},
		{"nodes", first.Nodes, last.Nodes, true},
		{"listeners", first.Listeners, last.Listeners, true},
		{"memory of the program, at most", first.Program, last.Program, false},
	} {
		t.Logf("%s: %.0f, then %.0f (%+.1f %%)", c.what, c.first, c.last, (c.last/c.first-1)*100)
		most := c.first * 1.05
		if c.what == "nodes" && !long {
			most += nodeTolerance
		}
		if c.judged && c.last > most {
			t.Errorf("%s grew from %.0f to %.0f", c.what, c.first, c.last)
		}
	}
}

// replaceImports is a script that replaces the imports of the program. Its parameter gets the name and the real function of
// each import, and returns the replacement.
const replaceImports = `(replace) => {
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = (module, imports) => real.call(WebAssembly, module, imports?.gojs
		? { ...imports, gojs: Object.fromEntries(Object.entries(imports.gojs).map(([name, f]) => [name, replace(name, f)])) }
		: imports);
}`

// retainedHeap returns the bytes of objects, strings, arrays and closures on the heap. Compiled code does not count,
// because the engine continues to compile in an idle page.
func (tab *Tab) retainedHeap() float64 {
	tab.t.Helper()
	var (
		mu   sync.Mutex
		text strings.Builder
		done bool
	)
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		if chunk, ok := ev.(*heapprofiler.EventAddHeapSnapshotChunk); ok && !done {
			text.WriteString(chunk.Chunk)
		}
	}))
	_, err := chromedp.Call(tab.ctx, heapprofiler.TakeHeapSnapshot, heapprofiler.TakeHeapSnapshotParams{})
	must(tab.t, err)
	mu.Lock()
	defer mu.Unlock()
	done = true
	var snapshot struct {
		Snapshot struct {
			Meta struct {
				Fields []string          `json:"node_fields"`
				Types  []json.RawMessage `json:"node_types"`
			} `json:"meta"`
		} `json:"snapshot"`
		Nodes []int `json:"nodes"`
	}
	must(tab.t, json.Unmarshal([]byte(text.String()), &snapshot))
	var kinds []string
	must(tab.t, json.Unmarshal(snapshot.Snapshot.Meta.Types[0], &kinds))
	fields := snapshot.Snapshot.Meta.Fields
	at := map[string]int{}
	for i, name := range fields {
		at[name] = i
	}
	bytes := 0
	for i := 0; i < len(snapshot.Nodes); i += len(fields) {
		switch kinds[snapshot.Nodes[i+at["type"]]] {
		case "code", "native", "synthetic", "hidden":
		default:
			bytes += snapshot.Nodes[i+at["self_size"]]
		}
	}
	return float64(bytes)
}
