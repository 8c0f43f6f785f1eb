package main

import (
	"context"
	"fmt"

	"github.com/elicitform/elicitform/e2e/driver"
)

// manyRequests are as many as a person will hardly answer in one page.
const manyRequests = 200

// measureMemory measures what a rival keeps after one request of ten fields and after many.
func (s *served) measureMemory(browser context.Context, to samples) error {
	c, err := s.openAttached(browser)
	if err != nil {
		return err
	}
	defer c.close()
	for n := 1; n <= manyRequests; n++ {
		if n > 1 {
			ten := growing(coldFields)
			if err := c.page.eval(fmt.Sprintf(`bench.show(%s, %s, 0)`, ten.Params, c.drawn[ten.Name]), nil); err != nil {
				return err
			}
			if err := c.end(); err != nil {
				return err
			}
		}
		if m := map[int]*measure{1: memory1, manyRequests: memory200}[n]; m != nil {
			kept, err := c.kept()
			if err != nil {
				return err
			}
			to.add(0, m, "", s.Name, kept)
		}
	}
	return nil
}

// kept is what the form's document keeps in memory after a collection of garbage, in
// bytes: the heap of its scripts and the memory of its program, which never shrinks.
func (c *chat) kept() (float64, error) {
	// The second collection frees what the finalizers of the first one let go.
	for range 2 {
		if err := driver.CollectGarbage(c.form.ctx); err != nil {
			return 0, err
		}
	}
	m, err := driver.Metrics(c.form.ctx)
	if err != nil {
		return 0, err
	}
	program, err := driver.ProgramMemory(c.form.ctx, 0)
	return m["JSHeapUsedSize"] + program, err
}
