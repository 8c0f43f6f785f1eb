package app

import (
	"math/rand/v2"
	"strings"
	"syscall/js"
	"testing"
)

// Node has no document. The engine reads only elements of a document.
func init() {
	js.Global().Call("eval", `globalThis.document ??= { body: { firstElementChild: {} }, getElementById: () => null }`)
}

// TestBatchedTextsEqualSingleTexts compares texts of random bytes that cross in a batch with
// the same texts when each crosses by itself.
func TestBatchedTextsEqualSingleTexts(t *testing.T) {
	decoder := js.Global().Get("TextDecoder").New("utf-8", map[string]any{"ignoreBOM": true})
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "\x00", "ä", "€", "😀", "\uFEFF", "\xE2\x82", "\xED\xA0\x80", "\xF0\x9F", "\xC0", "\xF4\x90\x80\x80", "\xFF"}
	for range 3000 {
		var b strings.Builder
		for range random.IntN(6) {
			if random.IntN(3) == 0 {
				b.WriteByte(byte(random.IntN(256)))
			} else {
				b.WriteString(parts[random.IntN(len(parts))])
			}
		}
		slab, length := appendText(nil, b.String())
		array := js.Global().Get("Uint8Array").New(len(slab))
		js.CopyBytesToJS(array, slab)
		decoded, direct := decoder.Call("decode", array), js.ValueOf(b.String())
		if !decoded.Equal(direct) || js.Global().Call("Object", decoded).Length() != int(length) {
			t.Fatalf("%q arrives as %q with the length %d, and by itself as %q", b.String(), decoded, length, direct)
		}
	}
}

// TestReadersSeeTheCurrentPage reads the page in both ways that components have.
func TestReadersSeeTheCurrentPage(t *testing.T) {
	m, d := newModel(t)
	node := d.adopt(nil)
	reflection := Window().Get("Reflect")
	for name, read := range map[string]func(){
		"Call":           func() { reflection.Call("get", Window(), "document") },
		"GetElementByID": func() { Window().GetElementByID("a") },
	} {
		runs := m.runs
		d.setAttribute(node, "id", name)
		if m.runs != runs {
			t.Fatal("what is drawn does not wait")
		}
		read()
		if m.runs != runs+1 {
			t.Errorf("%s came before what was drawn", name)
		}
		read()
		if m.runs != runs+1 {
			t.Errorf("%s runs a batch with nothing in it", name)
		}
		// A node outside of the page is invisible.
		child := d.createText("x")
		read()
		if m.runs != runs+1 {
			t.Errorf("%s runs a batch that nobody can see", name)
		}
		d.release(child)
		d.commit()
	}
}
