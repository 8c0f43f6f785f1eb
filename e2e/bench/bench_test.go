package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// builtSite returns the folder of the built site, and builds it if necessary.
func builtSite(t *testing.T, root string) string {
	t.Helper()
	if dir := os.Getenv("ELICITFORM_SITE"); dir != "" {
		return dir
	}
	cmd := exec.Command("go", "run", "./web/build", "-quick")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the site: %v\n%s", err, text)
	}
	return filepath.Join(root, "build", "site")
}

// TestOneRound runs the benchmark with one form and one round, and checks that every
// figure is there, but none of the figures: they depend on the machine.
func TestOneRound(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	site := builtSite(t, root)
	b := &bench{root: root, out: t.TempDir(), log: io.Discard}
	browser, stop, err := launch()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	res, pages, err := b.measure(browser, settings{site: site, rounds: 1, only: []string{"10"}, parts: []string{"warm"}})
	if err != nil {
		t.Fatal(err)
	}
	res.judge()
	for _, p := range pages {
		if got := p.drawn["10"].Fields; got != 10 {
			t.Errorf("%s draws %d of 10 fields", p.Name, got)
		}
		want := []measure{warmFirst, warmAll, warmCPU, warmScript, keyPaint, keyCPU, keyScript, review, reviewAll, reviewCPU, coldAll}
		if p.Framed {
			want = append(want, coldShell)
		}
		for _, m := range want {
			s := res.Samples[sampleKey{m, "10", p.Name}]
			if s == nil {
				t.Errorf("%s: no figure for %s", p.Name, m)
				continue
			}
			for _, v := range s.all() {
				if !(v > 0) || v > float64(patience.Milliseconds()) {
					t.Errorf("%s: %s is %v", p.Name, m, v)
				}
			}
		}
		keys := len(keyText)
		if twice(growing(10), p.Name) {
			keys *= 2
		}
		if s := res.Samples[sampleKey{keyPaint, "10", p.Name}]; s != nil && len(s.all()) != keys {
			t.Errorf("%s: %d keys, want %d", p.Name, len(s.all()), keys)
		}
		if first, all := res.Samples[sampleKey{warmFirst, "10", p.Name}], res.Samples[sampleKey{warmAll, "10", p.Name}]; median(first.all()) > median(all.all()) {
			t.Errorf("%s: the first field was painted after all of them", p.Name)
		}
	}
	if len(res.Targets) < 5 {
		t.Errorf("%d targets", len(res.Targets))
	}
	text := res.document()
	for _, part := range []string{"10 fields: request to all fields painted", "react-jsonschema-form 6.", "JSON Forms 3."} {
		if !strings.Contains(text, part) {
			t.Errorf("the document does not say %q:\n%s", part, text)
		}
	}
	if chart := res.chart(); !strings.HasPrefix(chart, "<svg ") || strings.Contains(chart, "NaN") || strings.Contains(chart, "%!") {
		t.Errorf("the chart is %s", chart)
	}

	// What a run keeps is what the next one reads.
	written, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	var read results
	if err := json.Unmarshal(written, &read); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read.Samples, res.Samples) {
		t.Errorf("read %v, want %v", read.Samples, res.Samples)
	}
	if got := compare(res, &read); !strings.Contains(got, "; 0 moved") {
		t.Errorf("compared with itself: %s", got)
	}
}

func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		q, want float64
	}{
		{[]float64{3, 1, 2}, 0.5, 2}, {[]float64{4, 1, 2, 3}, 0.5, 2.5}, {[]float64{1, 2, 3, 4, 5}, 0.25, 2},
		{[]float64{1, 2}, 0.95, 1.95}, {[]float64{7}, 0.25, 7}, {[]float64{1, 2, 3}, 1, 3},
	} {
		if got := quantile(c.values, c.q); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.values, c.q, got, c.want)
		}
	}
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("the median of nothing is %v", got)
	}
}

// TestRatiosAreTakenRoundByRound: a round in which the machine was busy counts like the
// others.
func TestRatiosAreTakenRoundByRound(t *testing.T) {
	mine := &sample{Rounds: [][]float64{{10}, {20, 40}, nil, {300}}}
	other := &sample{Rounds: [][]float64{{20}, {60}, {5}, {600}}}
	if got := ratios(mine, other); !reflect.DeepEqual(got, []float64{0.5, 0.5, 0.5}) {
		t.Errorf("ratios %v", got)
	}
}

func TestMovedRatiosAreNamed(t *testing.T) {
	run := func(ours float64) *results {
		r := &results{Samples: samples{}}
		r.Samples.add(0, warmAll, "10", oursName, ours)
		r.Samples.add(0, warmAll, "10", rjsfName, 10)
		return r
	}
	for _, c := range []struct {
		was, is float64
		want    string
	}{{10, 11, "; 0 moved"}, {10, 12, "+20 %  warm-all 10 ours/rjsf: 1.20, was 1.00"}, {10, 5, "-50 %"}} {
		if got := compare(run(c.was), run(c.is)); !strings.Contains(got, c.want) {
			t.Errorf("from %v to %v: %s", c.was, c.is, got)
		}
	}
}

func TestMissedTargetsAreSaidToBe(t *testing.T) {
	r := &results{Samples: samples{}, Forms: []shownForm{{Name: "10", Label: "10 fields"}}}
	r.Samples.add(0, reviewAll, "10", oursName, 60)
	r.Samples.add(0, warmFirst, "10", oursName, 9)
	r.Samples.add(0, warmFirst, "10", rjsfName, 10)
	r.judge()
	if len(r.Targets) != 2 || !r.Targets[0].Met || r.Targets[1].Met {
		t.Fatalf("targets %+v", r.Targets)
	}
	if text := r.document(); !strings.Contains(text, "| Continue to review painted, 10 fields | 40 ms | 60 ms | **missed** |") {
		t.Errorf("the document does not say what is missed:\n%s", text)
	}
}

// TestWorkIsCountedOnce: what happens within something else is taken off that.
func TestWorkIsCountedOnce(t *testing.T) {
	thread := traced{Name: "thread_name", Phase: "M", Process: 1, Thread: 2}
	thread.Args.Name = "CrRendererMain"
	event := func(name string, thread int, start, length float64) traced {
		return traced{Name: name, Phase: "X", Process: 1, Thread: thread, Start: start, Length: length, CPU: length}
	}
	got := workByKind([]traced{
		thread, event("Layout", 2, 4000, 2000), event("RunTask", 2, 0, 10000), event("FunctionCall", 2, 1000, 6000),
		event("v8.run", 2, 2000, 1000), event("MinorGC", 2, 5000, 500), event("Unknown", 2, 4100, 100), event("Layout", 3, 0, 9000),
	})
	want := map[string]float64{"other": 4, "script": 4, "layout": 1.5, "garbage collection": 0.5}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSlowLine: the line carries everything in order, and not before it could.
func TestSlowLine(t *testing.T) {
	l := &line{bitsPerSecond: 8_000_000, roundTrip: 40 * time.Millisecond}
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	listener := l.listen(plain)
	const size = 100_000 // a tenth of a second
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		question := make([]byte, 1)
		_, _ = conn.Read(question)
		for i := range size / 1000 {
			_, _ = conn.Write([]byte(strings.Repeat(string(rune('a'+i%26)), 1000)))
		}
	}()
	began := time.Now()
	conn, err := net.Dial("tcp", plain.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = conn.Write([]byte{0})
	answer := make([]byte, size)
	if _, err := io.ReadFull(conn, answer); err != nil {
		t.Fatal(err)
	}
	for i, c := range answer {
		if c != byte('a'+i/1000%26) {
			t.Fatalf("byte %d is %q", i, c)
		}
	}
	// The connection is made, the question travels, and so does the answer.
	if took, least := time.Since(began), 40*time.Millisecond+40*time.Millisecond+100*time.Millisecond; took < least {
		t.Errorf("it took %v, and at least %v are needed", took, least)
	}
}

// TestPhasesAreSpread: the rounds ask at all moments of an animation frame.
func TestPhasesAreSpread(t *testing.T) {
	quarters := map[int]int{}
	for i := range 15 {
		quarters[int((&turn{number: i}).phase(false)/(1000.0/60)*4)]++
	}
	for q := range 4 {
		if quarters[q] < 3 {
			t.Errorf("the quarters of the frame are used %v times", quarters)
		}
	}
}
