package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// bench is one run of the benchmark.
type bench struct {
	root string // the project's folder
	out  string // the folder for everything that the benchmark makes
	log  io.Writer
	load string // of the machine, before anything was measured
}

func newBench() *bench {
	root, err := os.Getwd()
	if err != nil {
		root = "."
	}
	return &bench{root: root, out: filepath.Join(root, "build", "bench"), log: os.Stdout, load: load()}
}

// run measures everything, keeps the results and prints them.
func (b *bench) run(s settings) error {
	began := time.Now()
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	res, pages, err := b.measure(browser, s)
	if err != nil {
		return err
	}
	if res.About, err = b.about(browser, s, began); err != nil {
		return err
	}
	res.judge()
	if s.document {
		if err := b.explain(browser, pages, res); err != nil {
			return err
		}
	}
	res.About.Took = time.Since(began).Round(time.Second).String()
	return b.keep(res, s)
}

// measure serves the rivals and measures all rounds.
func (b *bench) measure(browser context.Context, s settings) (*results, []*served, error) {
	forms, err := b.forms(s.only)
	if err != nil {
		return nil, nil, err
	}
	rivals, err := b.rivals(s)
	if err != nil {
		return nil, nil, err
	}
	res := &results{Samples: samples{}, Rivals: rivals}
	var pages []*served
	for _, r := range rivals {
		p, err := b.serve(r)
		if err != nil {
			return nil, nil, err
		}
		if err := p.learn(browser, forms); err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(b.log, "%s: %s, %d bytes\n", p.Name, p.Fast, p.Bytes)
		pages = append(pages, p)
	}
	for _, f := range forms {
		shown := shownForm{Name: f.Name, Label: f.Label, Fields: f.Fields, Drawn: map[string]int{}}
		for _, p := range pages {
			shown.Drawn[p.Name] = p.drawn[f.Name].Fields
		}
		res.Forms = append(res.Forms, shown)
	}
	for _, p := range pages {
		res.Samples.add(0, bytesAll, "", p.Name, float64(p.Bytes))
		if p.Framed {
			res.Samples.add(0, bytesFrame, "", p.Name, float64(p.Frame))
		}
	}
	for i := range s.rounds {
		began := time.Now()
		r := &turn{browser: browser, number: i, warmUps: s.warmUps, to: res.Samples}
		if err := r.run(pages, forms, s.parts); err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", i+1, err)
		}
		fmt.Fprintf(b.log, "round %d of %d: %.1f s\n", i+1, s.rounds, time.Since(began).Seconds())
	}
	if slices.Contains(s.parts, "memory") {
		if err := measureMemory(browser, pages, res.Samples); err != nil {
			return nil, nil, err
		}
	}
	return res, pages, nil
}

// forms are the requests, in the order in which a page shows them: from short to long,
// so that what a long one has made the browser compile does not help a short one.
func (b *bench) forms(only []string) ([]form, error) {
	recorded, err := everything(filepath.Join(b.root, "e2e", "testdata", "corpus", "015-everything-13-fields.json"))
	if err != nil {
		return nil, err
	}
	forms := []form{growing(1), growing(10), recorded, growing(50), choice(), growing(200), growing(1000)}
	forms = slices.DeleteFunc(forms, func(f form) bool { return !chosen(only, f.Name) })
	if len(forms) == 0 {
		return nil, fmt.Errorf("no form has one of the names %q", only)
	}
	return forms, nil
}

// rivals are the libraries that take part.
func (b *bench) rivals(s settings) ([]rival, error) {
	versions, err := npmVersions(b.root)
	if err != nil {
		return nil, err
	}
	var all []rival
	for _, site := range []struct{ name, label, dir string }{{oursName, "elicitform", s.site}, {baseName, "elicitform at " + s.baseName, s.base}} {
		if site.dir == "" {
			continue
		}
		dir, err := filepath.Abs(site.dir)
		if err != nil {
			return nil, err
		}
		all = append(all, ours(site.name, site.label, dir))
	}
	all = append(all, fromNpm(versions)...)
	return slices.DeleteFunc(all, func(r rival) bool { return !chosen(s.rivals, r.Name) }), nil
}

// keep writes the results, prints them, and compares them with those of the run before.
func (b *bench) keep(res *results, s settings) error {
	name := "results"
	if !s.document {
		name = "partial"
	}
	file := filepath.Join(b.out, name+".json")
	former, formerErr := readResults(file)
	text, err := json.MarshalIndent(res, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return err
	}
	if formerErr == nil {
		if err := os.Rename(file, filepath.Join(b.out, name+"-before.json")); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	fmt.Fprint(b.log, res.plain())
	if formerErr == nil {
		fmt.Fprint(b.log, "\nCompared with the run before:\n", compare(former, res))
	}
	if !s.document {
		return nil
	}
	for name, content := range map[string]string{"benchmarks.md": res.document(), "benchmarks.svg": res.chart()} {
		if err := os.WriteFile(filepath.Join(b.root, "docs", name), []byte(content), 0o644); err != nil {
			return err
		}
		fmt.Fprintln(b.log, "wrote docs/"+name)
	}
	return nil
}
