package port

import (
	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/urlcheck"
)

// ParseURL is the browser's URL parser. Go's parser reads some addresses differently, and these are the
// deceptive addresses.
func ParseURL(raw string) urlcheck.Parts {
	// The constructor throws for a text that is not an absolute URL.
	url := page.New(page.Global("URL"), raw)
	if !page.Exists(url) {
		return urlcheck.Parts{}
	}
	member := func(name string) string { return page.Text(url, name) }
	return urlcheck.Parts{
		OK:   true,
		Href: member("href"), Protocol: member("protocol"),
		Username: member("username"), Password: member("password"),
		Hostname: member("hostname"), Port: member("port"),
	}
}

// Decompose normalizes a text to NFKD with the browser's function.
func (p *Port) Decompose(text string) string { return page.Text(page.Call(p.boot, "decompose", text)) }

const addressID = "address"

// copy puts an address into the clipboard. Without the permission, a frame can still copy a selection during
// a press; if even that fails, the selection stays, and the person can copy it by keyboard.
func (p *Port) copy(address string) {
	var done, failed page.Func
	end := func(written bool) {
		done.Release()
		failed.Release()
		p.handle(flow.Copied{OK: written || copySelection()})
	}
	done = p.callback(func(page.Value) { end(true) })
	failed = p.callback(func(page.Value) { end(false) })
	writing := page.Call(page.Global("navigator", "clipboard"), "writeText", address)
	if !page.Exists(page.Call(writing, "then", done, failed)) {
		end(false) // The browser lacks a clipboard here.
	}
}

func copySelection() bool {
	address := page.Element(addressID)
	if !page.Exists(address) {
		return false
	}
	selection := page.Call(page.Global(), "getSelection")
	page.Call(selection, "selectAllChildren", address)
	if !page.Flag(page.Call(document(), "execCommand", "copy")) {
		return false
	}
	page.Call(selection, "removeAllRanges")
	return true
}
