//go:build js && wasm

package component

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
)

// testPage is a form in a fake document, which counts renderings.
type testPage struct {
	t      *testing.T
	engine app.TestEngine
	store  *store
	port   *pagePort
	counts map[string]int
}

// pagePort passes on the events of a test, and keeps work for later.
type pagePort struct {
	stubPort
	handle   func(flow.Event)
	later    []func()
	presents int
	focus    string
	effects  []flow.Effect
	// elapsed is the time since noon, in milliseconds.
	elapsed int64
}

func (p *pagePort) Listen(handle func(flow.Event), _ func(func())) { p.handle = handle }
func (p *pagePort) Now() int64                                     { return noon + p.elapsed }
func (p *pagePort) Later(act func())                               { p.later = append(p.later, act) }
func (p *pagePort) Tell(effect flow.Effect)                        { p.effects = append(p.effects, effect) }
func (p *pagePort) AfterPaint(act func())                          { p.Later(act) }
func (p *pagePort) AfterPress(act func())                          { act() }
func (p *pagePort) Focus(id, _ string, _ bool)                     { p.focus = id }
func (p *pagePort) Present(string, string, bool)                   { p.presents++ }

// openPage shows a request to an English reader in Berlin.
func openPage(t *testing.T, params string, notes request.Notes) *testPage {
	t.Helper()
	notes.Server = request.Server{ID: "shop.example", Title: "The Shop"}
	return openPageFor(t, machine, idle("en", "Europe/Berlin"), params, notes)
}

// openPageFor shows a request in the language and zone of a state.
func openPageFor(t *testing.T, machine *flow.Machine, before flow.State, params string, notes request.Notes) *testPage {
	t.Helper()
	value, err := request.Parse([]byte(params))
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(filepath.Join("testdata", "document.cjs"))
	if err != nil {
		t.Fatal(err)
	}
	app.Window().Call("require", path).Call("open")
	port := &pagePort{}
	p := &testPage{t: t, engine: app.NewTestEngine(), store: newStore(machine, before, port), port: port}
	if err := p.engine.Load(&root{store: p.store}); err != nil {
		t.Fatal(err)
	}
	p.settle()
	p.tell(flow.Requested{ID: request.NumberValue("1"), Requests: []request.InputRequest{{Params: value}}, Notes: notes})
	p.store.onRender = func(c app.Composer) {
		name := strings.TrimPrefix(fmt.Sprintf("%T", c), "*component.")
		p.counts[name]++
	}
	return p
}

func (p *testPage) drawAll() {
	for {
		p.engine.ConsumeAll()
		if len(p.port.later) == 0 {
			return
		}
		p.actLater()
	}
}

// actLater does the waiting work, but not the work that it adds.
func (p *testPage) actLater() {
	later := p.port.later
	p.port.later = nil
	for _, act := range later {
		act()
	}
}

func (p *testPage) settle() {
	p.drawAll()
	p.counts = map[string]int{}
}

func (p *testPage) tell(event flow.Event) {
	p.port.handle(event)
	p.settle()
}

// during returns the renderings of an act.
func (p *testPage) during(act func()) map[string]int {
	p.counts = map[string]int{}
	act()
	p.engine.ConsumeAll()
	counts := p.counts
	p.settle()
	return counts
}

func (p *testPage) element(id string) app.Value {
	p.t.Helper()
	element := app.Window().GetElementByID(id)
	if !element.Truthy() {
		p.t.Fatalf("there is no #%s", id)
	}
	return element
}

func (p *testPage) happen(id, event string, members map[string]any) {
	p.t.Helper()
	p.element(id).Call("happen", event, members)
}

func (p *testPage) happenToForm(event string, members map[string]any) {
	app.Window().Get("document").Call("querySelector", "form").Call("happen", event, members)
}

func (p *testPage) put(id, text string) {
	p.t.Helper()
	p.element(id).Set("value", text)
	p.happen(id, "input", nil)
}
