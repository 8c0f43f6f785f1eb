// Package quota bounds how often each of many holders does something. It is given the name of a holder, such as a token or a link, and says
// whether the holder may do it once more. It counts in the memory of one process, and knows nothing of what is done.
package quota

import (
	"maps"
	"sync"
	"time"
)

// Rate lets each holder do something so often: burst times at once, and then once in every. It is safe for concurrent use.
type Rate struct {
	every time.Duration
	ahead time.Duration

	mu sync.Mutex
	// used says until when the time of a holder is used up.
	used  map[string]time.Time
	swept time.Time
}

// NewRate makes a rate.
func NewRate(burst int, every time.Duration) *Rate {
	return &Rate{every: every, ahead: time.Duration(burst) * every, used: map[string]time.Time{}}
}

// Take reports whether a holder may do it once more, and counts that.
func (r *Rate) Take(holder string) bool {
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.swept) > r.ahead {
		// A holder whose time is over is as good as a new one.
		r.swept = now
		maps.DeleteFunc(r.used, func(_ string, until time.Time) bool { return !until.After(now) })
	}
	until := r.used[holder]
	if until.Before(now) {
		until = now
	}
	if until.Add(r.every).After(now.Add(r.ahead)) {
		return false
	}
	r.used[holder] = until.Add(r.every)
	return true
}

// GiveBack takes back what [Rate.Take] has counted.
func (r *Rate) GiveBack(holder string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if until := r.used[holder].Add(-r.every); until.After(time.Now()) {
		r.used[holder] = until
	} else {
		delete(r.used, holder)
	}
}
