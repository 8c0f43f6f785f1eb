//go:build js && wasm

package port

import (
	"syscall/js"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/link"
)

// parser is the browser's own URL parser. Go's reads some addresses in another way,
// and those are the ones that are meant to deceive.
type parser struct{}

// ParseURL implements link.Parser.
func (parser) ParseURL(raw string) link.Parts {
	// The constructor throws on what is no absolute URL.
	url := construct(global("URL"), raw)
	if !exists(url) {
		return link.Parts{}
	}
	member := func(name string) string { return text(url, name) }
	return link.Parts{
		OK:   true,
		Href: member("href"), Protocol: member("protocol"),
		Username: member("username"), Password: member("password"),
		Hostname: member("hostname"), Port: member("port"), Pathname: member("pathname"),
	}
}

// addressID is the element with the whole address of a page.
const addressID = "address"

// copy puts an address into the clipboard. A frame without the permission for that
// can still copy what is selected, because it acts on a press; where even that
// is refused, the selection stays for the person's own keys.
func (p *Port) copy(address string) {
	var done, refused js.Func
	release := func() { done.Release(); refused.Release() }
	done = p.callback(func([]js.Value) {
		release()
		p.handle(flow.Copied{OK: true})
	})
	refused = p.callback(func([]js.Value) {
		release()
		p.handle(flow.Copied{OK: copySelected()})
	})
	written := call(global("navigator", "clipboard"), "writeText", address)
	if !exists(call(written, "then", done, refused)) {
		// The browser has no clipboard here.
		release()
		p.handle(flow.Copied{OK: copySelected()})
	}
}

// copySelected selects the address and reports whether it could be copied.
func copySelected() bool {
	address := elementOf(addressID)
	if !exists(address) {
		return false
	}
	selection := call(js.Global(), "getSelection")
	call(selection, "selectAllChildren", address)
	if !flag(call(document(), "execCommand", "copy")) {
		return false
	}
	call(selection, "removeAllRanges")
	return true
}
