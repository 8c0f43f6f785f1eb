package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/hostile"
)

// TestHostileRequests sends generated hostile requests to one real frame. Each is
// shown or rejected, can be declined at once, and stays within the limits of cost. The browser
// reports nothing, requests nothing from the network, and keeps nothing in memory.
// HOSTILE is the number of requests, SEED the seed, and ONLY runs one request. It covers B6,
// B15 and B26.
// Rows: B6, B15, B26.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	count, seed, only := envInt(t, "HOSTILE", 120), uint64(envInt(t, "SEED", 1)), envInt(t, "ONLY", -1)
	s := newHostileRunner(t)
	if only < 0 {
		// The engine's own pictures of dates and times are documents, which it keeps once they were
		// shown.
		s.expectWithinLimits(t, hostileCase{name: "every kind", params: everyKind}, false)
	}
	var first footprint
	fresh := s.pages
	began := time.Now()
	// After these requests the tables of the program have the size for the largest form, which
	// never shrinks, and the engine has allocated most of its permanent memory.
	settling := max(60, count/2)
	for i := range count {
		if only >= 0 && i != only {
			continue
		}
		r := hostile.At(seed, i)
		b := hostileCase{
			name:    fmt.Sprintf("SEED=%d ONLY=%d", seed, i),
			traits:  strings.Join(r.Traits, ", "),
			params:  r.Params,
			options: map[string]any{"round": r.Round, "server": map[string]any{"id": "Example", "name": json.RawMessage(r.Name), "title": json.RawMessage(r.Title)}},
			fill:    i%4 == 2,
		}
		if r.Round {
			var parts map[string]json.RawMessage
			must(t, json.Unmarshal([]byte(r.Params), &parts))
			b.parts = len(parts)
		}
		s.expectWithinLimits(t, b, only >= 0)
		if i == settling-1 {
			first, fresh = s.settledFootprint(), s.pages
		}
	}
	t.Logf("%d hostile requests, %.1f a second\n%s", count, float64(count)/time.Since(began).Seconds(), s.figures())
	// The figures of a reloaded page cannot be compared.
	if count >= 2*settling && only < 0 && fresh == s.pages {
		s.expectNoGrowth(t, first, s.settledFootprint(), count >= 1000)
	}
}

// TestHostileTable sends the requests that cost most for their length: those
// that have once blocked the frame, and, if HOSTILE is set, also similar ones.
// Each can be run alone by its name.
// Rows: B31.
func TestHostileTable(t *testing.T) {
	t.Parallel()
	all := envInt(t, "HOSTILE", 0) > 0
	s := newHostileRunner(t)
	for _, c := range hostile.Table() {
		if !c.Known && !all {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s.reportTo(t)
			for _, used := range []bool{false, true} {
				s.expectWithinLimits(t, hostileCase{name: c.Name, params: c.Params, fill: used}, false)
			}
		})
	}
	t.Log("\n" + s.figures())
}

// expectWithinLimits fails the test if anything is wrong with a request. A
// request that seems too slow is measured again, because other work on the
// machine can only make it slower.
func (s *hostileRunner) expectWithinLimits(t *testing.T, b hostileCase, verbose bool) {
	t.Helper()
	var err error
	for range 3 {
		began := time.Now()
		if err = s.run(b); verbose {
			t.Logf("%s: %.1f s, %v", b.name, time.Since(began).Seconds(), err)
		}
		if err == nil {
			return
		}
		t.Logf("%s: %v", b.name, err)
		s.reload()
	}
	t.Errorf("%s (%.300s): %v", b.name, b.traits, err)
}
