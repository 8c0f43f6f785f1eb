// Package engines drives forms in three browser engines with keys and a pointer, as a
// person does: no script clicks, sets a value or moves the focus. Only scrolling is done by
// script. Each engine is a
// Browser. The journeys of the tests are written once and know only this interface.
package engines

import (
	"errors"
	"strings"
)

// Place is one of the two documents that a test looks at.
type Place int

// The page that a chat client would be, and the form's frame in it.
const (
	Page Place = iota
	Frame
)

// errNoFrame is what Evaluate returns while the page has no form in it.
var errNoFrame = errors.New("the page has no frame")

// Browser is a window of a browser, with a page in it.
type Browser interface {
	// Open loads a page.
	Open(url string) error
	// Evaluate returns the value of a JavaScript expression, which must be text. It is
	// for looking, not for doing.
	Evaluate(place Place, expression string) (string, error)
	// Press presses keys one after the other while modifiers are held down.
	Press(keys []string, modifiers ...string) error
	// Click moves the pointer to a point of the window and presses its first button.
	Click(x, y float64) error
	// Tabs counts the tabs, or windows, of the browser.
	Tabs() (int, error)
	// Return closes all tabs but the first one, which is then in front.
	Return() error
	// Screenshot returns a picture of the window as PNG.
	Screenshot() ([]byte, error)
	// Close ends the browser.
	Close()
}

// Keys by the names that WebDriver gives them.
const (
	Enter      = "\uE007"
	Tab        = "\uE004"
	Space      = " "
	Escape     = "\uE00C"
	Delete     = "\uE017"
	PageUp     = "\uE00E"
	PageDown   = "\uE00F"
	Home       = "\uE011"
	ArrowUp    = "\uE013"
	ArrowRight = "\uE014"
	ArrowDown  = "\uE015"
	Shift      = "\uE008"
	Control    = "\uE009"
)

// letters splits a text into the keys that write it.
func letters(text string) []string { return strings.Split(text, "") }

// The size of the window in CSS pixels. Engines differ by a few where the window has
// bars of its own.
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
	{"Chromium", launchChromium},
	{"Firefox", launchFirefox},
	{"WebKit", launchWebKit},
}
