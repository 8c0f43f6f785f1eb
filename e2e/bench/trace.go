package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// traced is an event of a trace: that a thread did something for a while.
type traced struct {
	Name    string  `json:"name"`
	Phase   string  `json:"ph"`
	Process int     `json:"pid"`
	Thread  int     `json:"tid"`
	Start   float64 `json:"ts"`
	Length  float64 `json:"dur"`
	CPU     float64 `json:"tdur"`
	Args    struct {
		Name string `json:"name"`
	} `json:"args"`
}

// kindsOfWork are what the events of a main thread are called in the document. The
// first entry that is the beginning of an event's name counts; events without an entry
// belong to what they happen in.
var kindsOfWork = []struct{ event, kind string }{
	{"UpdateLayoutTree", "style"}, {"ParseAuthorStyleSheet", "style"}, {"RecalculateStyles", "style"},
	{"Layout", "layout"}, {"UpdateLayer", "paint"}, {"Layerize", "paint"}, {"PrePaint", "paint"}, {"Paint", "paint"},
	{"Commit", "paint"}, {"CompositeLayers", "paint"}, {"HitTest", "layout"},
	{"MinorGC", "garbage collection"}, {"MajorGC", "garbage collection"}, {"V8.GC", "garbage collection"}, {"BlinkGC", "garbage collection"},
	{"v8.compile", "compiling"}, {"V8.Compile", "compiling"}, {"v8.wasm", "compiling"}, {"wasm", "compiling"}, {"v8.produceCache", "compiling"},
	{"FunctionCall", "script"}, {"EvaluateScript", "script"}, {"v8.run", "script"}, {"RunMicrotasks", "script"}, {"EventDispatch", "script"},
	{"TimerFire", "script"}, {"FireAnimationFrame", "script"}, {"V8.Execute", "script"}, {"v8.callFunction", "script"},
	{"ParseHTML", "parsing HTML"}, {"RunTask", "other"}, {"ThreadControllerImpl", "other"},
}

func kindOf(event string) string {
	for _, k := range kindsOfWork {
		if strings.HasPrefix(event, k.event) {
			return k.kind
		}
	}
	return ""
}

// trace records what the browser does during an act.
func (d document) trace(act func() error) ([]traced, error) {
	var mu sync.Mutex
	var events []traced
	complete := make(chan struct{})
	ctx, cancel := context.WithTimeout(d.ctx, patience)
	defer cancel()
	err := chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, text := range e.Value {
				var event traced
				if json.Unmarshal(text, &event) == nil {
					events = append(events, event)
				}
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	})
	if err != nil {
		return nil, err
	}
	config := &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "devtools.timeline", "v8", "disabled-by-default-v8.gc"}}
	if _, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{TraceConfig: config}); err != nil {
		return nil, err
	}
	failed := act()
	if _, err := chromedp.Call(ctx, tracing.End, struct{}{}); err != nil {
		return nil, errors.Join(failed, err)
	}
	select {
	case <-complete:
	case <-time.After(patience):
		return nil, errors.New("the trace does not end")
	}
	mu.Lock()
	defer mu.Unlock()
	return events, failed
}

// workByKind adds up what the main threads of all pages and frames have computed, in
// milliseconds of processor time.
func workByKind(events []traced) map[string]float64 {
	type thread struct{ process, thread int }
	main := map[thread]bool{}
	for _, e := range events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[thread{e.Process, e.Thread}] = true
		}
	}
	byThread := map[thread][]traced{}
	for _, e := range events {
		if t := (thread{e.Process, e.Thread}); e.Phase == "X" && main[t] {
			byThread[t] = append(byThread[t], e)
		}
	}
	total := map[string]float64{}
	for _, list := range byThread {
		// What encloses other events comes before them.
		slices.SortStableFunc(list, func(a, b traced) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.Length, a.Length))
		})
		type open struct {
			end  float64
			kind string
		}
		var stack []open
		for _, e := range list {
			for len(stack) > 0 && stack[len(stack)-1].end <= e.Start {
				stack = stack[:len(stack)-1]
			}
			kind, around := kindOf(e.Name), ""
			if len(stack) > 0 {
				around = stack[len(stack)-1].kind
			}
			if kind == "" {
				kind = around
			}
			if kind != around {
				total[kind] += e.CPU / 1000
				if around != "" {
					total[around] -= e.CPU / 1000
				}
			}
			stack = append(stack, open{e.Start + e.Length, kind})
		}
	}
	return total
}
