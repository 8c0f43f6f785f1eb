package driver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// protocol is a session of WebDriver or of WebDriver BiDi.
type protocol interface {
	Open(url string) error
	// evaluate evaluates an expression whose value is the promise of a text.
	evaluate(place Place, expression string) (string, error)
	act(sources []source) error
	// screenshot returns a picture of the window in base64.
	screenshot() (string, error)
	Tabs() (int, error)
	Return() error
	Close()
}

// window is a browser that speaks one of the protocols.
type window struct{ protocol }

func (w window) Evaluate(place Place, expression string, into any) error {
	text, err := w.evaluate(place, "(async () => JSON.stringify((await ("+expression+"\n)) ?? null))()")
	if err != nil {
		return fmt.Errorf("%w\nin %.300s", err, expression)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal([]byte(text), into)
}

// found is a control as look.js describes it.
type found struct {
	Name string
	X, Y float64
	Free bool
	Sight
}

func (w window) find(place Place, query Query) (list []found, err error) {
	wanted := map[string]string{"role": query.Role, "name": query.Name, "action": query.Action}
	if query.In != nil {
		wanted["group"] = query.In.Name
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return nil, err
	}
	err = w.Evaluate(place, "(\n"+lookScript+").find("+string(text)+")", &list)
	return list, err
}

func (w window) Find(place Place, query Query) ([]Node, error) {
	list, err := w.find(place, query)
	var nodes []Node
	for _, f := range list {
		query.Name = f.Name
		nodes = append(nodes, Node{Role: query.Role, Name: f.Name, query: query})
	}
	return nodes, err
}

// locate repeats the query of a node, because its document may have replaced the element.
func (w window) locate(place Place, node Node) (found, error) {
	list, err := w.find(place, node.query)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s is gone", node)
	}
	if err != nil {
		return found{}, err
	}
	return list[0], nil
}

func (w window) See(place Place, node Node) (Sight, error) {
	f, err := w.locate(place, node)
	return f.Sight, err
}

// frameScript returns the position of the form's frame in the page, and the height of the window.
const frameScript = `(() => {
	const frame = document.querySelector("iframe"), box = frame.getBoundingClientRect();
	return { Left: box.left + frame.clientLeft, Top: box.top + frame.clientTop, Height: innerHeight };
})()`

// settle is the time without movement after which a control counts as in place: engines scroll a moment after they report it.
const settle = 100 * time.Millisecond

// Reach scrolls by script, because not all engines let a test turn the wheel.
func (w window) Reach(place Place, node Node) (x, y float64, free bool, err error) {
	for since := time.Now(); ; time.Sleep(settle / 5) {
		f, err := w.locate(place, node)
		if err != nil {
			return 0, 0, false, err
		}
		var at struct{ Left, Top, Height float64 }
		if err := w.Evaluate(Page, frameScript, &at); err != nil {
			return 0, 0, false, err
		}
		if place == Page {
			at.Left, at.Top = 0, 0
		}
		wasX, wasY := x, y
		x, y = at.Left+f.X, at.Top+f.Y
		if y < 0 || y >= at.Height {
			return x, y, false, w.Evaluate(Page, fmt.Sprintf(`scrollBy({ top: %f, behavior: "instant" })`, y-at.Height/2), nil)
		}
		if math.Abs(x-wasX)+math.Abs(y-wasY) > 0 || !f.Free {
			if since = time.Now(); wasY != 0 {
				return x, y, false, nil
			}
		}
		if time.Since(since) > settle {
			return x, y, true, nil
		}
	}
}

// action is one step of an input source, as both protocols write it.
type action map[string]any

type source struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Parameters map[string]string `json:"parameters,omitempty"`
	Actions    []action          `json:"actions"`
}

var keyNames = map[string]string{
	kb.Enter: "\uE007", kb.Tab: "\uE004", kb.Escape: "\uE00C", kb.Delete: "\uE017", kb.PageUp: "\uE00E", kb.PageDown: "\uE00F", kb.Home: "\uE011",
	kb.ArrowUp: "\uE013", kb.ArrowRight: "\uE014", kb.ArrowDown: "\uE015",
}

func (w window) Press(keys string, held ...Modifier) error {
	var steps, after []action
	for _, m := range held {
		name := map[Modifier]string{chromedp.ModifierShift: "\uE008", chromedp.ModifierCtrl: "\uE009"}[m]
		steps = append(steps, action{"type": "keyDown", "value": name})
		after = append(after, action{"type": "keyUp", "value": name})
	}
	for key := range strings.SplitSeq(keys, "") {
		if name, ok := keyNames[key]; ok {
			key = name
		}
		steps = append(steps, action{"type": "keyDown", "value": key}, action{"type": "keyUp", "value": key})
	}
	return w.act([]source{{Type: "key", ID: "keyboard", Actions: append(steps, after...)}})
}

func (w window) Write(text string) error { return w.Press(text) }

func (w window) Click(x, y float64, first, last int) error {
	steps := []action{{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}}
	for range last - first + 1 {
		steps = append(steps, action{"type": "pointerDown", "button": 0}, action{"type": "pointerUp", "button": 0})
	}
	return w.act([]source{{Type: "pointer", ID: "mouse", Parameters: map[string]string{"pointerType": "mouse"}, Actions: steps}})
}

func (w window) Screenshot() ([]byte, error) {
	picture, err := w.screenshot()
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(picture)
}
