package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// chat is an open page of a library, with a profile of its own.
type chat struct {
	*served
	page  context.Context
	close context.CancelFunc
	// form is the document with the form: the page, or the frame with its own process.
	form      context.Context
	documents []context.Context // both
}

// opened has the times of two paintings, in ms: Usable counts from the navigation of the frame, Shown
// from that of the page.
type opened struct{ Usable, Shown float64 }

// open opens a page in a new profile. Until its form is there, only the probe looks at it.
func (s *served) open(browser context.Context, address string) (*chat, opened, error) {
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	c := &chat{served: s, page: ctx, form: ctx, documents: []context.Context{ctx}, close: cancel}
	var o opened
	err := chromedp.Do(ctx, chromedp.Navigate(address))
	if err == nil {
		err = eval(ctx, `bench.opened()`, &o)
	}
	if err != nil {
		cancel()
	}
	return c, o, err
}

func eval(document context.Context, expression string, into any) error {
	return driver.EvaluateIn(document, 0, expression, into)
}

func (c *chat) attach() error {
	if c.framed {
		if err := c.findFrame(); err != nil {
			return err
		}
	}
	for _, d := range c.documents {
		_, err := chromedp.Call(d, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		if err := errors.Join(err, driver.CountCPU(d)); err != nil {
			return err
		}
	}
	return c.end()
}

func (c *chat) findFrame() error {
	here := chromedp.FromContext(c.page).BrowserContextID
	for deadline := time.Now().Add(driver.Patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		targets, err := chromedp.Targets(c.page)
		if err != nil {
			return err
		}
		for _, t := range targets {
			if t.Type == "iframe" && t.BrowserContextID == here {
				c.form, _ = chromedp.NewContext(c.page, chromedp.WithTargetID(t.TargetID))
				c.documents = append(c.documents, c.form)
				return chromedp.Do(c.form)
			}
		}
	}
	return errors.New("the page has no frame with a process of its own")
}

// work returns the milliseconds that the main threads have computed so far.
func (c *chat) work() (total float64, err error) {
	for _, d := range c.documents {
		m, err := driver.Metrics(d)
		if err != nil {
			return total, err
		}
		total += m["TaskDuration"] * 1000
	}
	return total, nil
}

func (c *chat) rest() (float64, error) {
	const interval, idle, times = 12 * time.Millisecond, 0.8, 2
	last, err := c.work()
	deadline := time.Now().Add(driver.Patience)
	for quiet := 0; quiet < times && err == nil; {
		if time.Now().After(deadline) {
			return last, fmt.Errorf("%s does not come to rest", c.name)
		}
		time.Sleep(interval)
		var now float64
		if now, err = c.work(); now-last < idle {
			quiet++
		} else {
			quiet = 0
		}
		last = now
	}
	return last, err
}

// measure does something and returns the work that it caused, until page and frame rest.
func (c *chat) measure(act func() error) (work float64, err error) {
	before, err := c.rest()
	if err == nil {
		err = act()
	}
	if err != nil {
		return 0, err
	}
	after, err := c.rest()
	return after - before, err
}

// show shows a form. It asks phase milliseconds after the beginning of an animation frame.
func (c *chat) show(fields int, phase float64) (painted float64, err error) {
	err = eval(c.page, fmt.Sprintf(`bench.show(%s, %s, %f)`, growing(fields), expected(fields, c.library), phase), &painted)
	if err != nil {
		err = fmt.Errorf("%s shows %d fields: %w", c.name, fields, err)
	}
	return painted, err
}

func (c *chat) key(key rune) error {
	for _, event := range driver.KeyEvents(key) {
		if _, err := chromedp.Call(c.page, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("press %q: %w", key, err)
		}
	}
	return nil
}

// focus moves the focus to an element. If that is in a frame, the page's focus must be on the frame.
func (c *chat) focus(selector string) error {
	return errors.Join(eval(c.page, `document.querySelector("iframe")?.focus({ preventScroll: true })`, nil),
		eval(c.form, fmt.Sprintf(`document.querySelector(%q).focus({ preventScroll: true })`, selector+":not(.rehearsal *)"), nil))
}

const keyText = "of East"

func (c *chat) typeText() (work float64, err error) {
	if err := c.focus("form :is(input:not([type]), input[type=text])"); err != nil {
		return 0, err
	}
	work, err = c.measure(func() error {
		for _, r := range keyText {
			if err := c.key(r); err != nil {
				return err
			}
			// Keys whose changes are painted together would cost less.
			time.Sleep(40 * time.Millisecond)
		}
		return nil
	})
	return work / float64(len(keyText)), err
}

// proceed presses Continue and waits for the answers, or for the sign that all is valid.
func (c *chat) proceed() (painted, work float64, err error) {
	if err := c.focus("button[type=submit]"); err != nil {
		return 0, 0, err
	}
	work, err = c.measure(func() error {
		if err := c.key('\r'); err != nil {
			return err
		}
		return eval(c.page, `bench.reviewed()`, &painted)
	})
	if err != nil {
		err = fmt.Errorf("%s continues: %w", c.name, err)
	}
	return painted, work, err
}

func (c *chat) end() error {
	if err := eval(c.page, `chat.end()`, nil); err != nil {
		return err
	}
	for deadline := time.Now().Add(driver.Patience); ; time.Sleep(5 * time.Millisecond) {
		var remaining int
		if err := eval(c.form, fmt.Sprintf(`document.querySelectorAll(%q).length`, c.fields+", "+c.rows), &remaining); err != nil || remaining == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: the form does not go away", c.name)
		}
	}
}

// collectGarbage frees the memory of earlier forms, so that the next measurement does not count it.
func (c *chat) collectGarbage() error {
	for _, d := range c.documents {
		if err := driver.CollectGarbage(d); err != nil {
			return err
		}
	}
	return nil
}

// memory returns the heap and the program memory of the form's document, in megabytes.
func (c *chat) memory() (float64, error) {
	// The second collection frees the objects that the finalizers of the first one released.
	if err := errors.Join(c.collectGarbage(), c.collectGarbage()); err != nil {
		return 0, err
	}
	m, err := driver.Metrics(c.form)
	if err != nil {
		return 0, err
	}
	program, err := driver.ProgramMemory(c.form, 0)
	return (m["JSHeapUsedSize"] + program) / 1e6, err
}
