//go:build js && wasm

package page

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// odd is an object with unusual members.
var odd = app.Window().Call("eval", `({
	text: "t", number: 2.5, flag: true, nothing: null, nan: NaN, symbol: Symbol("s"),
	get thrown() { throw new Error("read") }, set thrown(_) { throw new Error("written") },
	throws() { throw new Error("called") }, inner: { text: "in" }, list: ["a", 1], length: -1,
})`)

func TestReadersTakeWhatIsThere(t *testing.T) {
	number, ok := Number(odd, "number")
	if Text(odd, "text") != "t" || Text(odd, "inner", "text") != "in" || number != 2.5 || !ok || !Flag(odd, "flag") {
		t.Error("a member is not read")
	}
	var entries []string
	Each(Get(odd, "list"), func(entry Value) { entries = append(entries, Text(entry)) })
	if len(entries) != 2 || entries[0] != "a" || entries[1] != "" {
		t.Errorf("the entries are %q", entries)
	}
	Set(odd, "written", 3)
	if written, ok := Number(odd, "written"); written != 3 || !ok {
		t.Error("a member is not set")
	}
}

func TestReadersOutliveWhatTheyRead(t *testing.T) {
	values := map[string]Value{
		"an odd object": odd, "undefined": app.Undefined(), "null": app.Null(), "text": app.ValueOf("x"), "a number": app.ValueOf(1),
		"true": app.ValueOf(true), "a symbol": Get(odd, "symbol"), "a function": app.Window().Get("Array"), "an event without a value": app.Event{}, "nothing": nil,
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			for _, member := range []string{"missing", "nothing", "thrown", "symbol", "throws", "inner", "nan"} {
				if got := Text(v, member); got != "" {
					t.Errorf("%s is the text %q", member, got)
				}
				if got, ok := Number(v, member); got != 0 || ok {
					t.Errorf("%s is the number %v", member, got)
				}
				if Flag(v, member) || Flag(v, member, "deeper", "still") {
					t.Errorf("%s is true", member)
				}
				Set(v, member, 1)
				if member != "throws" && Call(v, member).Truthy() {
					t.Errorf("calling %s gives something", member)
				}
				Call(v, "throws")
				New(v)
				Each(v, func(Value) {})
			}
		})
	}
}

func TestAnArgumentMayBeMissing(t *testing.T) {
	var got []string
	called := Callback(func(argument Value) { got = append(got, Text(argument)) })
	defer called.Release()
	called.Invoke()
	called.Invoke(1)
	called.Invoke("one")
	if len(got) != 3 || got[0] != "" || got[1] != "" || got[2] != "one" {
		t.Errorf("the arguments are %q", got)
	}
}

func TestAnElementMayBeMissing(t *testing.T) {
	if Exists(Element("missing")) || Text(Element("missing"), "value") != "" {
		t.Error("there is an element")
	}
}

// TestMissingFunctionsAreNotCalled: package syscall/js never releases the exception of such a call.
func TestMissingFunctionsAreNotCalled(t *testing.T) {
	count := app.Window().Call("eval", `(() => {
		const { apply, construct, get } = Reflect;
		let failures = 0;
		const counted = (real) => (...args) => {
			try { return real(...args); } catch (error) { failures++; throw error; }
		};
		Object.assign(Reflect, { apply: counted(apply), construct: counted(construct), get: counted(get) });
		return () => { Object.assign(Reflect, { apply, construct, get }); return failures; };
	})()`)
	for _, member := range []string{"missing", "nothing", "text", "number", "inner"} {
		Call(odd, member, 1)
		New(Get(odd, member), 1)
	}
	if failures := count.Invoke().Int(); failures > 0 {
		t.Errorf("%d calls have failed in the page", failures)
	}
}
