//go:build js && wasm

package component

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

func kinds(n int) string {
	fields := []string{
		`"text":{"type":"string","title":"Text","minLength":3,"maxLength":20}`,
		`"number":{"type":"number","title":"Number","maximum":5}`,
		`"suggested":{"type":"string","title":"Suggested","default":"Ada"}`,
		`"city":{"type":"string","title":"City","enum":["` + strings.Join(manyNames(60), `","`) + `"]}`,
		`"day":{"type":"string","title":"Day","format":"date"}`,
		`"boxes":{"type":"array","title":"Boxes","items":{"type":"string","enum":["x","y"]}}`,
		`"colour":{"type":"string","title":"Colour","enum":["a","b"]}`,
	}
	for i := len(fields); i < n; i++ {
		fields = append(fields, fmt.Sprintf(`"p%d":{"type":"string","title":"Text"}`, i))
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{` + strings.Join(fields, ",") + `},"required":["text"]}}`
}

func manyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("City %d", i)
	}
	return names
}

// TestAKeyDrawsOneField: the renderings of a key are the same in a form of ten fields and in the longest.
func TestAKeyDrawsOneField(t *testing.T) {
	field := map[string]int{"field": 1}
	nothing := map[string]int{}
	for _, n := range []int{10, schema.MaxProperties} {
		t.Run(fmt.Sprintf("%d fields", n), func(t *testing.T) {
			p := openPage(t, kinds(n), request.Notes{Drafts: true})
			if got := len(p.store.request().Form.Fields); got != n {
				t.Fatalf("%d fields", got)
			}
			expect := func(what string, want map[string]int, act func()) {
				t.Helper()
				presents := p.port.presents
				if got := p.during(act); !maps.Equal(got, want) {
					t.Errorf("%s: rendered %v, want %v", what, got, want)
				}
				if want["root"] == 0 && p.port.presents != presents {
					t.Errorf("%s: the title is told again", what)
				}
			}
			input := func(id, text string) func() { return func() { p.put(id, text) } }
			key := func(id, key string) func() {
				return func() { p.happen(id, "keydown", map[string]any{"key": key}) }
			}
			expect("a letter", field, input("f0", "a"))
			expect("a letter that the counter counts", field, input("f0", "abcdefghijklmnopqr"))
			expect("the same text again", nothing, input("f0", "abcdefghijklmnopqr"))
			expect("a draft that is saved", nothing, func() { p.port.handle(flow.Woken{Alarm: flow.DraftAlarm}) })
			expect("a number", field, input("f1", "7"))
			expect("a suggestion that is changed", field, input("f2", "Grace"))
			expect("a part of a date", field, input("f4-day", "5"))
			p.element("f6").Set("checked", true)
			expect("a radio button", field, func() { p.happen("f6", "change", nil) })
			p.element("f5").Set("checked", true)
			expect("a check box", map[string]int{"field": 1, "box": 1}, func() { p.happen("f5", "change", nil) })

			expect("a key that opens a list", field, key("f3", "ArrowDown"))
			expect("an arrow in the list", field, key("f3", "ArrowDown"))
			expect("a letter in the list", field, input("f3", "City 5"))
			expect("Escape", field, key("f3", "Escape"))
			expect("a key that means nothing", nothing, key("f3", "Shift"))
			expect("a letter that opens the list again", field, input("f3", "City 50"))
			expect("the focus leaves the list", field, func() {
				p.happen("f3", "blur", nil)
				p.engine.ConsumeAll()
			})
			expect("the focus leaves a closed list", nothing, func() { p.happen("f3", "blur", nil) })
			expect("a key that the form sees", nothing, func() { p.happenToForm("keydown", map[string]any{"key": "a"}) })
			expect("the focus goes on", nothing, func() { p.happenToForm("focusout", nil) })

			// The number is too large, and the date incomplete.
			p.during(func() { p.happenToForm("submit", nil) })
			if got := len(p.store.request().Problems); p.store.state.Step != flow.Form || got != 2 {
				t.Fatalf("%d problems at step %d", got, p.store.state.Step)
			}
			expect("a number that is still wrong", field, input("f1", "8"))
			summary := map[string]int{"field": 1, "root": 1, "screen": 1, "problemList": 1}
			expect("a number that is right", summary, input("f1", "3"))
			expect("a part of a date that is still wrong", field, input("f4-day", "6"))
			expect("another number, which the summary says", summary, input("f1", "4"))
		})
	}
}

// TestTheClockDrawsTheTimeLeft: every second draws the root and the screen, and no field.
func TestTheClockDrawsTheTimeLeft(t *testing.T) {
	for _, n := range []int{10, schema.MaxProperties} {
		p := openPage(t, kinds(n), request.Notes{Deadline: noon + 600_000})
		p.port.elapsed = 200_000
		got := p.during(func() { p.port.handle(flow.Woken{Alarm: flow.DeadlineAlarm}) })
		if want := map[string]int{"root": 1, "screen": 1}; !maps.Equal(got, want) {
			t.Errorf("%d fields: rendered %v, want %v", n, got, want)
		}
	}
}
