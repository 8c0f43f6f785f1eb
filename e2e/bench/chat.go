package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// document is a page or a frame in the browser, with a script context of its own.
type document struct{ ctx context.Context }

// eval evaluates an expression, waits for its promise, and decodes its value.
func (d document) eval(expression string, into any) error {
	return driver.EvaluateIn(d.ctx, 0, expression, into)
}

// prepare lets the browser count what the document's main thread computes, and
// behave as if the document's window had the focus.
func (d document) prepare() error {
	_, err := chromedp.Call(d.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return errors.Join(err, driver.CountCPU(d.ctx))
}

// key presses and releases a key in the control that has the focus.
func (d document) key(key rune) error {
	for _, event := range driver.KeyEvents(key) {
		if _, err := chromedp.Call(d.ctx, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("press %q: %w", key, err)
		}
	}
	return nil
}

// work is what main threads have computed, in milliseconds of their processor time.
type work struct{ Task, Script float64 }

func (w work) minus(before work) work { return work{w.Task - before.Task, w.Script - before.Script} }

// chat is an open page of a rival, with a profile of its own.
type chat struct {
	*served
	page  document
	close context.CancelFunc
	// form is the document with the form: the page, or the frame in it.
	form document
}

// opened is how long it took until something was painted, in milliseconds: Usable from
// the navigation of the frame, All from the navigation of the page, or from the moment
// when the page asked, if it waited before it did so.
type opened struct{ Usable, All float64 }

// open opens a page of a rival that asks for a form, in a new profile. Until the form is
// there, nothing but the probe looks at it.
func (s *served) open(browser context.Context, address string) (*chat, opened, error) {
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	c := &chat{served: s, page: document{ctx}, form: document{ctx}, close: cancel}
	o, err := c.arrive(address)
	if err != nil {
		c.close()
		return nil, o, err
	}
	return c, o, nil
}

// arrive navigates to an address, and waits until the form is painted.
func (c *chat) arrive(address string) (o opened, err error) {
	if err := chromedp.Do(c.page.ctx, chromedp.Navigate(address)); err != nil {
		return o, err
	}
	err = c.page.eval(`(async () => {
		const { stamps } = bench;
		await bench.until(() => stamps.usable && stamps.all);
		return { Usable: stamps.usable - (stamps.navigated ?? performance.timeOrigin), All: stamps.all - (bench.asked ?? performance.timeOrigin) };
	})()`, &o)
	return o, err
}

// openAttached opens a page that asks for a form, and attaches to it.
func (s *served) openAttached(browser context.Context) (*chat, error) {
	c, _, err := s.open(browser, s.Fast+"/?ask")
	if err != nil {
		return nil, err
	}
	if err := c.attach(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// attach prepares an opened page for [chat.show] and the others, and takes its first
// form away.
func (c *chat) attach() error {
	if c.Framed {
		frame, err := c.frame()
		if err != nil {
			return err
		}
		c.form = frame
		if err := frame.prepare(); err != nil {
			return err
		}
	}
	if err := c.page.prepare(); err != nil {
		return err
	}
	return c.end()
}

// frame attaches to the frame in the page, which has a process of its own.
func (c *chat) frame() (document, error) {
	here := chromedp.FromContext(c.page.ctx).BrowserContextID
	for deadline := time.Now().Add(driver.Patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		targets, err := chromedp.Targets(c.page.ctx)
		if err != nil {
			return document{}, err
		}
		for _, t := range targets {
			if t.Type == "iframe" && t.BrowserContextID == here {
				ctx, _ := chromedp.NewContext(c.page.ctx, chromedp.WithTargetID(t.TargetID))
				return document{ctx}, chromedp.Do(ctx)
			}
		}
	}
	return document{}, errors.New("the page has no frame with a process of its own")
}

// work is what page and frame have computed so far.
func (c *chat) work() (total work, err error) {
	documents := []document{c.page}
	if c.Framed {
		documents = append(documents, c.form)
	}
	for _, d := range documents {
		m, err := driver.Metrics(d.ctx)
		if err != nil {
			return total, err
		}
		total.Task += m["TaskDuration"] * 1000
		total.Script += m["ScriptDuration"] * 1000
	}
	return total, nil
}

// rest waits until page and frame have nothing left to do.
func (c *chat) rest() (work, error) {
	const interval, idle, times = 12 * time.Millisecond, 0.8, 2
	last, err := c.work()
	deadline := time.Now().Add(driver.Patience)
	for quiet := 0; quiet < times && err == nil; {
		if time.Now().After(deadline) {
			return last, fmt.Errorf("%s does not come to rest", c.Name)
		}
		time.Sleep(interval)
		var now work
		if now, err = c.work(); now.minus(last).Task < idle {
			quiet++
		} else {
			quiet = 0
		}
		last = now
	}
	return last, err
}

// shown is how long a request took until it was painted, and what was computed for it.
type shown struct {
	First, All float64
	Work       work
}

// show shows a form and waits until there is nothing left to do. It asks so many
// milliseconds after the beginning of an animation frame.
func (c *chat) show(f form, phase float64) (shown, error) {
	before, err := c.rest()
	if err != nil {
		return shown{}, err
	}
	expected := c.drawn[f.Name]
	if expected.Fields == 0 {
		expected = counts{1, 1}
	}
	var s shown
	if err := c.page.eval(fmt.Sprintf(`bench.show(%s, %s, %f)`, f.Params, expected, phase), &s); err != nil {
		return s, fmt.Errorf("%s shows %s: %w", c.Name, f.Label, err)
	}
	after, err := c.rest()
	s.Work = after.minus(before)
	return s, err
}

// count counts what a selector matches in the document with the form.
func (c *chat) count(selector string) (n int, err error) {
	err = c.form.eval(fmt.Sprintf(`document.querySelectorAll(%q).length`, selector), &n)
	return n, err
}

// typing is what a series of keys cost.
type typing struct {
	Paint []float64 // from each key to its paint
	Work  work      // for one key
}

// keyText is typed into a form. All of it may stand in the first field.
const keyText = " of East"

// press types into the first text of the form, and waits for the paint after each key.
func (c *chat) press() (typing, error) {
	// The window's focus is in the frame only when the page's focus is.
	if err := c.page.eval(`document.querySelector("iframe")?.focus({ preventScroll: true })`, nil); err != nil {
		return typing{}, err
	}
	if err := c.form.eval(`(() => { const text = document.querySelector("form :is(input:not([type]), input[type=text]):not(.rehearsal *)"); text.focus({ preventScroll: true }); text.setSelectionRange?.(100, 100); })()`, nil); err != nil {
		return typing{}, err
	}
	if err := c.page.eval(`bench.keys = []`, nil); err != nil {
		return typing{}, err
	}
	before, err := c.rest()
	if err != nil {
		return typing{}, err
	}
	for i, r := range keyText {
		time.Sleep(time.Duration(rand.IntN(17)) * time.Millisecond)
		if err := c.page.key(r); err != nil {
			return typing{}, err
		}
		if err := c.page.eval(fmt.Sprintf(`bench.until(() => bench.keys.length >= %d)`, i+1), nil); err != nil {
			return typing{}, err
		}
	}
	after, err := c.rest()
	if err != nil {
		return typing{}, err
	}
	n := float64(len(keyText))
	total := after.minus(before)
	t := typing{Work: work{total.Task / n, total.Script / n}}
	err = c.page.eval(`bench.keys`, &t.Paint)
	return t, err
}

// reviewed is how long a press of Continue took until the answers were painted, or, in
// a form without a review, until it has said that all is valid.
type reviewed struct {
	Review, ReviewAll float64
	Work              work
}

func (c *chat) review() (reviewed, error) {
	if err := c.form.eval(`document.querySelector("button[type=submit]:not(.rehearsal *)").focus()`, nil); err != nil {
		return reviewed{}, err
	}
	before, err := c.rest()
	if err != nil {
		return reviewed{}, err
	}
	if err := c.page.key('\r'); err != nil {
		return reviewed{}, err
	}
	var r reviewed
	if err := c.page.eval(`bench.reviewed()`, &r); err != nil {
		return r, fmt.Errorf("%s continues: %w", c.Name, err)
	}
	after, err := c.rest()
	r.Work = after.minus(before)
	return r, err
}

// end takes the form away and waits until it is gone.
func (c *chat) end() error {
	if err := c.page.eval(`chat.end()`, nil); err != nil {
		return err
	}
	for deadline := time.Now().Add(driver.Patience); ; {
		left, err := c.count(c.Watching.Fields + ", " + c.Watching.Rows)
		if err != nil {
			return err
		}
		if left == 0 {
			_, err := c.rest()
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: the form does not go away", c.Name)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// collectGarbage lets what earlier forms have left not count against the next one.
func (c *chat) collectGarbage() error {
	if err := c.page.eval(`bench.paused.push({ from: performance.now(), to: Infinity })`, nil); err != nil {
		return err
	}
	for _, d := range []document{c.page, c.form} {
		if err := driver.CollectGarbage(d.ctx); err != nil {
			return err
		}
	}
	return c.page.eval(`bench.paused.at(-1).to = performance.now()`, nil)
}

// countLongTasks counts the tasks that have kept the page from answering since it was
// opened, without those in which the benchmark had garbage collected.
func (c *chat) countLongTasks() (n float64, err error) {
	err = c.page.eval(`bench.longTasks.filter(({ from, to }) => !bench.paused.some((pause) => from < pause.to && pause.from < to)).length`, &n)
	return n, err
}

// learn shows each form once and counts what the rival draws of it by itself.
func (s *served) learn(browser context.Context, forms []form) error {
	c, err := s.openAttached(browser)
	if err != nil {
		return err
	}
	defer c.close()
	for _, f := range append([]form{growing(coldFields)}, forms...) {
		if _, known := s.drawn[f.Name]; known {
			continue
		}
		if err := c.learn(f); err != nil {
			return err
		}
	}
	return nil
}

func (c *chat) learn(f form) error {
	if _, err := c.show(f, 0); err != nil {
		return err
	}
	fields, err := c.count(c.Watching.Fields)
	if err != nil {
		return err
	}
	found := counts{Fields: fields, Rows: 1}
	if f.Typed {
		// The first field must be answered.
		if _, err := c.press(); err != nil {
			return err
		}
		if _, err := c.review(); err != nil {
			return err
		}
		if found.Rows, err = c.count(c.Watching.Rows); err != nil {
			return err
		}
	}
	c.drawn[f.Name] = found
	return c.end()
}
