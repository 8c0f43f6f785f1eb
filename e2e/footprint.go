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

// countCPU makes the browser measure how long the main thread of the tab
// computes. Page and frame share this thread.
func (tab *Tab) countCPU() {
	tab.t.Helper()
	must(tab.t, driver.CountCPU(tab.ctx))
}

// readCPU returns how long the main thread has computed so far.
func (tab *Tab) readCPU() (time.Duration, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, waitTimeout)
	defer cancel()
	values, err := driver.Metrics(ctx)
	return time.Duration(values["ThreadTime"] * float64(time.Second)), err
}

// The intervals and limits of [Tab.waitUntilIdle].
const (
	restInterval = 20 * time.Millisecond
	// idleCPU is the most that a main thread without work computes in one
	// interval: answering the measurement takes a little time as well.
	idleCPU = 3 * time.Millisecond
)

// waitUntilIdle waits until the main thread has no work left.
func (tab *Tab) waitUntilIdle() {
	tab.t.Helper()
	var last time.Duration
	quiet := 0
	tab.waitFor("the page to come to rest", func() bool {
		time.Sleep(restInterval)
		now, err := tab.readCPU()
		must(tab.t, err)
		if now-last < idleCPU {
			quiet++
		} else {
			quiet = 0
		}
		last = now
		return quiet >= 2
	})
}

// footprint is how much a page keeps in memory.
type footprint struct {
	// Kept is what page and frame keep of the JavaScript heap. Heap is all of
	// that heap, with what the engine has compiled. Both are in bytes.
	Kept, Heap float64
	// Program is the size of the program's memory, in bytes. It never shrinks:
	// it shows the most that the program has ever used at one moment, and the
	// program may keep less.
	Program          float64
	Nodes, Listeners float64
}

// footprint measures what a page keeps after a garbage collection.
func (tab *Tab) footprint() footprint {
	tab.t.Helper()
	// The second collection frees what the finalizers of the first one let go.
	for range 2 {
		must(tab.t, driver.CollectGarbage(tab.ctx))
	}
	values, err := driver.Metrics(tab.ctx)
	must(tab.t, err)
	return footprint{
		Heap: values["JSHeapUsedSize"], Nodes: values["Nodes"], Listeners: values["JSEventListeners"],
		Program: tab.form().programMemory(),
	}
}

// programMemory returns the size of all WebAssembly memories of the document.
func (d Document) programMemory() float64 {
	d.t.Helper()
	w, err := d.chromium.World(d.place)
	must(d.t, err)
	bytes, err := driver.ProgramMemory(d.ctx, w.ID)
	must(d.t, err)
	return bytes
}

// countReleased makes the program in each document that is loaded from now on count how
// many objects of the page its collector has let go of.
func (tab *Tab) countReleased() {
	tab.t.Helper()
	tab.evaluateEarly(`{
		globalThis.released = 0;
		(` + replaceImports + `)((name, f) => name === "syscall/js.finalizeRef" ? (sp) => { released++; return f(sp); } : f);
	}`)
}

// collectProgram makes the program collect its own garbage. It lets go of what it has
// read of the page only then: an event that it was told of holds the whole form in which
// that happened. Large requests, which the program reads and then rejects, fill its memory
// until it collects. The focus is outside of the frame, so that the program reads nothing
// of the page that says so.
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

// settledFootprint returns the footprint of an idle frame in which all garbage is
// collected. The frame must have been loaded after [Tab.countReleased].
func (h *Host) settledFootprint() footprint {
	h.t.Helper()
	// Each time ends with the same small form. The button is pressed by keyboard: to
	// find it in the accessibility tree would make the browser keep that tree from now on.
	key, form := h.show(oneText("resting"), nil)
	form.pressByKeyboard("Decline")
	h.outcome(key)
	form.onHeading(declinedHeading)
	form.waitUntilLeft()
	// What the collector finds only after something else is gone is left for the second
	// time.
	for range 2 {
		h.collectProgram()
		form.waitUntilLeft()
		must(h.t, driver.CollectGarbage(h.ctx))
	}
	h.page().run(`outcomes.length = events.length = fromFrame.length = toFrame.length = posted.length = 0; window.controllers = {}`)
	h.waitUntilIdle()
	settled := h.footprint()
	settled.Kept = h.retainedHeap()
	return settled
}

// nodeTolerance is how many nodes a short series may have at its end above the first
// count. It is less than the number of its requests, so that a node lost for each of them
// is found.
const nodeTolerance = 30

// expectNoGrowth fails the test if a frame keeps over 5 % more than it kept
// earlier. A short series is compared by nodes and listeners only; the heap
// needs some hundred requests until its size is stable.
func (tab *Tab) expectNoGrowth(t testing.TB, first, last footprint, long bool) {
	t.Helper()
	for _, c := range []struct {
		what        string
		first, last float64
		judged      bool
	}{
		{"bytes kept of the heap", first.Kept, last.Kept, long},
		{"bytes of the heap with compiled code", first.Heap, last.Heap, false},
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

// replaceImports is a script that lets the program in a document call other functions
// than wasm_exec.js gives it. It takes a function that gets the name of each and what it
// is, and returns what takes its place.
const replaceImports = `(replace) => {
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = (module, imports) => real.call(WebAssembly, module, imports?.gojs
		? { ...imports, gojs: Object.fromEntries(Object.entries(imports.gojs).map(([name, f]) => [name, replace(name, f)])) }
		: imports);
}`

// retainedHeap returns how many bytes of the JavaScript heap hold objects,
// strings, arrays and closures of page and frame, after a garbage collection.
// It does not count compiled code: the engine goes on compiling functions as
// long as they run, even in a page that keeps nothing.
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
