package main

import (
	"io"
	"math"
	"net"
	"reflect"
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
	b := &bench{root: testsite.Path(), site: site, out: t.TempDir(), sizes: []int{10}, requests: 2, log: io.Discard}
	browser, err := launch()
	if err != nil {
		t.Fatal(err)
	}
	defer browser.stop()
	table, err := b.measure(browser, 1, site)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range measures {
		numbers := map[*measure][]int{
			memory: {1, 2}, shown: {10}, shownWork: {10}, layouts: {10}, key: {10}, next: {10}, nextWork: {10}, nextLayouts: {10},
		}[m]
		if numbers == nil {
			numbers = []int{0}
		}
		isOurs := m == frame || m == raw
		isOfFrames := m == decline || m == weakDecline
		for _, number := range numbers {
			f := figure{m, number}
			for i := range columns {
				if (!isOurs || i == ours || i == earlier) && (!isOfFrames || i != inPage) {
					if got := b.results.of(i, f); len(got) != 1 || got[0] > float64(driver.Patience.Milliseconds()) {
						t.Errorf("column %d: %s is %v", i, f.name(), got)
					}
				}
			}
		}
	}
	for _, part := range []string{"| A form with 10 questions is there, ms |", "react-jsonschema-form 6.", "of 13 are missed"} {
		if !strings.Contains(table, part) {
			t.Errorf("the table does not say %q:\n%s", part, table)
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
	if got := quantile(nil, 0.5); !math.IsNaN(got) {
		t.Errorf("the median of nothing is %v", got)
	}
}

// TestRatiosAreTakenRoundByRound: a round in which the machine was busy counts like the
// others.
func TestRatiosAreTakenRoundByRound(t *testing.T) {
	r := results{}
	for i, one := range []figures{{10, 20, 10}, {30, 60, 30}, {0, 5, 5}, {300, 600, 300}} {
		for column, value := range one {
			r.add(i, column, shown, 10, value)
		}
	}
	for column, want := range map[int]float64{inFrame: 0.5, inPage: 1} {
		if got := r.ratios(figure{shown, 10}, column); !reflect.DeepEqual(got, []float64{want, want, want}) {
			t.Errorf("ratios to column %d: %v", column, got)
		}
	}
}

func TestMissedTargetsAreSaidToBe(t *testing.T) {
	r := results{}
	r.add(0, ours, nextWork, 10, 60)
	r.add(0, ours, shown, 10, 9)
	r.add(0, inFrame, shown, 10, 10)
	r.add(0, inPage, shown, 10, 5)
	r.add(0, ours, shown, 300, 9)
	r.add(0, earlier, shown, 300, 12)
	text := r.table([]string{"ours", "in a frame", "in the page", "before"})
	for _, line := range []string{
		"| A form with 10 questions is there, ms | 9 | 10 | 5 |  | 0.90 | 1.80 |  | ≤ 1.00 × frame: met; ≤ 1.60 × page: **missed** |",
		"| Processor time for Continue, 10 questions, ms | 60.0 |  |  |  |  |  |  | ≤ 12 ms: **missed** |",
		"| A form with 300 questions is there, ms | 9 |  |  | 12 |  |  | 0.75 |  |", "2 of 3 are missed.",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the table does not say %q:\n%s", line, text)
		}
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
		quarters[int(phase(i)/(1000.0/60)*4)]++
	}
	for q := range 4 {
		if quarters[q] < 3 {
			t.Errorf("the quarters of the frame are used %v times", quarters)
		}
	}
}
