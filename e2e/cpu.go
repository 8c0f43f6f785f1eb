package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// countCPU lets the tab measure what its main thread computes. Page and frame
// share that thread. Wall time would say how busy the machine is.
func (tab *Tab) countCPU() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	must(tab.t, err)
}

// metrics are the browser's own figures, by name. They are answered also in the
// middle of a script that computes.
func (tab *Tab) metrics() (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, performance.GetMetrics, struct{}{})
	if err != nil {
		return nil, err
	}
	values := map[string]float64{}
	for _, m := range result.Metrics {
		values[m.Name] = m.Value
	}
	return values, nil
}

// cpu is how long the main thread has computed so far.
func (tab *Tab) cpu() time.Duration {
	tab.t.Helper()
	values, err := tab.metrics()
	must(tab.t, err)
	return time.Duration(values["ThreadTime"] * float64(time.Second))
}

// Pauses of [Tab.rest].
const (
	glance = 20 * time.Millisecond
	// idle is what a main thread computes at most in a glance that has nothing
	// to do but to be asked.
	idle = 3 * time.Millisecond
)

// rest waits until the main thread has nothing left to do.
func (tab *Tab) rest() {
	tab.t.Helper()
	last, quiet := tab.cpu(), 0
	tab.waitFor("the page to come to rest", func() bool {
		time.Sleep(glance)
		now := tab.cpu()
		if now-last < idle {
			quiet++
		} else {
			quiet = 0
		}
		last = now
		return quiet >= 2
	})
}

// footprint is what a page keeps.
type footprint struct {
	// Kept is what page and frame keep of JavaScript's heap, and Heap all of it,
	// with what the engine has compiled, both in bytes.
	Kept, Heap float64
	// Program is the size of the program's memory, in bytes. It never shrinks,
	// so it bounds what the program has ever used at one moment, and what it
	// keeps is less.
	Program          float64
	Nodes, Listeners float64
}

// footprint counts what is left after a collection of garbage.
func (tab *Tab) footprint() footprint {
	tab.t.Helper()
	// The second collection takes what the finalizers of the first let go.
	for range 2 {
		_, err := chromedp.Call(tab.ctx, heapprofiler.CollectGarbage, struct{}{})
		must(tab.t, err)
	}
	values, err := tab.metrics()
	must(tab.t, err)
	return footprint{
		Heap: values["JSHeapUsedSize"], Nodes: values["Nodes"], Listeners: values["JSEventListeners"],
		Program: tab.form().programMemory(),
	}
}

// programMemory is the size of the WebAssembly memories of the document.
func (d Document) programMemory() float64 {
	d.t.Helper()
	w, err := d.world()
	must(d.t, err)
	const group = "memory"
	defer func() {
		_, _ = chromedp.Call(d.ctx, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group})
	}()
	prototype, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "WebAssembly.Memory.prototype", ContextID: w.id, ObjectGroup: group})
	must(d.t, err)
	objects, err := chromedp.Call(d.ctx, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: prototype.Result.ObjectID, ObjectGroup: group})
	must(d.t, err)
	sum, err := chromedp.Call(d.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }",
		ObjectID:            objects.Objects.ObjectID, ReturnByValue: new(true),
	})
	must(d.t, err)
	var bytes float64
	must(d.t, json.Unmarshal(sum.Result.Value, &bytes))
	return bytes
}

// flushed are requests that are refused when they have been read. They make the
// program collect its own garbage, whose finalizers let go what it held of the
// page. After large requests it does so late: it waits until its memory has
// doubled.
const flushed = 24

// settledFootprint is the footprint of a frame at rest, its own garbage
// collected: the program's first, for as long as that still frees nodes.
func (h *Host) settledFootprint() footprint {
	h.t.Helper()
	var least footprint
	for round, futile := 0, 0; round < 10 && futile < 2; round++ {
		for range flushed {
			h.outcome(h.start(`{"message": [`+strings.Repeat(`{"a":1},`, 25_000)+`0], "requestedSchema": {"type": "object", "properties": {}}}`, nil))
		}
		// Pressed by the keyboard: looking for it in the accessibility tree would
		// make the browser keep that tree from now on.
		key, form := h.show(oneText("resting"), nil)
		form.push("Decline")
		h.outcome(key)
		form.onHeading(declinedHeading)
		h.page().run(`outcomes.length = events.length = fromFrame.length = toFrame.length = posted.length = 0; window.controllers = {}`)
		h.rest()
		if now := h.footprint(); round == 0 || now.Nodes < least.Nodes {
			least, futile = now, 0
		} else {
			futile++
		}
	}
	least.Kept = h.kept()
	return least
}

// oneScreen is how many nodes a short series may end with above its first
// count: fewer than it has requests, so that one node a request is found.
const oneScreen = 30

// expectNoGrowth compares what a frame keeps with what it kept earlier: nothing
// may have grown by more than a twentieth. A short series shows what nodes and
// listeners do; for the heap, which is warm only after some hundred requests, it
// takes a long one.
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
			most += oneScreen
		}
		if c.judged && c.last > most {
			t.Errorf("%s grew from %.0f to %.0f", c.what, c.first, c.last)
		}
	}
}
