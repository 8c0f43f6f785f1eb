//go:build js && wasm

package port

import (
	"syscall/js"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/link"
)

// parser is the browser's own URL parser: Go's disagrees with it on exactly
// the addresses that are meant to deceive.
type parser struct{}

// ParseURL implements link.Parser.
func (parser) ParseURL(raw string) (parts link.Parts) {
	defer func() {
		if recover() != nil {
			// The constructor throws on what is no absolute URL.
			parts = link.Parts{}
		}
	}()
	url := js.Global().Get("URL").New(raw)
	member := func(name string) string { return url.Get(name).String() }
	return link.Parts{
		OK:   true,
		Href: member("href"), Protocol: member("protocol"),
		Username: member("username"), Password: member("password"),
		Hostname: member("hostname"), Port: member("port"), Pathname: member("pathname"),
	}
}

// addressID is the element with the whole address of a page.
const addressID = "address"

// copy puts text into the clipboard. A frame without the permission for that
// can still copy what is selected, because it acts on a press; where even that
// is refused, the selection stays for the person's own keys.
func (p *Port) copy(text string) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		p.handle(flow.Copied{OK: copySelected()})
		return
	}
	var done, refused js.Func
	release := func() { done.Release(); refused.Release() }
	done = js.FuncOf(func(js.Value, []js.Value) any {
		release()
		p.handle(flow.Copied{OK: true})
		return nil
	})
	refused = js.FuncOf(func(js.Value, []js.Value) any {
		release()
		p.handle(flow.Copied{OK: copySelected()})
		return nil
	})
	clipboard.Call("writeText", text).Call("then", done, refused)
}

// copySelected selects the address and reports whether it could be copied.
func copySelected() bool {
	address := document().Call("getElementById", addressID)
	if !address.Truthy() {
		return false
	}
	selection := js.Global().Call("getSelection")
	selection.Call("selectAllChildren", address)
	if !document().Call("execCommand", "copy").Bool() {
		return false
	}
	selection.Call("removeAllRanges")
	return true
}
