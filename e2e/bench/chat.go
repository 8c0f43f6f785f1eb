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

// chat is an open page of a library.
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
func (s *served) open(browser *browser, address string) (*chat, opened, error) {
	return s.openIn(browser, address, chromedp.WithNewBrowserContext())
}

// openAgain opens the page in the browser's own profile, which has a cache on the disk. The browser keeps compiled code of a script
// after the second visit.
func (s *served) openAgain(browser *browser) (*chat, opened, error) {
	for ; s.visits < 2; s.visits++ {
		c, _, err := s.openIn(browser, s.fast)
		if err != nil {
			return nil, opened{}, err
		}
		c.close()
	}
	return s.openIn(browser, s.fast)
}

// openIn opens a page in the profile that the options choose, by default that of the browser.
func (s *served) openIn(browser *browser, address string, options ...chromedp.ContextOption) (*chat, opened, error) {
	ctx, cancel := chromedp.NewContext(browser.ctx, options...)
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

// spent is what a step has cost: the milliseconds of the main threads, and the layouts of the document with the form.
type spent struct{ work, layouts float64 }

// soFar returns what was spent since the page was opened.
func (c *chat) soFar() (total spent, err error) {
	for _, d := range c.documents {
		m, err := driver.Metrics(d)
		if err != nil {
			return total, err
		}
		total.work += m["TaskDuration"] * 1000
		if d == c.form {
			total.layouts = m["LayoutCount"]
		}
	}
	return total, nil
}

// rest waits until the main threads are idle, and returns what was spent so far.
func (c *chat) rest() (spent, error) {
	const interval, idle, times = 12 * time.Millisecond, 0.8, 2
	last, err := c.soFar()
	deadline := time.Now().Add(driver.Patience)
	for quiet := 0; quiet < times && err == nil; {
		if time.Now().After(deadline) {
			return last, fmt.Errorf("%s does not come to rest", c.name)
		}
		time.Sleep(interval)
		var now spent
		if now, err = c.soFar(); now.work-last.work < idle {
			quiet++
		} else {
			quiet = 0
		}
		last = now
	}
	return last, err
}

// measure does something and returns what it cost, until page and frame rest.
func (c *chat) measure(act func() error) (spent, error) {
	before, err := c.rest()
	if err == nil {
		err = act()
	}
	if err != nil {
		return spent{}, err
	}
	after, err := c.rest()
	return spent{after.work - before.work, after.layouts - before.layouts}, err
}

// show shows a form. It asks phase milliseconds after the beginning of an animation frame.
func (c *chat) show(fields int, phase float64) (painted float64, err error) {
	err = eval(c.page, fmt.Sprintf(`bench.show(%s, %s, %f)`, growing(fields), expected(fields), phase), &painted)
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
	cost, err := c.measure(func() error {
		for _, r := range keyText {
			if err := c.key(r); err != nil {
				return err
			}
			// Keys whose changes are painted together would cost less.
			time.Sleep(40 * time.Millisecond)
		}
		return nil
	})
	return cost.work / float64(len(keyText)), err
}

// proceed presses Continue and waits for the answers, or for the sign that all is valid.
func (c *chat) proceed() (painted float64, cost spent, err error) {
	if err := c.focus("button[type=submit]"); err != nil {
		return 0, spent{}, err
	}
	cost, err = c.measure(func() error {
		if err := c.key('\r'); err != nil {
			return err
		}
		return eval(c.page, `bench.reviewed()`, &painted)
	})
	if err != nil {
		err = fmt.Errorf("%s continues: %w", c.name, err)
	}
	return painted, cost, err
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
