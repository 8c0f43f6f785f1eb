package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// manyRequests are as many as a person will hardly answer in one page.
const manyRequests = 200

// measureMemory measures what each rival keeps after one request of ten fields and
// after many. Nothing is timed here, so all rivals do so at the same time.
func measureMemory(browser context.Context, pages []*served, to samples) error {
	var mu sync.Mutex
	var group sync.WaitGroup
	failed := make([]error, len(pages))
	for i, p := range pages {
		group.Go(func() {
			failed[i] = p.measureMemory(browser, func(m measure, bytes float64) {
				mu.Lock()
				defer mu.Unlock()
				to.add(0, m, "", p.Name, bytes)
			})
		})
	}
	group.Wait()
	for i, err := range failed {
		if err != nil {
			return fmt.Errorf("memory of %s: %w", pages[i].Name, err)
		}
	}
	return nil
}

func (s *served) measureMemory(browser context.Context, add func(measure, float64)) error {
	c, err := s.openAttached(browser)
	if err != nil {
		return err
	}
	defer c.close()
	ten := growing(coldFields)
	for n := 1; n <= manyRequests; n++ {
		if n > 1 {
			if err := c.page.call(nil, `(params, expected) => bench.show(params, expected, 0)`, ten.Params, c.drawn[ten.Name]); err != nil {
				return err
			}
			if err := c.end(); err != nil {
				return err
			}
		}
		if m := map[int]measure{1: memory1, manyRequests: memory200}[n]; m != "" {
			kept, err := c.kept()
			if err != nil {
				return err
			}
			add(m, kept)
		}
	}
	return nil
}

// kept is what the form's document keeps in memory after a collection of garbage, in
// bytes: the heap of its scripts and the memory of its program, which never shrinks.
func (c *chat) kept() (float64, error) {
	// The second collection frees what the finalizers of the first one let go.
	for range 2 {
		if err := chromium.CollectGarbage(c.form.ctx); err != nil {
			return 0, err
		}
	}
	m, err := c.form.metrics()
	if err != nil {
		return 0, err
	}
	program, err := chromium.ProgramMemory(c.form.ctx, 0)
	return m["JSHeapUsedSize"] + program, err
}
