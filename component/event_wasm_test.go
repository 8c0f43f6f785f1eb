//go:build js && wasm

package component

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// oddEvent is an event with members that nobody expects.
func oddEvent() app.Event {
	return app.Event{Value: app.Window().Call("eval", `({
		key: "Enter", detail: 2, isComposing: true, target: { value: "v" }, nan: NaN, nothing: null, symbol: Symbol("s"),
		get thrown() { throw new Error("read") }, set thrown(_) { throw new Error("written") },
		throws() { throw new Error("called") }, preventDefault() { throw new Error("prevented") },
	})`)}
}

func TestReadersTakeWhatIsThere(t *testing.T) {
	e := oddEvent()
	if textOf(e, "key") != "Enter" || textOf(e, "target", "value") != "v" || !flagOf(e, "isComposing") {
		t.Error("a member is not read")
	}
	if detail, ok := numberOf(e, "detail"); detail != 2 || !ok {
		t.Errorf("detail is %v, %v", detail, ok)
	}
	assign(e, "written", "w")
	if textOf(e, "written") != "w" {
		t.Error("a member is not set")
	}
}

func TestReadersOutliveWhatTheyRead(t *testing.T) {
	odd := oddEvent()
	events := map[string]app.Value{
		"odd": odd, "undefined": app.Undefined(), "null": app.Null(), "text": app.ValueOf("x"), "number": app.ValueOf(1),
		"symbol": memberOf(odd, "symbol"), "no value": app.Event{}, "nothing": nil,
	}
	for name, e := range events {
		t.Run(name, func(t *testing.T) {
			for _, member := range []string{"missing", "nothing", "thrown", "symbol", "throws", "nan"} {
				if got := textOf(e, member); got != "" {
					t.Errorf("%s is the text %q", member, got)
				}
				if got, ok := numberOf(e, member, "deeper"); got != 0 || ok {
					t.Errorf("%s is the number %v", member, got)
				}
				if got, ok := numberOf(e, member); got != 0 || ok {
					t.Errorf("%s is the number %v", member, got)
				}
				if flagOf(e, member) || flagOf(e, member, "deeper") {
					t.Errorf("%s is true", member)
				}
				assign(e, member, 1)
				callOf(e, member)
			}
			prevent(app.Event{Value: e})
			if from, to := selected(e, 3); from != 3 || to != 3 {
				t.Errorf("the selection is %d to %d", from, to)
			}
		})
	}
}
