package app

import (
	"fmt"
	"strings"
	"testing"
)

// hello is a component whose tree the tests choose.
type hello struct {
	Compo
	tree       func() UI
	updated    func()
	dismounted func()
	// Version makes go-app draw the component again.
	Version int
}

func (h *hello) Render() UI { return h.tree() }

func (h *hello) OnUpdate(Context) {
	if h.updated != nil {
		h.updated()
	}
}

func (h *hello) OnDismount() {
	if h.dismounted != nil {
		h.dismounted()
	}
}

// testScreen draws the tree of a test.
type testScreen struct {
	*engineX
	*model
	dom  *dom
	tree UI
	root *hello
}

func newScreen(t *testing.T, first UI) *testScreen {
	t.Helper()
	s := &testScreen{tree: first}
	s.model, s.dom = newModel(t)
	s.engineX = NewTestEngine().(*engineX)
	s.root = &hello{tree: func() UI { return s.tree }}
	if err := s.Load(s.root); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *testScreen) draw(tree UI) {
	s.tree = tree
	s.baseContext().addComponentUpdate(s.root, 1)
	s.processFrame()
}

func (s *testScreen) markup() string { return s.model.nodes[nodeOf(s.root).id].String() }

func TestATreeIsDrawnInOneRun(t *testing.T) {
	var fields []UI
	for i := range 200 {
		fields = append(fields, Elem("label").Body(Text(i), Elem("input").Attr("type", "text").Attr("value", "v").Attr("required", true).OnInput(func(Context, Event) {})))
	}
	s := newScreen(t, Elem("form").Class("a", "b").Body(fields...))
	if s.runs != 1 {
		t.Errorf("%d runs", s.runs)
	}
	if got, want := s.markup(), `<form class=a b><label>0<input type=text .value=v .required=true oninput></></><label>1`; !strings.HasPrefix(got, want) {
		t.Errorf("drawn is %.200s", got)
	}
	s.draw(Elem("form").Class("c").Body(Text("x")))
	if s.runs != 2 {
		t.Errorf("%d runs with the update", s.runs)
	}
	if got := s.markup(); got != `<form class=c>x</>` {
		t.Errorf("drawn is %s", got)
	}
}

func TestUpdatesChangeWhatDiffers(t *testing.T) {
	click := func(Context, Event) {}
	s := newScreen(t, Elem("div").Body(Elem("p").ID("a").Title("t").Hidden(true).Text("one"), Elem("ul").Body(Elem("li"))))
	for _, c := range []struct {
		tree UI
		want string
	}{
		{Elem("div").Body(Elem("p").ID("b").Hidden(false).Text("two"), Elem("ul")), `<div><p id=b .hidden=false>two</><ul></></>`},
		{Elem("div").Body(Elem("p").ID("b").Hidden(false).OnClick(click), Elem("a")), `<div><p id=b .hidden=false onclick></><a></></>`},
		{Elem("div").Body(Elem("p"), Elem("a").On("scroll", click)), `<div><p .hidden=false></><a onscroll></></>`},
		{Elem("div"), `<div></>`},
		{Elem("span").Body(Text("another root")), `<span>another root</>`},
	} {
		s.draw(c.tree)
		if got := s.markup(); got != c.want {
			t.Errorf("drawn is %s, want %s", got, c.want)
		}
	}
}

func TestAHandlerIsAddedOnce(t *testing.T) {
	clicked := func(Context, Event) {}
	s := newScreen(t, Elem("div").OnClick(clicked))
	for range 5 {
		s.draw(Elem("div").OnClick(clicked))
	}
	if len(s.listenerIDs) != 1 {
		t.Errorf("%d listeners were added", len(s.listenerIDs))
	}
}

func TestIdsAreFreedAndListenersAreNot(t *testing.T) {
	calls := 0
	tree := func(i int) UI {
		return Elem([]string{"main", "div"}[i%2]).Body(
			Elem("button").Text("x").OnClick(func(Context, Event) { calls++ }),
			&hello{tree: func() UI { return Elem("p").Body(Text(i), Elem("hr")) }},
		)
	}
	s := newScreen(t, tree(0))
	s.draw(tree(1))
	nodes, listeners, last, ids := len(s.model.nodes), len(s.listeners), s.dom.last, len(s.dom.listeners)
	for i := range 100 {
		s.draw(tree(i))
	}
	if len(s.model.nodes) != nodes || len(s.listeners) != listeners || len(s.dom.listeners) != ids {
		t.Errorf("there are %d nodes and %d listeners, and were %d and %d", len(s.model.nodes), len(s.listeners), nodes, listeners)
	}
	// A new node is made before the node that it replaces is freed.
	if s.dom.last > 2*last {
		t.Errorf("ids go up to %d, and went up to %d", s.dom.last, last)
	}
	if s.dom.lastListener < 100 {
		t.Errorf("%d listeners in a hundred drawings", s.dom.lastListener)
	}
	// A late event finds no handler.
	s.dom.dispatch(1, nil)
	s.dom.dispatch(s.dom.lastListener, nil)
	s.ConsumeAll()
	if calls != 1 {
		t.Errorf("the handler was called %d times", calls)
	}
}

func TestOneFaultStopsNoOtherOperation(t *testing.T) {
	s := newScreen(t, Elem("div"))
	fault := func() (fault any) {
		defer func() { fault = recover() }()
		s.draw(Elem("div").Body(Elem("p").ID("refused").Title("a").Text("b"), Elem("p").Text("c")))
		return nil
	}()
	if fmt.Sprint(fault) != "refused" {
		t.Errorf("the drawing panicked with %v", fault)
	}
	if got := s.markup(); got != `<div><p title=a>b</><p>c</></>` {
		t.Errorf("drawn is %s", got)
	}
}

func TestAFaultIsNotLostOnAReader(t *testing.T) {
	_, d := newModel(t)
	node := d.adopt(nil)
	d.setAttribute(node, "id", "refused")
	d.flush()
	defer func() {
		if fault := recover(); fmt.Sprint(fault) != "refused" {
			t.Errorf("the drawing ended with %v", fault)
		}
		d.commit() // The fault is reported once.
	}()
	d.commit()
}

func TestHooksAndRenderSeeTheCurrentPage(t *testing.T) {
	var s *testScreen
	var reads []string
	look := func(who string) func() {
		return func() {
			s.root.JSValue().JSValue() // Reading carries out all earlier drawings.
			reads = append(reads, who+" "+s.markup())
		}
	}
	child := func(version int, text string) UI {
		return &hello{Version: version, updated: look("update"), dismounted: look("gone"), tree: func() UI {
			if s != nil {
				look("render")()
			}
			return Text(text)
		}}
	}
	s = newScreen(t, Elem("div").Body(Elem("p").Text("a"), child(1, "b")))
	reads = nil
	s.draw(Elem("div").Body(Elem("p").Text("A"), child(2, "B")))
	if got, want := strings.Join(reads, "; "), `update <div><p>A</>b</>; render <div><p>A</>b</>`; got != want {
		t.Errorf("hooks have read %s", got)
	}
	reads = nil
	s.draw(Elem("div").Body(Elem("p").Text("C"), Elem("b")))
	if got, want := strings.Join(reads, "; "), `gone <div><p>C</><b></></>`; got != want {
		t.Errorf("hooks have read %s", got)
	}
}

func TestComponentsAreDrawnInOneRun(t *testing.T) {
	list := func(n, version int) UI {
		var items []UI
		for range n {
			items = append(items, &hello{Version: version, tree: func() UI { return Elem("p").Text(version) }})
		}
		return Elem("div").Body(items...)
	}
	s := newScreen(t, list(3, 1))
	before := s.runs
	s.draw(list(200, 2))
	if s.runs != before+1 {
		t.Errorf("%d runs", s.runs-before)
	}
}

func TestAnEventDuringARunMayDrawAndFlush(t *testing.T) {
	s := newScreen(t, Elem("div").Body(Elem("p").Text("a"), Elem("input")))
	adopted := s.dom.adopt(nil)
	s.during = func(code uint32) {
		if code == opRemove {
			s.during = nil
			s.dom.setAttribute(adopted, "id", "x")
			s.dom.flush()
		}
	}
	s.draw(Elem("div").Body(Elem("p").Text("b")))
	if got := s.markup(); got != `<div><p>b</></>` {
		t.Errorf("drawn is %s", got)
	}
	if got := s.model.nodes[adopted.id].String(); got != `<adopted id=x></>` {
		t.Errorf("the adopted node is %s", got)
	}
}

func TestManyNames(t *testing.T) {
	m, d := newModel(t)
	parent := d.adopt(nil)
	for i := range 3 * maxNames {
		child := d.createElement("p")
		d.setAttribute(child, fmt.Sprint("n", i), "")
		d.append(parent, child)
	}
	d.commit()
	for i, child := range m.nodes[parent.id].children {
		if got, want := child.String(), fmt.Sprintf("<p n%d=></>", i); got != want {
			t.Fatalf("child %d is %s", i, got)
		}
	}
	if n := len(m.nodes[parent.id].children); n != 3*maxNames || len(d.names) > maxNames {
		t.Errorf("%d children, %d names are known", n, len(d.names))
	}
}

func TestValuesAreMadeOnDemand(t *testing.T) {
	s := newScreen(t, Elem("div").Body(Elem("p")))
	if s.runs != 1 {
		t.Fatalf("%d runs", s.runs)
	}
	p := s.root.root().(HTML).body()[0]
	if got := p.JSValue().JSValue().(*modelNode).String(); got != "<p></>" || s.runs != 1 {
		t.Errorf("the value is %s after %d runs", got, s.runs)
	}
	page.setAttribute(nodeOf(p), "id", "a")
	value := p.JSValue().JSValue().(*modelNode)
	if got := value.String(); got != "<p id=a></>" || s.runs != 2 {
		t.Errorf("the value is %s after %d runs", got, s.runs)
	}
	s.draw(Elem("div"))
	if value.String() != "<p id=a></>" || p.JSValue() != nil {
		t.Errorf("after the dismount the value is %v, and was %v", p.JSValue(), value)
	}
}
