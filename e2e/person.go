package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// optionalSuffix is what the form adds to the label of a field that may be left
// out.
const optionalSuffix = " (optional)"

// sendAnswers begins the name of the button that sends, which ends with that of the
// server where there is room.
const sendAnswers = "Send answers"

// find waits for the one control with that role and accessible name. The name
// of an optional field may be given without its "(optional)", and of the button that
// sends without the server.
func (d Document) find(role, name string) Node {
	d.t.Helper()
	return d.findIn(0, role, name)
}

func (d Document) findIn(root cdp.BackendNodeID, role, name string) Node {
	d.t.Helper()
	var found []Node
	d.waitFor(fmt.Sprintf("%s %q", role, name), func() bool {
		nodes, err := d.query(root, role, name)
		switch {
		case err != nil || len(nodes) > 0:
		case name == sendAnswers:
			nodes, err = d.query(root, role, "")
			nodes = slices.DeleteFunc(nodes, func(n Node) bool { return !strings.HasPrefix(n.Name, sendAnswers+" to ") })
		default:
			nodes, err = d.query(root, role, name+optionalSuffix)
		}
		found = nodes
		return err == nil && len(nodes) > 0
	})
	if len(found) > 1 {
		d.t.Fatalf("%d objects are called %s %q", len(found), role, name)
	}
	return found[0]
}

// exists reports whether there is such a control now.
func (d Document) exists(role, name string) bool {
	d.t.Helper()
	nodes, err := d.query(0, role, name)
	return err == nil && len(nodes) > 0
}

// click scrolls to an element and clicks its middle with the mouse, count
// times.
func (d Document) click(node Node, count int) {
	d.t.Helper()
	x, y := d.clickPoint(node)
	if err := d.clickAt(x, y, 1, count); err != nil {
		d.t.Fatalf("click %s: %v", node, err)
	}
}

// clickAgain sends the second click of a double click to an element. The first
// click was meant for what stood there before.
func (d Document) clickAgain(node Node) {
	d.t.Helper()
	x, y := d.clickPoint(node)
	d.run(`void (window.clicked = new Promise((done) => addEventListener("mouseup", ({ detail }) => setTimeout(done, 0, detail), { capture: true, once: true })))`)
	if err := d.clickAt(x, y, 2, 2); err != nil {
		d.t.Fatalf("click %s again: %v", node, err)
	}
	if detail := eval[int](d, `window.clicked`); detail != 2 {
		d.t.Fatalf("the browser counts click %d on %s", detail, node)
	}
}

// clickPoint returns where a person would click: the middle of the visible part
// of the element. It waits until the element has stopped moving and nothing
// covers that point, because a page moves while the form changes its height. If the
// step that the element was on has just been replaced, it is that of the new one.
func (d Document) clickPoint(node Node) (x, y float64) {
	d.t.Helper()
	d.waitFor(node.String()+" to lie still", func() bool {
		if _, err := chromedp.Call(d.ctx, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: node.backend}); err != nil {
			if again, err := d.query(0, node.Role, node.Name); err == nil && len(again) == 1 {
				node = again[0]
			}
			return false
		}
		quads, err := chromedp.Call(d.ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: node.backend})
		if err != nil || len(quads.Quads) == 0 {
			return false
		}
		q := quads.Quads[0]
		wasX, wasY := x, y
		x, y = (q[0]+q[2]+q[4]+q[6])/4, (q[1]+q[3]+q[5]+q[7])/4
		if x != wasX || y != wasY {
			_ = d.page().try("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))", nil)
			return false
		}
		// GetNodeForLocation expects coordinates of the document.
		var scroll [2]float64
		if d.page().try("[scrollX, scrollY]", &scroll) != nil {
			return false
		}
		hit, err := chromedp.Call(d.ctx, dom.GetNodeForLocation, dom.GetNodeForLocationParams{X: int64(x + scroll[0]), Y: int64(y + scroll[1])})
		return err == nil && d.containsNode(node.backend, hit.BackendNodeID)
	})
	return x, y
}

// focus clicks an element until it has the focus.
func (d Document) focus(node Node) {
	d.t.Helper()
	d.waitFor("the focus on "+node.String(), func() bool {
		d.click(node, 1)
		var w Node
		return d.readFocused(&w) == nil && w.backend == node.backend
	})
}

// readFocused reads which element has the focus.
func (d Document) readFocused(into *Node) error {
	w, err := d.world()
	if err != nil {
		return err
	}
	element, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement", ContextID: w.ID})
	if err != nil {
		return err
	}
	described, err := chromedp.Call(d.ctx, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: element.Result.ObjectID})
	if err != nil {
		return err
	}
	into.backend = described.Node.BackendNodeID
	return nil
}

// containsNode reports whether inner is outer or a descendant of it.
func (d Document) containsNode(outer, inner cdp.BackendNodeID) bool {
	if outer == inner {
		return true
	}
	a, err1 := chromedp.Call(d.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: outer})
	b, err2 := chromedp.Call(d.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: inner})
	if err1 != nil || err2 != nil {
		return false
	}
	result, err := chromedp.Call(d.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function (inner) { return this.contains(inner); }",
		ObjectID:            a.Object.ObjectID,
		Arguments:           []*runtime.CallArgument{{ObjectID: b.Object.ObjectID}},
		ReturnByValue:       new(true),
	})
	return err == nil && string(result.Result.Value) == "true"
}

// clickAt clicks at a point of the page. It sends the clicks number first to
// last of a double or triple click.
func (tab *Tab) clickAt(x, y float64, first, last int) error {
	mouse := func(kind input.DispatchMouseEventType, n int) error {
		params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y}
		if kind != chromedp.MouseMoved {
			params.Button, params.ClickCount = input.MouseButtonLeft, int64(n)
		}
		_, err := chromedp.Call(tab.ctx, input.DispatchMouseEvent, params)
		return err
	}
	if err := mouse(chromedp.MouseMoved, 0); err != nil {
		return err
	}
	for n := first; n <= last; n++ {
		if err := mouse(chromedp.MousePressed, n); err != nil {
			return err
		}
		if err := mouse(chromedp.MouseReleased, n); err != nil {
			return err
		}
	}
	return nil
}

// Press clicks a button.
func (d Document) Press(name string) {
	d.t.Helper()
	d.click(d.find("button", name), 1)
}

// PressTimes clicks a button as fast as a double or triple click.
func (d Document) PressTimes(name string, count int) {
	d.t.Helper()
	d.click(d.find("button", name), count)
}

// Follow clicks a link.
func (d Document) Follow(name string) {
	d.t.Helper()
	d.click(d.find("link", name), 1)
}

// Type replaces the content of a text box by text.
func (d Document) Type(label, text string) {
	d.t.Helper()
	d.typeInto(d.find("textbox", label), text)
}

// TypePart replaces the content of one of several text boxes of a group.
func (d Document) TypePart(group, label, text string) {
	d.t.Helper()
	d.typeInto(d.findIn(d.find("group", group).backend, "textbox", label), text)
}

// typeInto replaces the content of a text box, and does so again if the focus
// went elsewhere meanwhile: a form that was just drawn may still move the focus
// to its heading.
func (d Document) typeInto(box Node, text string) {
	d.t.Helper()
	d.waitFor("the text in "+box.String(), func() bool {
		d.focus(box)
		d.Key("a", chromedp.ModifierCtrl)
		d.Key(kb.Delete)
		d.insert(text)
		var focused Node
		return d.readFocused(&focused) == nil && focused.backend == box.backend
	})
}

// insert types text into the focused control at once, as a paste or an input
// method does.
func (tab *Tab) insert(text string) {
	tab.t.Helper()
	if text == "" {
		return
	}
	if _, err := chromedp.Call(tab.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		tab.t.Fatalf("type %q: %v", text, err)
	}
}

// paste presses Ctrl+V.
func (tab *Tab) paste() {
	tab.t.Helper()
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "v", Code: "KeyV", WindowsVirtualKeyCode: 86, Modifiers: int64(chromedp.ModifierCtrl), Commands: []string{"paste"}}
	up := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "v", Code: "KeyV", WindowsVirtualKeyCode: 86, Modifiers: int64(chromedp.ModifierCtrl)}
	for _, event := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(tab.ctx, input.DispatchKeyEvent, event); err != nil {
			tab.t.Fatalf("paste: %v", err)
		}
	}
}

// Choose clicks an option of a group of radio buttons.
func (d Document) Choose(group, option string) {
	d.t.Helper()
	d.click(d.findIn(d.find("group", group).backend, "radio", option), 1)
}

// Tick clicks check boxes of a group until exactly the given ones are ticked.
func (d Document) Tick(group string, options ...string) {
	d.t.Helper()
	boxes, err := d.query(d.find("group", group).backend, "checkbox", "")
	must(d.t, err)
	wanted := map[string]bool{}
	for _, option := range options {
		wanted[option] = true
	}
	for _, box := range boxes {
		if box.hasState("checked") != wanted[box.Name] {
			d.click(box, 1)
		}
		delete(wanted, box.Name)
	}
	if len(wanted) > 0 {
		d.t.Fatalf("group %q has no options %v", group, wanted)
	}
}

// Select chooses an entry of a native select with the keyboard, because the
// system draws its list, and a test cannot click there.
func (d Document) Select(label, option string) {
	d.t.Helper()
	node := d.find("combobox", label)
	if _, err := chromedp.Call(d.ctx, dom.Focus, dom.FocusParams{BackendNodeID: node.backend}); err != nil {
		d.t.Fatalf("focus %s: %v", node, err)
	}
	steps := eval[int](d, `(option) => {
		const select = document.activeElement;
		const at = [...select.options].findIndex((o) => o.text === option);
		return at < 0 ? 1e6 : at - select.selectedIndex;
	}`, option)
	if steps == 1e6 {
		d.t.Fatalf("%s has no entry %q", node, option)
	}
	key := kb.ArrowDown
	if steps < 0 {
		key, steps = kb.ArrowUp, -steps
	}
	d.Key(strings.Repeat(key, steps))
}

// Key presses keys, one after the other, in whatever has the focus. A key that
// writes a character is sent as one event, as Puppeteer does it. With a
// separate event for the character, a link that was opened with Enter would
// pass that character on to the element that gets the focus next.
func (tab *Tab) Key(keys string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, waitTimeout)
	defer cancel()
	for _, r := range keys {
		for _, event := range keyEvents(r, modifiers) {
			if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, event); err != nil {
				tab.t.Fatalf("press %q: %v", keys, err)
			}
		}
	}
}

func keyEvents(r rune, modifiers []chromedp.Modifier) []input.DispatchKeyEventParams {
	encoded := kb.Encode(r)
	down, up := *encoded[0], *encoded[len(encoded)-1]
	for _, m := range modifiers {
		down.Modifiers |= int64(m)
		up.Modifiers |= int64(m)
	}
	writes := down.Modifiers&^int64(chromedp.ModifierShift) == 0
	switch {
	case len(encoded) == 3 && writes:
		down.Text, down.UnmodifiedText = encoded[1].Text, encoded[1].UnmodifiedText
	default:
		down.Type = input.DispatchKeyEventTypeRawKeyDown
	}
	if r == 'a' && !writes {
		// Without its editing command, Ctrl+A would select nothing.
		down.Commands = []string{"selectAll"}
	}
	return []input.DispatchKeyEventParams{down, up}
}

// heading returns the text of the document's h1.
func (d Document) heading() string {
	d.t.Helper()
	return eval[string](d, `document.querySelector("h1")?.textContent ?? ""`)
}

// onHeading waits until the h1 has exactly this text.
func (d Document) onHeading(text string) {
	d.t.Helper()
	d.wait("heading "+text, `(text) => document.querySelector("h1")?.textContent === text`, text)
}
