package hooks

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"
)

// maxLineWait is shorter than the lease, so that a delivery can end before it.
const maxLine, maxLineWait = 256, lease / 2

// lane groups the webhooks of an ask key to one host. They wait only for one another.
type lane struct{ key, host string }

type line struct {
	sending int
	waiting []waitingJob
}

type waitingJob struct {
	job       Job
	claimedAt time.Time
}

// hasPlace keeps slow hosts from delaying other hosts and ask keys.
func (s *Sender) hasPlace(l lane) bool {
	return s.sending < maxSending && s.perHost[l.host] < maxPerHost && !s.isBusy(l.key) &&
		(s.lines[l] == nil || s.lines[l].sending < s.o.Share.Of(maxPerHost))
}

func (s *Sender) isBusy(key string) bool { return s.perKey[key] >= s.o.Share.Of(maxSending) }

func (s *Sender) addSending(l lane, delta int) {
	s.sending += delta
	addCount(s.perHost, l.host, delta)
	addCount(s.perKey, l.key, delta)
	if s.lines[l].sending += delta; s.lines[l].sending == 0 {
		delete(s.lines, l)
	}
}

func addCount(counts map[string]int, name string, delta int) {
	if counts[name] += delta; counts[name] == 0 {
		delete(counts, name)
	}
}

// enter appends a claimed webhook to its lane. It reports false if the webhook must go back to the queue.
func (s *Sender) enter(ctx context.Context, job Job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := lane{job.Key, hostOf(job.URL)}
	l := cmp.Or(s.lines[lane], &line{})
	canStart := s.hasPlace(lane)
	// Without a worker nothing would take the webhook out of the line.
	if !canStart && (l.sending == 0 || len(l.waiting) >= maxLine) {
		return false
	}
	s.lines[lane], l.waiting = l, append(l.waiting, waitingJob{job, time.Now()})
	if canStart {
		s.addSending(lane, 1)
		s.working.Go(func() {
			for job, ok := s.next(ctx, lane); ok; job, ok = s.next(ctx, lane) {
				// A delivery has its own timeout, and outlives the context.
				s.process(context.WithoutCancel(ctx), job)
			}
		})
	}
	return true
}

// next frees the worker's place if no webhook waits, or if the context has ended.
func (s *Sender) next(ctx context.Context, lane lane) (job Job, ok bool) {
	s.mu.Lock()
	l := s.lines[lane]
	n := 0
	for n < len(l.waiting) && (ctx.Err() != nil || time.Since(l.waiting[n].claimedAt) > maxLineWait) {
		n++
	}
	overdue := l.waiting[:n]
	if l.waiting = l.waiting[n:]; len(l.waiting) > 0 {
		job, ok = l.waiting[0].job, true
		l.waiting = l.waiting[1:]
	} else {
		wasFull := s.sending == maxSending || s.isBusy(lane.key)
		if s.addSending(lane, -1); wasFull {
			s.wakeUp()
		}
	}
	s.mu.Unlock()
	// Any process can take an overdue webhook from the queue, at once if this process ends.
	for _, w := range overdue {
		pause := pollInterval + rand.N(pollInterval)
		if ctx.Err() != nil {
			pause = 0
		}
		s.logQueueError(s.o.Queue.Delay(context.WithoutCancel(ctx), w.job, pause))
	}
	return job, ok
}
