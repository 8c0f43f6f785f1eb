// Command bench compares the speed of a form with that of react-jsonschema-form, the usual
// form renderer from npm. Both show the same requests in one headless Chromium, in
// turns, in pages of the same shape.
//
//	make bench             measures everything and writes docs/benchmarks.md
//	make bench ROUNDS=3    fewer rounds; only prints the figures
//	make bench ROUNDS=3 FRAMED=yes    the same with the other library in a sandboxed frame of its own: what the frame costs
//
// The document that it writes explains the method; see method.md. To profile a step, build
// the program with "go run ./web/build -names" and use the performance panel of DevTools.
package main

import (
	"context"
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

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

const documentRounds = 15

func main() {
	rounds := flag.Int("rounds", 0, "how often everything is measured; only prints the figures then")
	framed := flag.Bool("framed", false, "put the other library into a frame, to see what the frame costs; needs -rounds")
	flag.Parse()
	if err := run(*rounds, *framed); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(rounds int, framed bool) error {
	began, before := time.Now(), load()
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	b := &bench{root: root, site: filepath.Join(root, "build", "site"), out: filepath.Join(root, "build", "bench"), sizes: []int{1, 10, 50, 200}, requests: 200, framed: framed, log: os.Stdout}
	write := rounds == 0
	if write && framed {
		return errors.New("the document is without a frame around the other library: how many rounds?")
	}
	if write {
		rounds = documentRounds
	}
	browser, stop, err := launch()
	if err != nil {
		return err
	}
	defer stop()
	table, err := b.measure(browser, rounds)
	if err != nil || !write {
		return err
	}
	version, err := driver.Version(browser)
	if err != nil {
		return err
	}
	about := fmt.Sprintf("Made at commit %s, %s, in %d rounds that took %s.\n%s/%s, %d cores; %s; bundled with %s and Node %s. Load of the machine in the minute before: %s.\n",
		b.output("git", "describe", "--always", "--dirty"), began.UTC().Format("2006-01-02 15:04 MST"), rounds, time.Since(began).Round(time.Second),
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), version, runtime.Version(), b.output("node", "--version"), before)
	if n, err := strconv.ParseFloat(before, 64); err == nil && n > 1 {
		about += "\n**The machine was busy with other things.** Times until something is painted are too long, and longest\n" +
			"where two processes take part; only the processor times can be relied on.\n"
	}
	text := "# Benchmarks\n\nMedians, and in brackets where the middle half of the values is; × is the first figure divided by the second, the median of all rounds.\n\n" +
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

// launch runs the sandboxed frame in its own process, as browsers do by default.
func launch() (ctx context.Context, stop func(), err error) {
	return driver.Launch(driver.Headless,
		chromedp.Flag("disable-features", "Translate,MediaRouter,OptimizationHints"),
		chromedp.Flag("site-per-process", true),
		chromedp.Flag("enable-features", "IsolateSandboxedIframes"),
	)
}

type bench struct {
	root, site, out string // the folders of the project, of the built site and of the bundles
	sizes           []int  // how many fields the forms have
	requests        int    // after how many requests memory is measured again
	framed          bool   // whether the other library is in a frame too
	log             io.Writer
	results         results
}

func (b *bench) measure(browser context.Context, rounds int) (string, error) {
	b.results = results{}
	both, err := libraries(b.root, b.framed)
	if err != nil {
		return "", err
	}
	var pages [2]*served
	for i, l := range both {
		if pages[i], err = b.serve(l); err != nil {
			return "", err
		}
		b.results.add(0, i, weight, 0, float64(pages[i].bytes)/1e6)
	}
	b.results.add(0, 0, frame, 0, float64(pages[0].frame)/1e6)
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
	table := b.results.table([2]string{both[0].name, both[1].name})
	fmt.Fprint(b.log, table)
	return table, nil
}

// warmUps are answered requests before a page is measured, besides its first.
const warmUps = 2

// round measures both libraries in new pages. Each begins every other round.
func (b *bench) round(browser context.Context, number int, pages [2]*served) error {
	order := [2]int{number % 2, 1 - number%2}
	var chats [2]*chat
	for _, i := range order {
		slow, o, err := pages[i].open(browser, pages[i].slow)
		if err != nil {
			return err
		}
		slow.close()
		b.results.add(number, i, slowPage, 0, o.Shown)
		if chats[i], o, err = pages[i].open(browser, pages[i].fast); err != nil {
			return err
		}
		defer chats[i].close()
		b.results.add(number, i, page, 0, o.Shown)
		if pages[i].framed {
			b.results.add(number, i, decline, 0, o.Usable)
		}
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
	work, err := c.measure(func() (err error) { painted, err = c.show(fields, phase); return err })
	if err != nil {
		return err
	}
	add(shown, painted)
	add(shownWork, work)
	if work, err = c.typeText(); err != nil {
		return err
	}
	add(key, work)
	if painted, work, err = c.proceed(); err != nil {
		return err
	}
	add(next, painted)
	add(nextWork, work)
	return c.end()
}

// measureMemory measures what a library keeps after one request of ten fields and after many.
func (b *bench) measureMemory(browser context.Context, library int, s *served) error {
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
			megabytes, err := c.memory()
			if err != nil {
				return err
			}
			b.results.add(0, library, memory, n, megabytes)
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
func expected(fields int, l library) string {
	rows := 1
	if l.framed && l.inner == "" {
		rows = fields
	}
	return fmt.Sprintf(`{"fields":%d,"rows":%d}`, fields, rows)
}
