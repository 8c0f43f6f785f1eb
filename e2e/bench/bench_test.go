package main

import (
	"io"
	"math"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// TestOneRound runs the benchmark with one form and one round, and checks that every
// figure is there, but none of the figures: they depend on the machine.
func TestOneRound(t *testing.T) {
	site, err := testsite.Built()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{root: testsite.Path(), out: t.TempDir(), log: io.Discard}
	browser, stop, err := launch()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	res, pages, err := b.measure(browser, settings{site: site, rounds: 1, only: []string{"10"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if got := p.drawn["10"].Fields; got != 10 {
			t.Errorf("%s draws %d of 10 fields", p.Name, got)
		}
		want := []*measure{warmFirst, warmAll, warmCPU, warmScript, keyPaint, keyCPU, keyScript, review, reviewAll, reviewCPU, coldAll}
		if p.Framed {
			want = append(want, coldShell)
		}
		figures := func(m *measure) []float64 { return slices.Concat(res.Samples[sampleKey{m, "10", p.Name}]...) }
		for _, m := range want {
			if len(figures(m)) == 0 {
				t.Errorf("%s: no figure for %s", p.Name, m.name)
			}
			for _, v := range figures(m) {
				if !(v > 0) || v > float64(driver.Patience.Milliseconds()) {
					t.Errorf("%s: %s is %v", p.Name, m.name, v)
				}
			}
		}
		keys := len(keyText)
		if twice(growing(10), p.Name) {
			keys *= 2
		}
		if got := len(figures(keyPaint)); got != keys {
			t.Errorf("%s: %d keys, want %d", p.Name, got, keys)
		}
		if median(figures(warmFirst)) > median(figures(warmAll)) {
			t.Errorf("%s: the first field was painted after all of them", p.Name)
		}
	}
	if n := len(res.targets()); n < 5 {
		t.Errorf("%d targets", n)
	}
	text := res.document("Made here.\n")
	for _, part := range []string{"10 fields: request to all fields painted", "react-jsonschema-form 6.", "JSON Forms 3."} {
		if !strings.Contains(text, part) {
			t.Errorf("the document does not say %q:\n%s", part, text)
		}
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
	mine := sample{{10}, {20, 40}, nil, {300}}
	other := sample{{20}, {60}, {5}, {600}}
	if got := ratios(mine, other); !reflect.DeepEqual(got, []float64{0.5, 0.5, 0.5}) {
		t.Errorf("ratios %v", got)
	}
}

func TestMissedTargetsAreSaidToBe(t *testing.T) {
	r := &results{Samples: samples{}, Forms: []form{growing(10)}, Rivals: []rival{{Name: oursName}, {Name: rjsfName}}}
	r.Samples.add(0, reviewAll, "10", oursName, 60)
	r.Samples.add(0, warmFirst, "10", oursName, 9)
	r.Samples.add(0, warmFirst, "10", rjsfName, 10)
	targets := r.targets()
	if len(targets) != 2 || !targets[0].met() || targets[1].met() {
		t.Fatalf("targets %+v", targets)
	}
	if text := r.document(""); !strings.Contains(text, "| Continue to review painted, 10 fields | 40 ms | 60 ms | **missed** |") {
		t.Errorf("the document does not say what is missed:\n%s", text)
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
	listener := slowListener{plain, l}
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
