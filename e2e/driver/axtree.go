package driver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// shownStates become states; other properties are geometry and the browser's own.
var shownStates = map[accessibility.PropertyName]bool{
	"checked": true, "disabled": true, "expanded": true, "focused": true, "hidden": true, "invalid": true,
	"level": true, "live": true, "atomic": true, "multiselectable": true, "pressed": true, "readonly": true,
	"required": true, "selected": true,
}

func axNode(n *accessibility.Node) Node {
	node := Node{
		Role: axText(n.Role), Name: axText(n.Name), Description: axText(n.Description), Value: axText(n.Value), backend: n.BackendDOMNodeID,
	}
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

// ignoredRoles are roles of objects without a meaning for assistive technology.
var ignoredRoles = map[string]bool{
	"": true, "none": true, "generic": true, "StaticText": true, "InlineTextBox": true, "LineBreak": true,
	"ListMarker": true, "LabelText": true, "MenuListPopup": true, "RootWebArea": true, "paragraph": true, "Legend": true,
}

// Tree lists the accessibility tree in document order.
func (c *Chromium) Tree(place Place) ([]Node, error) {
	w, err := c.World(place)
	if err != nil {
		return nil, err
	}
	ctx, cancel := c.treeContext()
	defer cancel()
	result, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{FrameID: cdp.FrameID(w.Frame)})
	if err != nil {
		return nil, err
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	var root *accessibility.Node
	for _, n := range result.Nodes {
		byID[n.NodeID] = n
		if n.ParentID == "" {
			root = n
		}
	}
	var nodes []Node
	var walk func(n *accessibility.Node, depth int)
	walk = func(n *accessibility.Node, depth int) {
		if n == nil {
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
	return nodes, nil
}

// treeContext bounds a request for the accessibility tree. Chromium responds when it draws the frame next, and a frame out of
// sight may never be drawn.
func (c *Chromium) treeContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Ctx, Patience)
}

func (c *Chromium) Find(place Place, query Query) ([]Node, error) {
	w, err := c.World(place)
	if err != nil {
		return nil, err
	}
	if query.Action != "" {
		node, err := c.Element(place, Button(query.Action))
		if err != nil {
			return nil, err
		}
		node.query = query
		return []Node{node}, nil
	}
	params := accessibility.QueryAXTreeParams{Role: query.Role, AccessibleName: query.Name}
	if query.In != nil {
		params.BackendNodeID = query.In.backend
	} else if params.ObjectID, err = c.object(w, "document"); err != nil {
		return nil, err
	}
	ctx, cancel := c.treeContext()
	defer cancel()
	result, err := chromedp.Call(ctx, accessibility.QueryAXTree, params)
	if err != nil {
		return nil, err
	}
	var nodes []Node
	for _, n := range result.Nodes {
		if n.Ignored {
			continue
		}
		// An element outlives its step for a moment: see bridge/frame/leaving.ts.
		var leaving bool
		if err := c.callOn(n.BackendDOMNodeID, `function () { return this.closest(".leaving") !== null; }`, &leaving); err != nil {
			return nil, err
		}
		if !leaving {
			nodes = append(nodes, axNode(n))
		}
	}
	return nodes, nil
}

// object evaluates an expression whose value is an element, or nothing.
func (c *Chromium) object(w World, expression string) (runtime.RemoteObjectID, error) {
	got, err := chromedp.Call(c.Ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: w.ID})
	if err != nil {
		return "", err
	}
	return got.Result.ObjectID, nil
}

// Element returns the accessibility object of the element that an expression evaluates to.
func (c *Chromium) Element(place Place, expression string) (Node, error) {
	w, err := c.World(place)
	if err != nil {
		return Node{}, err
	}
	element, err := c.object(w, expression)
	if err != nil {
		return Node{}, err
	}
	if element == "" {
		return Node{}, fmt.Errorf("there is no %s", expression)
	}
	ctx, cancel := c.treeContext()
	defer cancel()
	result, err := chromedp.Call(ctx, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{
		ObjectID: element, FetchRelatives: new(false),
	})
	if err != nil {
		return Node{}, err
	}
	if len(result.Nodes) == 0 {
		return Node{}, fmt.Errorf("%s is not in the accessibility tree", expression)
	}
	return axNode(result.Nodes[0]), nil
}
