// Command bench compares how fast a form is there with what a chat could take from npm
// instead: react-jsonschema-form, and JSON Forms. All of them show the same requests in
// one headless Chromium, in turns, in pages that are alike.
//
//	make bench                          measures everything and writes docs/benchmarks.md
//	make bench ROUNDS=3 ONLY=10,200     fewer rounds, fewer forms; prints the figures
//
// What is measured, and how, is said in the document that it writes; see method.md. What a
// step spends its time on shows the performance panel of the browser's DevTools, with a
// program that "go run ./web/build -names" has built.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// settings are what the command line says.
type settings struct {
	site   string   // folder of the built site
	only   []string // names of forms; empty for all
	rounds int
	// document says that the opening of pages and the memory are measured as well, and
	// that the document is written.
	document bool
}

func main() {
	s := settings{}
	flag.StringVar(&s.site, "site", filepath.Join("build", "site"), "folder of the built site")
	only := flag.String("only", "", "only these forms: 1, 10, everything, 50, choice, 200, 300")
	flag.IntVar(&s.rounds, "rounds", 15, "how often everything is measured")
	flag.BoolVar(&s.document, "document", false, "measure everything and write docs/benchmarks.md")
	flag.Parse()
	s.only = strings.FieldsFunc(*only, func(r rune) bool { return r == ',' || r == ' ' })
	root, err := os.Getwd()
	if err == nil {
		err = (&bench{root: root, out: filepath.Join(root, "build", "bench"), log: os.Stdout}).run(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run of the benchmark.
type bench struct {
	root string // the project's folder
	out  string // the folder for everything that the benchmark makes
	log  io.Writer
}

// run measures everything and prints the results.
func (b *bench) run(s settings) error {
	began, before := time.Now(), load()
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	res, _, err := b.measure(browser, s)
	if err != nil {
		return err
	}
	fmt.Fprint(b.log, res.plain())
	if !s.document {
		return nil
	}
	about, err := b.about(browser, s, began, before)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.root, "docs", "benchmarks.md"), []byte(res.document(about)), 0o644)
}

// launch starts the browser. It isolates the sandboxed frame in a process of its own,
// as it does for everybody who does not change its settings.
func launch() (ctx context.Context, stop func(), err error) {
	path, err := driver.ChromiumPath(driver.Headless)
	if err != nil {
		return nil, nil, err
	}
	return driver.Launch(path,
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints"),
		chromedp.Flag("site-per-process", true),
		chromedp.Flag("enable-features", "IsolateSandboxedIframes"),
	)
}

// measure serves the rivals and measures all rounds.
func (b *bench) measure(browser context.Context, s settings) (*results, []*served, error) {
	forms, err := b.forms(s.only)
	if err != nil {
		return nil, nil, err
	}
	rivals, err := b.rivals(s.site)
	if err != nil {
		return nil, nil, err
	}
	res := &results{Samples: samples{}, Rivals: rivals, Forms: forms}
	var pages []*served
	for _, r := range rivals {
		p, err := b.serve(r)
		if err == nil {
			err = p.learn(browser, forms)
		}
		if err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(b.log, "%s: %s, %d bytes\n", p.Name, p.Fast, p.Bytes)
		pages = append(pages, p)
		res.Samples.add(0, bytesAll, "", p.Name, float64(p.Bytes))
		if p.Framed {
			res.Samples.add(0, bytesFrame, "", p.Name, float64(p.Frame))
		}
	}
	for i := range s.rounds {
		began := time.Now()
		r := &turn{browser: browser, number: i, to: res.Samples}
		if err := r.run(pages, forms, s.document); err != nil {
			return nil, nil, fmt.Errorf("round %d: %w", i+1, err)
		}
		fmt.Fprintf(b.log, "round %d of %d: %.1f s\n", i+1, s.rounds, time.Since(began).Seconds())
	}
	if s.document {
		for _, p := range pages {
			if err := p.measureMemory(browser, res.Samples); err != nil {
				return nil, nil, fmt.Errorf("memory of %s: %w", p.Name, err)
			}
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
	forms := []form{growing(1), growing(10), recorded, growing(50), choice(), growing(200), growing(300)}
	forms = slices.DeleteFunc(forms, func(f form) bool { return len(only) > 0 && !slices.Contains(only, f.Name) })
	if len(forms) == 0 {
		return nil, fmt.Errorf("no form has one of the names %q", only)
	}
	return forms, nil
}
