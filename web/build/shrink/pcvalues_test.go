package shrink

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// valueAt is what the runtime finds in a table.
func valueAt(runs []run, place int) (value int32, ok bool) {
	for _, r := range runs {
		if place < r.end {
			return r.value, true
		}
	}
	return 0, false
}

func TestTableReadsAsTheRuntimeDoes(t *testing.T) {
	// The first value is minus one plus a difference, which may be zero.
	text := []byte{0, 3, 4, 1, 0x81, 2, 0x80, 1, 0, 99}
	runs, ok := readRuns(text)
	want := []run{{-1, 3}, {1, 4}, {-128, 132}}
	if !ok || !slices.Equal(runs, want) {
		t.Errorf("runs %v (%v), want %v", runs, ok, want)
	}
	if again := appendRuns(nil, runs); !bytes.Equal(again, text[:len(text)-1]) {
		t.Errorf("written again: %v", again)
	}
	for cut := range len(text) - 1 {
		if runs, ok := readRuns(text[:cut]); ok {
			t.Errorf("a table cut off after %d bytes is read as %v", cut, runs)
		}
	}
}

func TestAskedPlacesKeepTheirValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var runs []run
		end := 0
		for range 1 + random.IntN(12) {
			end += 1 + random.IntN(40)
			runs = append(runs, run{int32(random.IntN(5)) - 1, end})
		}
		var places []int
		for range random.IntN(10) {
			// Places beyond the function come from constants that only look like one.
			places = append(places, random.IntN(end+10))
		}
		slices.Sort(places)
		before := slices.Clone(runs)
		after, ok := readRuns(appendRuns(nil, roundEnd(keepAsked(runs, places))))
		if !ok || len(after) > len(before) {
			t.Fatalf("%v for %v became %v", before, places, after)
		}
		for _, place := range places {
			want, inside := valueAt(before, place)
			if got, ok := valueAt(after, place); inside && (!ok || got != want) {
				t.Fatalf("%v became %v: %d at %d, want %d", before, after, got, place, want)
			}
		}
		if after[len(after)-1].end < end {
			t.Fatalf("%v became %v, which ends too early", before, after)
		}
	}
}

func TestTablesThatDifferInTheLengthOfTheFunctionBecomeOne(t *testing.T) {
	a := appendRuns(nil, roundEnd([]run{{2, 5}, {7, 9}}))
	b := appendRuns(nil, roundEnd([]run{{2, 5}, {7, 90}}))
	if !bytes.Equal(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	long := roundEnd([]run{{1, 60000}})
	if long[0].end != 60000 {
		t.Errorf("a long function ends at %d", long[0].end)
	}
}
