// Package quota bounds how often each holder, such as a token or a link, does something, in this process.
package quota

import (
	"maps"
	"sync"
	"time"
)

// Rate lets each holder act burst times at once, and then once in every. It is safe for concurrent use.
type Rate struct {
	every time.Duration
	// burst is the time in which a holder gets all of its burst again.
	burst time.Duration

	mu sync.Mutex
	// usedUntil is the time at which a holder has all of its burst again.
	usedUntil map[string]time.Time
	sweptAt   time.Time
}

// NewRate makes a rate.
func NewRate(burst int, every time.Duration) *Rate {
	return &Rate{every: every, burst: time.Duration(burst) * every, usedUntil: map[string]time.Time{}}
}

// Take reports whether a holder may act once more, and counts that.
func (r *Rate) Take(holder string) bool {
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.sweptAt) > r.burst {
		// A holder with all of its burst is as good as a new one.
		r.sweptAt = now
		maps.DeleteFunc(r.usedUntil, func(_ string, until time.Time) bool { return !until.After(now) })
	}
	until := r.usedUntil[holder]
	if until.Before(now) {
		until = now
	}
	if until.Add(r.every).After(now.Add(r.burst)) {
		return false
	}
	r.usedUntil[holder] = until.Add(r.every)
	return true
}

// GiveBack undoes a [Rate.Take].
func (r *Rate) GiveBack(holder string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if until := r.usedUntil[holder].Add(-r.every); until.After(time.Now()) {
		r.usedUntil[holder] = until
	} else {
		delete(r.usedUntil, holder)
	}
}
