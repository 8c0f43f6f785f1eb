package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// traceEvent has the members of an event of Chromium's trace that the tests read.
type traceEvent struct {
	Name string
	Args struct {
		// Function is the index of a function of the program.
		Function  int `json:"func_index"`
		BeginData struct {
			Frame cdp.FrameID
		}
	}
}

// trace records the events of these categories in all tabs of the browser until the returned function is called, which returns them.
func (h *Host) trace(categories ...string) (end func() []traceEvent) {
	h.t.Helper()
	var events []traceEvent
	ended := make(chan bool, 1)
	must(h.t, chromedp.Listen(h.ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, value := range e.Value {
				var one traceEvent
				// Other events have other members under these names.
				if json.Unmarshal(value, &one) == nil {
					events = append(events, one)
				}
			}
		case *tracing.EventTracingComplete:
			ended <- true
		}
	}))
	_, err := chromedp.Call(h.ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: categories}})
	must(h.t, err)
	return func() []traceEvent {
		h.t.Helper()
		_, err := chromedp.Call(h.ctx, tracing.End, struct{}{})
		must(h.t, err)
		<-ended
		return events
	}
}

// TestLayouts: the browser lays out a form of any size, its review and the way back a few times only.
// Rows: N34.
func TestLayouts(t *testing.T) {
	t.Parallel()
	// Only a browser with windows reads the controls of a form, to fill them in.
	b, err := launch(driver.Windowed)
	must(t, err)
	for _, fields := range []int{1, 10, 200} {
		t.Run(fmt.Sprint(fields), func(t *testing.T) {
			host := &Host{Tab: newTabIn(t, func() (*browser, error) { return b, nil })}
			host.load(baseURL(t))
			host.mount(english)
			host.waitUntilReady()
			page := cdp.FrameID(chromedp.FromContext(host.ctx).Target.TargetID)
			expect := func(what string, most int, act func()) {
				t.Helper()
				end := host.trace("devtools.timeline")
				act()
				layouts := 0
				for _, event := range end() {
					if event.Name == "Layout" && event.Args.BeginData.Frame != page {
						layouts++
					}
				}
				t.Logf("%s: %d layouts", what, layouts)
				if layouts == 0 || layouts > most {
					t.Errorf("%s: %d layouts, at most %d are allowed", what, layouts, most)
				}
			}
			var form Document
			expect("the form", 6, func() {
				_, form = host.show(manyFields(fields), nil)
				form.waitUntilDrawn()
			})
			expect("the review", 4, func() {
				form.toReview()
				form.waitUntilDrawn()
			})
			form.Press("Decline")
		})
	}
}
