// Package driver is how tests and tools use a browser: they find a control by its role and
// name, as an assistive technology does, or by its "data-action", and use it with keys and
// a pointer. No script clicks, sets a value or moves the focus. Each engine is a [Browser].
package driver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Patience bounds every wait. Only a hang reaches it: on a machine that forty programs share, with a processor that is throttled
// six times, a flood of messages took more than a minute.
const Patience = 5 * time.Minute

// Place is one of the two documents that a test looks at.
type Place int

// The page that a chat client would be, and the form's frame in it.
const (
	Page Place = iota
	Frame
)

// ErrNoFrame means that the page lacks a frame, or that its frame has not loaded.
var ErrNoFrame = errors.New("the page has no such frame")

// Modifier is a key that is held down while others are pressed.
type Modifier = chromedp.Modifier

// Browser is a tab of a browser.
type Browser interface {
	// Open loads a page and waits until it has loaded.
	Open(url string) error
	// Evaluate decodes the value of an expression or its promise. Tests look with it, and do not act.
	Evaluate(place Place, expression string, into any) error
	// Find returns the controls that are not hidden from assistive technology.
	Find(place Place, query Query) ([]Node, error)
	See(place Place, node Node) (Sight, error)
	// Reach scrolls to a control, and returns its middle in the window and whether a pointer would meet it there.
	Reach(place Place, node Node) (x, y float64, free bool, err error)
	// Press presses keys, named as in package kb, while others are held down.
	Press(keys string, held ...Modifier) error
	// Write writes into the focused element: at once, or key by key in engines that can do only that.
	Write(text string) error
	// Click presses the first button at a point of the window: clicks first to last of a double or triple click.
	Click(x, y float64, first, last int) error
	// Tabs counts the tabs of this tab's profile.
	Tabs() (int, error)
	// Return closes all other tabs of the profile, and brings this tab to the front.
	Return() error
	// Screenshot returns a picture of the window as PNG.
	Screenshot() ([]byte, error)
	// Close closes the tab, and the browser if it was launched for it.
	Close()
}

// Query describes controls by the action of a button, or by role and name, anywhere or in a group.
type Query struct {
	Role, Name, Action string
	In                 *Node
}

// Button returns an expression for the button with that data-action, except in a step that is leaving. A form that the program
// draws ahead is not visible: its buttons belong to no request.
func Button(action string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('[data-action=%q]')]
		.find((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".leaving"))`, action)
}

// Node is one control, or another object of the accessibility tree.
type Node struct {
	Role, Name, Description, Value string
	// States are those that a screen reader announces beside the name, like "required" or "checked=true". Only Chromium fills
	// States and the next three fields.
	States []string
	// Depth is how deep the object is nested; ignored objects do not count.
	Depth int
	// query finds the control in engines that do not name it; backend names it in Chromium.
	query   Query
	backend cdp.BackendNodeID
}

// String returns the object on one line: role | name | description | states.
func (n Node) String() string {
	parts := []string{cmp.Or(n.Role, n.query.Action), n.Name, n.Description, strings.Join(n.States, " ")}
	return strings.TrimRight(strings.Join(parts, " | "), " |")
}

// Query finds the control again after its element was replaced. It prefers the action, because a new tree may lack the role.
func (n Node) Query() Query {
	if n.query.Action != "" {
		return Query{Action: n.query.Action}
	}
	return Query{Role: n.Role, Name: n.Name}
}

// HasState reports whether an assistive technology announces the state.
func (n Node) HasState(state string) bool { return slices.Contains(n.States, state) }

// Sight is the state of a control.
type Sight struct {
	Focused, Checked bool
	// Kind is the type of an input as this engine has it.
	Kind, Value string
	// Options are the entries of a list, and Selected is the place of the selected one.
	Options  []string
	Selected int
}

// The size of a launched window in CSS pixels. The bars of the window may take some of it.
const (
	windowWidth  = 800
	windowHeight = 600
)

// An Engine starts browsers of one kind.
type Engine struct {
	Name   string
	Launch func() (Browser, error)
}

// Engines are all engines that forms are tried in.
var Engines = []Engine{
	{"Chromium", func() (Browser, error) { return LaunchTab() }},
	{"Firefox", launchFirefox},
	{"WebKit", launchWebKit},
}
