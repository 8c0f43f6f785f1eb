// Command bench compares how fast forms are there with what a chat could take from npm.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// coldFields is the form that a page asks for as soon as it is opened.
const coldFields = 10

type bench struct {
	root string
	out  string
}

func main() {
	siteDir := flag.String("site", "build/site", "folder of the built site")
	other := flag.String("base", "", "folder of a built site of another revision, to compare with")
	only := flag.String("only", "", "only these forms: 1, 10, 50, 200, 1000, choice, everything")
	rounds := flag.Int("rounds", 15, "how often everything is measured")
	names := flag.String("rivals", "", "only these: ours, base, rjsf, jsonforms")
	flag.Parse()
	root, err := os.Getwd()
	if err == nil {
		b := &bench{root: root, out: filepath.Join(root, "build", "bench")}
		err = b.run(*siteDir, *other, list(*only), list(*names), *rounds)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

func chosen(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

func (b *bench) run(siteDir, other string, only, names []string, rounds int) error {
	versions, err := npmVersions(b.root)
	if err != nil {
		return err
	}
	var all []rival
	for _, s := range []struct{ name, label, dir string }{{"ours", "elicitform", siteDir}, {"base", "elicitform before", other}} {
		if s.dir == "" {
			continue
		}
		dir, err := filepath.Abs(s.dir)
		if err != nil {
			return err
		}
		all = append(all, ours(s.name, s.label, dir))
	}
	all = append(all, fromNpm(versions)...)
	all = slices.DeleteFunc(all, func(r rival) bool { return !chosen(names, r.Name) })
	thirteen, err := everything(filepath.Join(b.root, "e2e", "testdata", "corpus", "015-everything-13-fields.json"))
	if err != nil {
		return err
	}
	forms := []form{growing(1), growing(10), thirteen, growing(50), choice(), growing(200), growing(1000)}
	forms = slices.DeleteFunc(forms, func(f form) bool { return !chosen(only, f.Name) })

	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	var pages []*served
	for _, r := range all {
		s, err := b.serve(r)
		if err != nil {
			return err
		}
		if err := s.learn(browser, forms); err != nil {
			return err
		}
		fmt.Println(r.Name, s.drawn)
		pages = append(pages, s)
	}
	r := results{}
	for i := range rounds {
		if err := round(browser, pages, forms, i, r); err != nil {
			return err
		}
		fmt.Print(".")
	}
	fmt.Println()
	for _, m := range []measure{coldShell, coldFirst, coldAll, warmFirst, warmAll, warmCPU, warmScript, keyPaint, keyCPU, keyScript, review, reviewAll, reviewCPU} {
		for _, f := range forms {
			line := fmt.Sprintf("%-12s %-10s", m, f.Name)
			any := false
			for _, p := range pages {
				s := r[sampleKey{m, f.Name, p.Name}]
				if s == nil {
					continue
				}
				any = true
				v := s.all()
				line += fmt.Sprintf(" | %s %.1f (%.1f-%.1f)", p.Name, median(v), quantile(v, .25), quantile(v, .75))
				if s != r[sampleKey{m, f.Name, "ours"}] && r[sampleKey{m, f.Name, "ours"}] != nil {
					line += fmt.Sprintf(" ours/%s %.2f", p.Name, median(ratios(r[sampleKey{m, f.Name, "ours"}], s)))
				}
			}
			if any {
				fmt.Println(line)
			}
		}
	}
	return nil
}

// round opens a page of each rival, and shows every form in each of them.
func round(browser context.Context, pages []*served, forms []form, number int, r results) error {
	// Each begins as often as the others.
	turn := func(list []*chat) []*chat {
		n := number % len(list)
		return append(slices.Clone(list[n:]), list[:n]...)
	}
	chats := make([]*chat, len(pages))
	for i := range pages {
		at := (i + number) % len(pages)
		c, o, err := pages[at].open(browser, pages[at].Fast)
		defer c.close()
		if err != nil {
			return err
		}
		ten := growing(coldFields).Name
		r.add(number, coldShell, ten, c.Name, o.Usable)
		r.add(number, coldFirst, ten, c.Name, o.First)
		r.add(number, coldAll, ten, c.Name, o.All)
		if err := c.attach(); err != nil {
			return err
		}
		for range warmUps {
			if err := c.answer(0, growing(10), results{}); err != nil {
				return err
			}
		}
		chats[at] = c
	}
	for _, f := range forms {
		for _, c := range turn(chats) {
			if err := c.answer(number, f, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// learn shows each form once and counts what it draws by itself.
func (s *served) learn(browser context.Context, forms []form) error {
	c, _, err := s.open(browser, s.Fast)
	defer c.close()
	if err != nil {
		return err
	}
	if err := c.attach(); err != nil {
		return err
	}
	for _, f := range append([]form{growing(coldFields)}, forms...) {
		if err := c.learn(f); err != nil {
			return err
		}
	}
	return nil
}
