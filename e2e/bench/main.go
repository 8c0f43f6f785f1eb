// Command bench compares the speed of a form with that of react-jsonschema-form, the usual
// form renderer from npm, in a sandboxed frame as ours and in the page itself. All show the same
// requests in one headless Chromium, in turns, in pages of the same shape.
//
//	make bench             measures everything and writes docs/benchmarks.md
//	make bench ROUNDS=3    fewer rounds; only prints the figures
//	make bench BEFORE=…    only prints them too, beside those of the site in that folder, such as build/site of another commit
//
// The document that it writes explains the method; see method.md. To profile a step, build
// the program with "go run ./web/build -names" and use the performance panel of DevTools.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/e2e/driver"
)

const documentRounds = 9

func main() {
	rounds := flag.Int("rounds", 0, "how often everything is measured; only prints the figures then")
	before := flag.String("before", "", "the folder of another built site, which is measured too; only prints the figures then")
	flag.Parse()
	if err := run(*rounds, *before); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(rounds int, before string) error {
	began, busy := time.Now(), load()
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	b := &bench{root: root, site: filepath.Join(root, "build", "site"), out: filepath.Join(root, "build", "bench"), sizes: []int{1, 3, 10, 50, 200}, requests: 200, log: os.Stdout}
	write := rounds == 0 && before == ""
	if rounds == 0 {
		rounds = documentRounds
	}
	browser, err := launch()
	if err != nil {
		return err
	}
	defer browser.stop()
	table, err := b.measure(browser, rounds, before)
	if err != nil || !write {
		return err
	}
	version, err := driver.Version(browser.ctx)
	if err != nil {
		return err
	}
	about := fmt.Sprintf("Made at commit %s, %s, in %d rounds that took %s.\n%s/%s, %d cores; %s; bundled with %s and Node %s. Load of the machine in the minute before: %s.\n",
		b.output("git", "describe", "--always", "--dirty"), began.UTC().Format("2006-01-02 15:04 MST"), rounds, time.Since(began).Round(time.Second),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), version, runtime.Version(), b.output("node", "--version"), busy)
	if n, err := strconv.ParseFloat(busy, 64); err == nil && n > 1 {
		about += "\n**The machine was busy with other things.** Times until something is painted are too long, and longest\n" +
			"where two processes take part; only the processor times can be relied on.\n"
	}
	text := "# Benchmarks\n\nMedians, and in brackets where the middle half of the values is; × is our figure divided by that of the other library, the median of all rounds.\n\n" +
		table + "\n" + about + "\n`make bench` writes this page. Do not edit it: the words are in `e2e/bench`.\n\n" + strings.TrimSpace(method) + "\n"
	return os.WriteFile(filepath.Join(root, "docs", "benchmarks.md"), []byte(text), 0o644)
}

// method is the part of the document that explains the method.
//
//go:embed method.md
var method string

func (b *bench) output(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir = b.root
	text, _ := cmd.Output()
	return strings.TrimSpace(string(text))
}

// load returns the number of processes that wanted the processor in the last minute.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

type bench struct {
	root, site, out string // the folders of the project, of the built site and of the bundles
	sizes           []int  // how many fields the forms have
	requests        int    // after how many requests memory is measured again
	log             io.Writer
	results         results
}

// measure measures this project and the other library, and also the site in the folder before unless that is "".
func (b *bench) measure(browser *browser, rounds int, before string) (string, error) {
	b.results = results{}
	all, err := libraries(b.root, b.site)
	if err != nil {
		return "", err
	}
	if before != "" {
		second := all[ours]
		second.name, second.site = "elicitform before", before
		all = append(all, second)
	}
	var pages []*served
	var names []string
	for i, l := range all {
		page, err := b.serve(l)
		if err != nil {
			return "", err
		}
		pages, names = append(pages, page), append(names, l.name)
		b.results.add(0, i, weight, 0, float64(page.bytes)/1e3)
		if l.site != "" {
			b.results.add(0, i, frame, 0, float64(page.frame)/1e3)
			b.results.add(0, i, raw, 0, float64(page.raw)/1e3)
		}
	}
	for i := range rounds {
		began := time.Now()
		if err := b.round(browser, i, pages); err != nil {
			return "", fmt.Errorf("round %d: %w", i+1, err)
		}
		fmt.Fprintf(b.log, "round %d of %d: %.1f s\n", i+1, rounds, time.Since(began).Seconds())
	}
	for i, p := range pages {
		if err := b.measureMemory(browser, i, p); err != nil {
			return "", fmt.Errorf("memory of %s: %w", p.name, err)
		}
	}
	table := b.results.table(names)
	fmt.Fprint(b.log, table)
	return table, nil
}

// warmUps are answered requests before a page is measured, besides its first.
const warmUps = 2

// round measures all columns in new pages. They take turns at being first.
func (b *bench) round(browser *browser, number int, pages []*served) error {
	order := make([]int, len(pages))
	for i := range order {
		order[i] = (number + i) % len(pages)
	}
	chats := make([]*chat, len(pages))
	for _, i := range order {
		add := func(m *measure, value float64) { b.results.add(number, i, m, 0, value) }
		if err := b.visits(browser, pages[i], add); err != nil {
			return err
		}
		var err error
		if chats[i], err = b.newPage(browser, pages[i], add); err != nil {
			return err
		}
		defer chats[i].close()
	}
	for _, i := range order {
		if err := chats[i].attach(); err != nil {
			return err
		}
		for range warmUps {
			if err := b.answer(chats[i], coldFields, 0, func(*measure, float64) {}); err != nil {
				return err
			}
		}
	}
	for _, fields := range b.sizes {
		for _, i := range order {
			add := func(m *measure, value float64) { b.results.add(number, i, m, fields, value) }
			if err := b.answer(chats[i], fields, phase(number), add); err != nil {
				return err
			}
		}
	}
	return nil
}

// visits measures new pages that are closed again: on the slow line, on the slow processor, and at a later visit.
func (b *bench) visits(browser *browser, s *served, add func(*measure, float64)) error {
	c, o, err := s.open(browser, s.slow)
	if err != nil {
		return err
	}
	c.close()
	add(slowPage, o.Shown)

	quicken := browser.slowDown()
	c, o, err = s.open(browser, s.fast)
	quicken()
	if err != nil {
		return err
	}
	c.close()
	add(weakPage, o.Shown)
	if s.framed {
		add(weakDecline, o.Usable)
	}

	if c, o, err = s.openAgain(browser); err != nil {
		return err
	}
	c.close()
	add(laterPage, o.Shown)
	return nil
}

// newPage measures a new page, and leaves it open.
func (b *bench) newPage(browser *browser, s *served, add func(*measure, float64)) (*chat, error) {
	before, err := browser.renderers()
	if err != nil {
		return nil, err
	}
	c, o, err := s.open(browser, s.fast)
	if err != nil {
		return nil, err
	}
	seconds, err := browser.workOfNew(before)
	if err != nil {
		c.close()
		return nil, err
	}
	add(page, o.Shown)
	add(pageWork, seconds*1000)
	if s.framed {
		add(decline, o.Usable)
	}
	return c, nil
}

// phase returns the moment of an animation frame, in ms, at which a round asks. The rounds are spread over all moments.
func phase(round int) float64 {
	const frame, golden = 1000.0 / 60, 0.6180339887
	_, part := math.Modf(float64(round) * golden)
	return part * frame
}

func (b *bench) answer(c *chat, fields int, phase float64, add func(*measure, float64)) error {
	if err := c.collectGarbage(); err != nil {
		return err
	}
	var painted float64
	spent, err := c.measure(func() (err error) { painted, err = c.show(fields, phase); return err })
	if err != nil {
		return err
	}
	add(shown, painted)
	add(shownWork, spent.work)
	add(layouts, spent.layouts)
	work, err := c.typeText()
	if err != nil {
		return err
	}
	add(key, work)
	if painted, spent, err = c.proceed(); err != nil {
		return err
	}
	add(next, painted)
	add(nextWork, spent.work)
	add(nextLayouts, spent.layouts)
	return c.end()
}

// measureMemory measures what the renderers of a page keep after one request of ten fields and after many.
func (b *bench) measureMemory(browser *browser, column int, s *served) error {
	before, err := browser.renderers()
	if err != nil {
		return err
	}
	c, _, err := s.open(browser, s.fast)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.attach(); err != nil {
		return err
	}
	for n := 1; n <= b.requests; n++ {
		if n > 1 {
			if _, err := c.show(coldFields, 0); err != nil {
				return err
			}
			if err := c.end(); err != nil {
				return err
			}
		}
		if n == 1 || n == b.requests {
			// The second collection frees the objects that the finalizers of the first one released.
			if err := errors.Join(c.collectGarbage(), c.collectGarbage()); err != nil {
				return err
			}
			bytes, err := browser.memoryOfNew(before)
			if err != nil {
				return err
			}
			b.results.add(0, column, memory, n, bytes/1e6)
		}
	}
	return nil
}

// coldFields is the number of fields of the form that a page shows right after its load.
const coldFields = 10

// kinds are all fields of the protocol. The first is required: Continue has something to check.
var kinds = []string{
	`{"type":"string","title":"Full name %d"}`,
	`{"type":"string","title":"Mail address %d","description":"Where we send the confirmation","format":"email"}`,
	`{"type":"integer","title":"Number of people %d","minimum":1,"maximum":20,"default":2}`,
	`{"type":"boolean","title":"Breakfast %d"}`,
	`{"type":"string","title":"Street %d"}`,
	`{"type":"string","title":"Room %d","enum":["single","double","suite"]}`,
	`{"type":"number","title":"Budget %d","minimum":0}`,
	`{"type":"string","title":"Arrival %d","format":"date"}`,
	`{"type":"string","title":"Remarks %d","maxLength":500}`,
	`{"type":"array","title":"Extras %d","items":{"type":"string","enum":["sauna","parking"]},"uniqueItems":true}`,
}

func growing(fields int) string {
	properties := make([]string, fields)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"p%d":`+kinds[i%len(kinds)], i, i+1)
	}
	return fmt.Sprintf(`{"message":"Please complete your booking.","requestedSchema":{"type":"object","properties":{%s},"required":["p0"]}}`, strings.Join(properties, ","))
}

// expected returns the numbers of fields and, after Continue, of rows that a form shows.
func expected(fields int) string { return fmt.Sprintf(`{"fields":%d,"rows":%[1]d}`, fields) }
