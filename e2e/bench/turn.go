package main

import (
	"context"
	"math"
	"slices"
)

// warmUps are how many requests of ten fields a person has answered in a page before
// something is measured there, besides the one that the page was opened with.
const warmUps = 2

// turn is one round: every rival is measured once, in pages that it opens anew.
type turn struct {
	browser context.Context
	number  int
	to      samples
}

// order returns the rivals in the order of this round: each begins as often as the
// others.
func order[T any](t *turn, list []T) []T {
	n := t.number % len(list)
	return slices.Concat(list[n:], list[:n])
}

// phase is when in an animation frame of the screen a round asks: over many rounds
// evenly at every moment of it, and again half a frame later.
func (t *turn) phase(again bool) float64 {
	const frame, golden = 1000.0 / 60, 0.6180339887
	at := float64(t.number) * golden
	if again {
		at += 0.5
	}
	_, part := math.Modf(at)
	return part * frame
}

// twice reports whether a round shows the form twice: one for which there is a target,
// and which takes not much longer than an animation frame, so that it depends on when
// in one the request comes.
func twice(f form, rival string) bool {
	return slices.Contains([]string{"1", "10", "50"}, f.Name) && (rival == oursName || rival == rjsfName)
}

// run measures a round. With opening, the pages are opened over the slow line as well, and
// once with a request that comes later.
func (t *turn) run(pages []*served, forms []form, opening bool) error {
	if opening {
		for _, p := range order(t, pages) {
			if err := t.open(p, p.Slow+"/?ask", slowAll); err != nil {
				return err
			}
			if p.Name != oursName {
				continue
			}
			if err := t.open(p, p.Fast+"/?ask=3000", laterAll); err != nil {
				return err
			}
		}
	}
	var chats []*chat
	defer func() {
		for _, c := range chats {
			c.close()
		}
	}()
	for _, p := range order(t, pages) {
		c, err := t.cold(p)
		if err != nil {
			return err
		}
		chats = append(chats, c)
	}
	for _, c := range chats {
		if err := c.attach(); err != nil {
			return err
		}
		for range warmUps {
			if err := c.answer(t, growing(coldFields), samples{}, false); err != nil {
				return err
			}
		}
	}
	for _, f := range forms {
		for _, again := range []bool{false, true} {
			for _, c := range chats {
				if again && !twice(f, c.Name) {
					continue
				}
				if err := c.answer(t, f, t.to, again); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range chats {
		n, err := c.countLongTasks()
		if err != nil {
			return err
		}
		t.to.add(t.number, longTasks, "", c.Name, n)
	}
	return nil
}

// cold opens a page that asks for a form at once, in a new profile.
func (t *turn) cold(p *served) (*chat, error) {
	c, o, err := p.open(t.browser, p.Fast+"/?ask")
	if err != nil {
		return nil, err
	}
	ten := growing(coldFields).Name
	if p.Framed {
		t.to.add(t.number, coldShell, ten, p.Name, o.Usable)
	}
	t.to.add(t.number, coldAll, ten, p.Name, o.All)
	return c, nil
}

// open opens a page at an address and closes it, and adds how long its form took.
func (t *turn) open(p *served, address string, m *measure) error {
	c, o, err := p.open(t.browser, address)
	if err != nil {
		return err
	}
	c.close()
	t.to.add(t.number, m, growing(coldFields).Name, p.Name, o.All)
	return nil
}

// answer shows a form, types into it and continues, and takes it away.
func (c *chat) answer(t *turn, f form, to samples, again bool) error {
	if err := c.collectGarbage(); err != nil {
		return err
	}
	s, err := c.show(f, t.phase(again))
	if err != nil {
		return err
	}
	add := func(m *measure, values ...float64) { to.add(t.number, m, f.Name, c.Name, values...) }
	add(warmFirst, s.First)
	add(warmAll, s.All)
	add(warmCPU, s.Work.Task)
	add(warmScript, s.Work.Script)
	if f.Typed {
		k, err := c.press()
		if err != nil {
			return err
		}
		add(keyPaint, k.Paint...)
		add(keyCPU, k.Work.Task)
		add(keyScript, k.Work.Script)
		v, err := c.review()
		if err != nil {
			return err
		}
		add(review, v.Review)
		add(reviewAll, v.ReviewAll)
		add(reviewCPU, v.Work.Task)
	}
	return c.end()
}
