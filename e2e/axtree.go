package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Node is one object of the accessibility tree.
type Node struct {
	Role, Name, Description, Value string
	// States are what an assistive technology announces beside the name, such
	// as "required", "checked=true" or "invalid".
	States []string
	// Depth is how deep the object is nested; ignored objects do not count.
	Depth   int
	backend cdp.BackendNodeID
}

// String returns the object on one line: role | name | description | states.
func (n Node) String() string {
	parts := []string{n.Role, n.Name, n.Description, strings.Join(n.States, " ")}
	return strings.TrimRight(strings.Join(parts, " | "), " |")
}

func (n Node) hasState(state string) bool {
	return slices.Contains(n.States, state)
}

// shownStates are the properties that become states. The other ones are
// geometry and internal data of the browser.
var shownStates = map[accessibility.PropertyName]bool{
	"checked": true, "disabled": true, "expanded": true, "focused": true, "hidden": true, "invalid": true,
	"level": true, "live": true, "atomic": true, "multiselectable": true, "pressed": true, "readonly": true,
	"required": true, "selected": true,
}

func axNode(n *accessibility.Node) Node {
	node := Node{Role: axText(n.Role), Name: axText(n.Name), Description: axText(n.Description), Value: axText(n.Value), backend: n.BackendDOMNodeID}
	for _, p := range n.Properties {
		if !shownStates[p.Name] {
			continue
		}
		switch value := axText(p.Value); value {
		case "false":
			if p.Name == "checked" {
				node.States = append(node.States, "checked=false")
			}
		case "true":
			node.States = append(node.States, string(p.Name))
		default:
			node.States = append(node.States, string(p.Name)+"="+value)
		}
	}
	return node
}

func axText(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var text string
	if json.Unmarshal(v.Value, &text) == nil {
		return text
	}
	return string(v.Value)
}

// ignoredRoles are roles of objects that have no meaning of their own.
var ignoredRoles = map[string]bool{
	"": true, "none": true, "generic": true, "StaticText": true, "InlineTextBox": true, "LineBreak": true,
	"ListMarker": true, "LabelText": true, "MenuListPopup": true, "RootWebArea": true, "paragraph": true, "Legend": true,
}

// axTree returns the accessibility tree as a list, in document order, without what had
// the focus on the step before.
func (d Document) axTree() []Node {
	d.t.Helper()
	w, err := d.world()
	must(d.t, err)
	result, err := chromedp.Call(d.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{FrameID: cdp.FrameID(w.Frame)})
	if err != nil {
		d.t.Fatalf("read the accessibility tree: %v", err)
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	var root *accessibility.Node
	for _, n := range result.Nodes {
		byID[n.NodeID] = n
		if n.ParentID == "" {
			root = n
		}
	}
	left, err := d.leaving()
	must(d.t, err)
	var nodes []Node
	var walk func(n *accessibility.Node, depth int)
	walk = func(n *accessibility.Node, depth int) {
		if n == nil || left[n.BackendDOMNodeID] {
			return
		}
		if node := axNode(n); !n.Ignored && !ignoredRoles[node.Role] {
			node.Depth = depth
			nodes = append(nodes, node)
			depth++
		}
		for _, id := range n.ChildIDs {
			walk(byID[id], depth)
		}
	}
	walk(root, 0)
	return nodes
}

// axDump returns the accessibility tree as text, for messages and comparisons.
func (d Document) axDump() string {
	d.t.Helper()
	var text strings.Builder
	for _, n := range d.axTree() {
		fmt.Fprintf(&text, "%s%s\n", strings.Repeat("  ", n.Depth), n)
	}
	return text.String()
}

// query finds the objects with a role and a name below a DOM node; an empty
// name matches every name. It leaves out objects that are hidden from assistive
// technology, and what had the focus on the step before.
func (d Document) query(root cdp.BackendNodeID, role, name string) ([]Node, error) {
	params := accessibility.QueryAXTreeParams{BackendNodeID: root, Role: role, AccessibleName: name}
	if root == 0 {
		w, err := d.world()
		if err != nil {
			return nil, err
		}
		document, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "document", ContextID: w.ID})
		if err != nil {
			return nil, err
		}
		params.ObjectID = document.Result.ObjectID
	}
	result, err := chromedp.Call(d.ctx, accessibility.QueryAXTree, params)
	if err != nil {
		return nil, err
	}
	var left map[cdp.BackendNodeID]bool
	if len(result.Nodes) > 0 {
		if left, err = d.leaving(); err != nil {
			return nil, err
		}
	}
	var nodes []Node
	for _, n := range result.Nodes {
		if !n.Ignored && !left[n.BackendDOMNodeID] {
			nodes = append(nodes, axNode(n))
		}
	}
	return nodes, nil
}

// waitUntilLeft waits until nothing is left of the step before.
func (d Document) waitUntilLeft() {
	d.t.Helper()
	d.wait("nothing to be left of the step before", `!document.querySelector(".leaving")`)
}

// leaving are the elements that stay for a moment when their step is gone, because they
// had the focus: see bridge/frame/leaving.ts.
func (d Document) leaving() (map[cdp.BackendNodeID]bool, error) {
	w, err := d.world()
	if err != nil {
		return nil, err
	}
	all := map[cdp.BackendNodeID]bool{}
	element, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector(".leaving")`, ContextID: w.ID})
	if err != nil || element.Result.ObjectID == "" {
		return all, err
	}
	depth := int64(-1)
	described, err := chromedp.Call(d.ctx, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: element.Result.ObjectID, Depth: &depth})
	if err != nil {
		return nil, err
	}
	var add func(*cdp.Node)
	add = func(n *cdp.Node) {
		all[n.BackendNodeID] = true
		for _, child := range n.Children {
			add(child)
		}
	}
	add(described.Node)
	return all, nil
}

// byID returns the accessibility object of the element with that id.
func (d Document) byID(id string) Node {
	d.t.Helper()
	return d.bySelector("#" + id)
}

// bySelector returns the accessibility object of the first element that
// matches.
func (d Document) bySelector(selector string) Node {
	d.t.Helper()
	w, err := d.world()
	must(d.t, err)
	quoted, err := json.Marshal(selector)
	must(d.t, err)
	element, err := chromedp.Call(d.ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "document.querySelector(" + string(quoted) + ")", ContextID: w.ID,
	})
	must(d.t, err)
	if element.Result.ObjectID == "" {
		d.t.Fatalf("there is no %s\n%s", selector, d.situation())
	}
	result, err := chromedp.Call(d.ctx, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{
		ObjectID: element.Result.ObjectID, FetchRelatives: new(false),
	})
	must(d.t, err)
	if len(result.Nodes) == 0 {
		d.t.Fatalf("%s is not in the accessibility tree", selector)
	}
	return axNode(result.Nodes[0])
}
