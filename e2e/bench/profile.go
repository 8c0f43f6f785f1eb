package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/chromedp"
)

// profile is what was computed in a step for which a target was missed, on average of
// some repetitions, in milliseconds.
type profile struct {
	Step string `json:"step"`
	// Kinds is processor time by kind of work, Functions the functions that ran
	// longest, without what they called.
	Kinds     []part `json:"kinds"`
	Functions []part `json:"functions,omitempty"`
	// Moments are what happened when, counted from the navigation of the page.
	Moments []moment `json:"moments,omitempty"`
}

type part struct {
	Name string  `json:"name"`
	MS   float64 `json:"ms"`
}

// moment is when something began and ended: a file was asked for and had arrived, or
// something was painted.
type moment struct {
	Name string  `json:"name"`
	From float64 `json:"from,omitempty"`
	To   float64 `json:"to"`
}

// repetitions are how often a step is profiled.
const repetitions = 5

// topFunctions are how many functions the document lists.
const topFunctions = 14

// explain profiles every step for which a target was missed, with a build of the
// program that has the names of its functions.
func (b *bench) explain(browser context.Context, pages []*served, res *results) error {
	missed := map[string]func(*served) (profile, error){}
	var order []string
	for _, t := range res.Targets {
		key := fmt.Sprint(t.step, t.form)
		if t.Met || t.step == "" || missed[key] != nil {
			continue
		}
		order = append(order, key)
		missed[key] = func(p *served) (profile, error) { return p.profile(browser, t.step, t.form) }
	}
	if len(order) == 0 {
		return nil
	}
	at := slices.IndexFunc(pages, func(p *served) bool { return p.Name == oursName })
	named := filepath.Join(b.out, "named-site")
	fmt.Fprintln(b.log, "building the program with the names of its functions")
	cmd := exec.Command("go", "run", "./web/build", "-quick", "-names", "-out", named)
	cmd.Dir = b.root
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build with names: %w\n%s", err, text)
	}
	p, err := b.serve(ours(oursName, "elicitform", named))
	if err != nil {
		return err
	}
	p.drawn = pages[at].drawn
	for _, key := range order {
		made, err := missed[key](p)
		if err != nil {
			return fmt.Errorf("profile: %w", err)
		}
		res.Profiles = append(res.Profiles, made)
	}
	return nil
}

// profile profiles one step.
func (s *served) profile(browser context.Context, what step, name string) (profile, error) {
	f := choice()
	if name != f.Name {
		var fields int
		if _, err := fmt.Sscan(name, &fields); err != nil {
			return profile{}, err
		}
		f = growing(fields)
	}
	if what == opening {
		return s.profileOpening(browser)
	}
	c, err := s.openAttached(browser)
	if err != nil {
		return profile{}, err
	}
	defer c.close()
	all := &turn{browser: browser}
	for range usualWarmUps {
		if err := c.answer(all, growing(coldFields), samples{}, false); err != nil {
			return profile{}, err
		}
	}
	steps := map[step]func() error{
		showing:    func() error { _, err := c.show(f, 0); return err },
		pressing:   func() error { _, err := c.press(); return err },
		continuing: func() error { _, err := c.review(); return err },
	}
	made := profile{Step: map[step]string{showing: "A request of ", pressing: "A key press in ", continuing: "Continue with "}[what] + f.Label}
	kinds, functions := map[string]float64{}, map[string]float64{}
	n := float64(repetitions)
	if what == pressing {
		n *= float64(len(keyText))
	}
	// The form is handled as a person does it, and one step of that is wrapped.
	handle := func(wrap func(act func() error) error) error {
		for range repetitions {
			for _, next := range []step{showing, pressing, continuing} {
				act := steps[next]
				if next == what {
					act = func() error { return wrap(steps[next]) }
				}
				if err := act(); err != nil {
					return err
				}
			}
			if err := c.end(); err != nil {
				return err
			}
		}
		return nil
	}
	err = handle(func(act func() error) error {
		events, err := c.page.trace(act)
		for kind, ms := range workByKind(events) {
			kinds[kind] += ms / n
		}
		return err
	})
	if err != nil {
		return made, err
	}
	// Once more, because a profile makes everything slower.
	err = handle(func(act func() error) error {
		return c.form.sample(act, func(function string, ms float64) { functions[function] += ms / n })
	})
	if err != nil {
		return made, err
	}
	made.Kinds = largest(kinds, len(kinds))
	made.Functions = largest(functions, topFunctions)
	return made, nil
}

// sample runs an act under the sampling profiler.
func (d document) sample(act func() error, add func(function string, ms float64)) error {
	if _, err := chromedp.Call(d.ctx, profiler.Enable, struct{}{}); err != nil {
		return err
	}
	if _, err := chromedp.Call(d.ctx, profiler.SetSamplingInterval, profiler.SetSamplingIntervalParams{Interval: 200}); err != nil {
		return err
	}
	if _, err := chromedp.Call(d.ctx, profiler.Start, struct{}{}); err != nil {
		return err
	}
	failed := act()
	result, err := chromedp.Call(d.ctx, profiler.Stop, struct{}{})
	if err != nil || failed != nil {
		return cmp.Or(failed, err)
	}
	names := map[int64]string{}
	for _, node := range result.Profile.Nodes {
		names[node.ID] = functionName(node)
	}
	for i, id := range result.Profile.Samples {
		if name := names[id]; name != "" {
			add(name, float64(result.Profile.TimeDeltas[i])/1000)
		}
	}
	return nil
}

// functionName is what the document calls a function; nothing for the time without a
// function, in which the thread may have waited as well.
func functionName(node *profiler.ProfileNode) string {
	name := node.CallFrame.FunctionName
	switch name {
	case "(idle)", "(root)", "(program)":
		return ""
	case "":
		name = "(anonymous)"
	}
	// The names of Go's functions contain the paths of their packages, and those of
	// generic ones all their types.
	name, _, _ = strings.Cut(name, "_go.shape.")
	for _, module := range []string{"github.com_elicitform_elicitform_", "github.com_maxence_charriere_go_app_v10_pkg_"} {
		name = strings.TrimPrefix(name, module)
	}
	file := filepath.Base(node.CallFrame.URL)
	if strings.HasSuffix(file, ".js") {
		base, _, _ := strings.Cut(file, ".")
		name += " in " + base + ".js"
	}
	return name
}

// profileOpening records what happens from the navigation of a page until its form is
// there.
func (s *served) profileOpening(browser context.Context) (profile, error) {
	made := profile{Step: "A page opened that asks for 10 fields"}
	kinds := map[string]float64{}
	blank, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer cancel()
	if err := chromedp.Do(blank); err != nil {
		return made, err
	}
	for i := range repetitions {
		var c *chat
		events, err := document{blank}.trace(func() (err error) {
			c, _, err = s.open(browser, s.Fast+"/?ask")
			return err
		})
		if c != nil {
			defer c.close()
		}
		if err != nil {
			return made, err
		}
		for kind, ms := range workByKind(events) {
			kinds[kind] += ms / repetitions
		}
		if i == repetitions-1 {
			if made.Moments, err = c.moments(); err != nil {
				return made, err
			}
		}
	}
	made.Kinds = largest(kinds, len(kinds))
	return made, nil
}

// moments lists when page and frame have loaded what, and when they were painted.
func (c *chat) moments() ([]moment, error) {
	const files = `performance.getEntriesByType("resource").map(({ name, startTime, responseEnd }) =>
		({ name: name.replace(/^.*\//, "").replace(/\.[0-9a-f]{16}\./, "."), from: performance.timeOrigin + startTime, to: performance.timeOrigin + responseEnd }))`
	const painted = `[["the frame's navigation", "navigated"], ["Decline is painted", "usable"], ["the form is painted", "all"]]
		.filter(([, stamp]) => bench.stamps[stamp]).map(([name, stamp]) => ({ name, to: bench.stamps[stamp] }))`
	var origin float64
	if err := c.page.eval(`performance.timeOrigin`, &origin); err != nil {
		return nil, err
	}
	var list []moment
	read := func(d document, expression string) error {
		var more []moment
		err := d.eval(expression, &more)
		list = append(list, more...)
		return err
	}
	if err := errors.Join(read(c.page, files), read(c.page, painted)); err != nil {
		return nil, err
	}
	if c.Framed {
		frame, err := c.frame()
		if err != nil {
			return nil, err
		}
		if err := read(frame, files); err != nil {
			return nil, err
		}
	}
	for i := range list {
		list[i].To -= origin
		if list[i].From != 0 {
			list[i].From -= origin
		}
	}
	slices.SortFunc(list, func(a, b moment) int { return cmp.Compare(a.To, b.To) })
	return list, nil
}

// largest are the largest parts, the largest first.
func largest(parts map[string]float64, most int) []part {
	var list []part
	for name, ms := range parts {
		list = append(list, part{name, ms})
	}
	slices.SortFunc(list, func(a, b part) int { return cmp.Or(cmp.Compare(b.MS, a.MS), cmp.Compare(a.Name, b.Name)) })
	return list[:min(most, len(list))]
}

// profilesSection is the part of the document that says what the time goes into where
// a target was missed.
func (res *results) profilesSection() string {
	if len(res.Profiles) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
## Where the time goes

What is computed in each step for which a target is missed: processor time of the main threads of page and frame from a trace, by kind of work, and the
functions of the frame that ran longest, without what they called, from a sampling profile. Averages of %d repetitions. Both slow the browser down, so
these figures are larger than those above.
`, repetitions)
	write := func(parts []part) {
		for i, p := range parts {
			if p.MS < 0.05 {
				continue
			}
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s %.1f", p.Name, p.MS)
		}
		b.WriteString(" ms.\n")
	}
	for _, p := range res.Profiles {
		fmt.Fprintf(&b, "\n**%s:** ", p.Step)
		write(p.Kinds)
		if len(p.Functions) > 0 {
			b.WriteString("\n| function | ms |\n|---|---:|\n")
			for _, f := range p.Functions {
				if f.MS < 0.05 {
					continue
				}
				fmt.Fprintf(&b, "| `%s` | %.1f |\n", f.Name, f.MS)
			}
		}
		if len(p.Moments) > 0 {
			b.WriteString("\nOne of them, in ms since the navigation of the page:\n\n| | from | to |\n|---|---:|---:|\n")
			for _, m := range p.Moments {
				from := ""
				if m.From != 0 {
					from = fmt.Sprintf("%.0f", m.From)
				}
				fmt.Fprintf(&b, "| %s | %s | %.0f |\n", m.Name, from, m.To)
			}
		}
	}
	return b.String()
}
