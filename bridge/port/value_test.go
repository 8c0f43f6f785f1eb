//go:build js && wasm

package port

import (
	"syscall/js"
	"testing"
)

// odd is an object with members that nobody expects.
var odd = js.Global().Call("eval", `({
	text: "t", number: 2.5, flag: true, nothing: null, nan: NaN, symbol: Symbol("s"),
	get thrown() { throw new Error("read") }, set thrown(_) { throw new Error("written") },
	throws() { throw new Error("called") }, inner: { text: "in" }, list: ["a", 1], length: -1,
})`)

func TestReadersTakeWhatIsThere(t *testing.T) {
	if text(odd, "text") != "t" || text(odd, "inner", "text") != "in" || number(odd, "number") != 2.5 || !flag(odd, "flag") {
		t.Error("a member is not read")
	}
	var entries []string
	each(get(odd, "list"), func(entry js.Value) { entries = append(entries, text(entry)) })
	if len(entries) != 2 || entries[0] != "a" || entries[1] != "" {
		t.Errorf("the entries are %q", entries)
	}
	set(odd, "written", 3)
	if number(odd, "written") != 3 {
		t.Error("a member is not set")
	}
}

func TestReadersOutliveWhatTheyRead(t *testing.T) {
	values := map[string]js.Value{
		"an odd object": odd, "undefined": js.Undefined(), "null": js.Null(), "text": js.ValueOf("x"), "a number": js.ValueOf(1),
		"true": js.ValueOf(true), "a symbol": get(odd, "symbol"), "a function": js.Global().Get("Array"), "the zero value": {},
	}
	for name, v := range values {
		t.Run(name, func(t *testing.T) {
			for _, member := range []string{"missing", "nothing", "thrown", "symbol", "throws", "inner", "nan"} {
				if got := text(v, member); got != "" {
					t.Errorf("%s is the text %q", member, got)
				}
				if got := number(v, member); got != 0 {
					t.Errorf("%s is the number %v", member, got)
				}
				if flag(v, member) || flag(v, member, "deeper", "still") {
					t.Errorf("%s is true", member)
				}
				set(v, member, 1)
				if member != "throws" && call(v, member).Truthy() {
					t.Errorf("calling %s gives something", member)
				}
				call(v, "throws")
				construct(v)
				each(v, func(js.Value) {})
			}
		})
	}
}

func TestArgumentsMayBeMissing(t *testing.T) {
	var got []string
	called := callback(func(args []js.Value) { got = append(got, text(argument(args, 0))) })
	defer called.Release()
	called.Invoke()
	called.Invoke(1)
	called.Invoke("one")
	if len(got) != 3 || got[0] != "" || got[1] != "" || got[2] != "one" {
		t.Errorf("the arguments are %q", got)
	}
}
