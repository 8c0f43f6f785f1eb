package engines

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// waitTimeout is how long a test waits for something that should take no time. Only a
// test that fails waits this long.
const waitTimeout = 60 * time.Second

// pollPause is how long a test waits before it looks again.
const pollPause = 20 * time.Millisecond

// person looks at a window and uses its keyboard and pointer.
type person struct {
	t testing.TB
	Browser
	last sight // what was looked at last, for the message of a failure
}

// waitFor looks until the condition holds.
func (p *person) waitFor(what string, condition func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(waitTimeout); !condition(); time.Sleep(pollPause) {
		if time.Now().After(deadline) {
			p.t.Fatalf("waited in vain for %s, last seen as %+v\n%s", what, p.last, p.situation())
		}
	}
}

// situation describes what is on the screen, for the message of a failure.
func (p *person) situation() string {
	const about = `("focus on " + (document.activeElement?.id || document.activeElement?.tagName) + ", scrolled by " + scrollY + "\n" + document.body.innerText.slice(0, 1500))`
	page, _ := p.Evaluate(Page, about)
	frame, err := p.Evaluate(Frame, about)
	return fmt.Sprintf("page: %s\nframe: %s (%v)", page, frame, err)
}

// try evaluates an expression and decodes its value.
func (p *person) try(place Place, expression string, into any) error {
	text, err := p.Evaluate(place, "JSON.stringify(("+expression+") ?? null)")
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

// read evaluates an expression and returns its value.
func read[T any](p *person, place Place, expression string) T {
	p.t.Helper()
	var value T
	if err := p.try(place, expression, &value); err != nil {
		p.t.Fatalf("look: %v", err)
	}
	return value
}

// wait looks until an expression is true.
func (p *person) wait(what string, place Place, expression string) {
	p.t.Helper()
	p.waitFor(what, func() bool {
		var holds bool
		return p.try(place, "!!("+expression+")", &holds) == nil && holds
	})
}

// heading waits until the form has this heading.
func (p *person) heading(text string) {
	p.t.Helper()
	p.wait("the heading "+text, Frame, `document.querySelector("h1")?.textContent === `+quote(text))
}

//go:embed look.js
var lookScript string

// sight is what look.js tells of something.
type sight struct {
	Count            int
	X, Y             float64
	Free             bool
	Focused, Checked bool
	// Kind is the type of an input as this engine has it.
	Kind, Value string
	Options     []string
	Selected    int
}

// thing is something on the screen that a person can name.
type thing struct{ role, name, group string }

func (t thing) String() string {
	if t.group != "" {
		return fmt.Sprintf("%s %q of %q", t.role, t.name, t.group)
	}
	return fmt.Sprintf("%s %q", t.role, t.name)
}

// look finds something now.
func (p *person) look(t thing) (s sight, err error) {
	text, err := p.Evaluate(Frame, lookScript+fmt.Sprintf("(%s, %s, %s)", quote(t.role), quote(t.name), quote(t.group)))
	if err != nil {
		return s, err
	}
	err = json.Unmarshal([]byte(text), &s)
	p.last = s
	return s, err
}

// find waits until there is exactly one such thing.
func (p *person) find(t thing) (s sight) {
	p.t.Helper()
	p.waitFor(t.String(), func() bool {
		var err error
		s, err = p.look(t)
		return err == nil && s.Count == 1
	})
	return s
}

// window is the part of the page that is seen, and where the form's frame is in it.
type window struct{ Left, Top, Width, Height float64 }

const windowScript = `(() => {
	const frame = document.querySelector("iframe"), box = frame.getBoundingClientRect();
	return { Left: box.left + frame.clientLeft, Top: box.top + frame.clientTop, Width: innerWidth, Height: innerHeight };
})()`

// stillLooks is how often in a row something has to be found where it was before it is
// taken to lie still: engines scroll a moment after they have said so.
const stillLooks = 5

// reach scrolls the page until something is in the window and lies still, because a page
// moves while the form changes its height. It returns the point of the window.
func (p *person) reach(t thing) (x, y float64) {
	p.t.Helper()
	looks := 0
	p.waitFor(t.String()+" to lie still in the window", func() bool {
		var w window
		s, err := p.look(t)
		if err != nil || s.Count != 1 || p.try(Page, windowScript, &w) != nil {
			return false
		}
		wasX, wasY := x, y
		looks++
		x, y = w.Left+s.X, w.Top+s.Y
		if y < 0 || y >= w.Height {
			p.scroll(y - w.Height/2)
			looks = 0
			return false
		}
		if x != wasX || y != wasY || !s.Free {
			looks = 0
		}
		return looks >= stillLooks
	})
	return x, y
}

// scroll scrolls the page down, as with the wheel, which not all engines let a test turn.
func (p *person) scroll(down float64) {
	p.t.Helper()
	if _, err := p.Evaluate(Page, fmt.Sprintf(`(scrollBy({ top: %f, behavior: "instant" }), "")`, down)); err != nil {
		p.t.Fatal(err)
	}
}

// click clicks something.
func (p *person) click(t thing) {
	p.t.Helper()
	x, y := p.reach(t)
	if err := p.Click(x, y); err != nil {
		p.t.Fatalf("click %s: %v", t, err)
	}
}

// keys presses keys.
func (p *person) keys(keys ...string) {
	p.t.Helper()
	if err := p.Press(keys); err != nil {
		p.t.Fatalf("press %q: %v", keys, err)
	}
}

// press clicks a button.
func (p *person) press(name string) {
	p.t.Helper()
	p.click(thing{role: "button", name: name})
}

// write clicks a text box until it has the focus, because a form that was just drawn may
// still move, and replaces what the box holds.
func (p *person) write(t thing, text string) {
	p.t.Helper()
	p.waitFor("the focus on "+t.String(), func() bool {
		p.click(t)
		return p.find(t).Focused
	})
	if p.find(t).Value != "" {
		if err := p.Press([]string{"a"}, Control); err != nil {
			p.t.Fatal(err)
		}
		p.keys(Delete)
	}
	p.keys(letters(text)...)
	var got string
	p.waitFor(fmt.Sprintf("%s to hold %q", t, text), func() bool {
		got = p.find(t).Value
		return got == text
	})
}

// fill replaces the content of a text box by its label.
func (p *person) fill(label, text string) {
	p.t.Helper()
	p.write(thing{role: "textbox", name: label}, text)
}

// focused waits until something has the focus.
func (p *person) focused(t thing) {
	p.t.Helper()
	p.waitFor("the focus on "+t.String(), func() bool {
		s, err := p.look(t)
		return err == nil && s.Focused
	})
}

// tabTo presses Tab until something has the focus.
func (p *person) tabTo(t thing) {
	p.t.Helper()
	for range 60 {
		if p.find(t).Focused {
			return
		}
		p.keys(Tab)
	}
	p.t.Fatalf("Tab never reaches %s\n%s", t, p.situation())
}

// mark clicks a radio button or a check box and waits until it is marked.
func (p *person) mark(role, group, name string) {
	p.t.Helper()
	t := thing{role, name, group}
	p.click(t)
	p.waitFor(t.String()+" to be marked", func() bool { return p.find(t).Checked })
}

// choose chooses an entry of a list with the keyboard, because the system draws the list.
func (p *person) choose(label, option string) {
	p.t.Helper()
	list := thing{role: "combobox", name: label}
	p.tabTo(list)
	p.waitFor(option+" to be chosen in "+label, func() bool {
		s := p.find(list)
		for i, text := range s.Options {
			if text == option && i != s.Selected {
				if i > s.Selected {
					p.keys(ArrowDown)
				} else {
					p.keys(ArrowUp)
				}
				return false
			}
		}
		return s.Selected >= 0 && s.Options[s.Selected] == option
	})
}

// clock enters a time before noon. Where the form has the engine's control for times, it
// has parts for hours, minutes and often half of the day.
func (p *person) clock(group, hour, minute string) {
	p.t.Helper()
	t := thing{"time", "Time", group}
	p.tabTo(t)
	if p.find(t).Kind == "time" {
		p.keys(letters(hour + minute + "a")...)
	} else {
		p.keys(letters(hour + ":" + minute)...)
	}
	p.waitFor(t.String()+" to hold the time", func() bool { return p.find(t).Value == hour+":"+minute })
}

// quote returns a text as a JavaScript string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}
