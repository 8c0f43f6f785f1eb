package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// countCPU makes the browser measure how long the main thread of the tab
// computes. Page and frame share this thread.
func (tab *Tab) countCPU() {
	tab.t.Helper()
	must(tab.t, chromium.CountCPU(tab.ctx))
}

// metrics returns the browser's own figures, by name.
func (tab *Tab) metrics() (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, waitTimeout)
	defer cancel()
	return chromium.Metrics(ctx)
}

// readCPU returns how long the main thread has computed so far.
func (tab *Tab) readCPU() (time.Duration, error) {
	values, err := tab.metrics()
	return time.Duration(values["ThreadTime"] * float64(time.Second)), err
}

// cpu is readCPU for a test that stops at an error.
func (tab *Tab) cpu() time.Duration {
	tab.t.Helper()
	spent, err := tab.readCPU()
	must(tab.t, err)
	return spent
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
	last, quiet := tab.cpu(), 0
	tab.waitFor("the page to come to rest", func() bool {
		time.Sleep(restInterval)
		now := tab.cpu()
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

// footprint measures what is left after a garbage collection.
func (tab *Tab) footprint() footprint {
	tab.t.Helper()
	// The second collection frees what the finalizers of the first one let go.
	for range 2 {
		must(tab.t, chromium.CollectGarbage(tab.ctx))
	}
	values, err := tab.metrics()
	must(tab.t, err)
	return footprint{
		Heap: values["JSHeapUsedSize"], Nodes: values["Nodes"], Listeners: values["JSEventListeners"],
		Program: tab.form().programMemory(),
	}
}

// programMemory returns the size of all WebAssembly memories of the document.
func (d Document) programMemory() float64 {
	d.t.Helper()
	w, err := d.world()
	must(d.t, err)
	bytes, err := chromium.ProgramMemory(d.ctx, w.id)
	must(d.t, err)
	return bytes
}

// requestsPerCollection is how many large requests make the program collect its
// own garbage, so that its finalizers let go of objects of the page. The
// program reads each request and then refuses it. So many are needed because the
// program collects only when its memory is five times what it was; see wasm/main.go.
const requestsPerCollection = 96

// settledFootprint returns the footprint of an idle frame in which all garbage
// is collected. It makes the program collect again as long as that frees more
// nodes.
func (h *Host) settledFootprint() footprint {
	h.t.Helper()
	var least footprint
	for round, futile := 0, 0; round < 10 && futile < 2; round++ {
		for range requestsPerCollection {
			h.outcome(h.start(`{"message": [`+strings.Repeat(`{"a":1},`, 25_000)+`0], "requestedSchema": {"type": "object", "properties": {}}}`, nil))
		}
		// The button is pressed by keyboard: to find it in the accessibility
		// tree would make the browser keep that tree from now on.
		key, form := h.show(oneText("resting"), nil)
		form.pressByKeyboard("Decline")
		h.outcome(key)
		form.onHeading(declinedHeading)
		form.waitUntilLeft()
		h.page().run(`outcomes.length = events.length = fromFrame.length = toFrame.length = posted.length = 0; window.controllers = {}`)
		h.waitUntilIdle()
		if now := h.footprint(); round == 0 || now.Nodes < least.Nodes {
			least, futile = now, 0
		} else {
			futile++
		}
	}
	least.Kept = h.retainedHeap()
	return least
}

// How many nodes and listeners a short series may have at its end above the first
// count: those of one small form, which waits to be collected. Both are less than the
// number of its requests, so that one lost for each request is found.
const (
	nodeTolerance     = 55
	listenerTolerance = 8
)

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
		switch {
		case long:
		case c.what == "nodes":
			most += nodeTolerance
		case c.what == "listeners":
			most += listenerTolerance
		}
		if c.judged && c.last > most {
			t.Errorf("%s grew from %.0f to %.0f", c.what, c.first, c.last)
		}
	}
}
