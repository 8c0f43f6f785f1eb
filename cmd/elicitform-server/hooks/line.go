package hooks

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"
)

const (
	// mostInLine is how many claimed webhooks wait for one of the places of their host, and mostInLineFor for how long: a
	// delivery has to end before its claim does.
	mostInLine, mostInLineFor = 256, lease / 2
)

// line is what this process has claimed of a host.
type line struct {
	// sending is how many places are taken: a worker on each sends what is waiting.
	sending int
	waiting []inLine
}

// inLine is a claimed webhook that waits for one of the places of its host.
type inLine struct {
	job     Job
	claimed time.Time
}

// enter puts a claimed webhook into the line of its host, and takes one of the host's places where one is free. So a host that
// answers fast gets many, and one that is slow holds up no other one. It reports false where the webhook has to wait elsewhere.
func (s *Sender) enter(ctx context.Context, host string, job Job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := cmp.Or(s.lines[host], &line{})
	begins := l.sending < mostOfHost && s.sending < mostAtOnce
	// Somebody has to take it out of the line.
	if !begins && (l.sending == 0 || len(l.waiting) >= mostInLine) {
		return false
	}
	s.lines[host], l.waiting = l, append(l.waiting, inLine{job, time.Now()})
	if begins {
		l.sending++
		s.sending++
		s.working.Go(func() {
			for job, more := s.next(ctx, host); more; job, more = s.next(ctx, host) {
				// What has begun is not cut off when the server ends: a delivery has its own time.
				s.work(context.WithoutCancel(ctx), job)
			}
		})
	}
	return true
}

// next takes the next webhook out of the line of a host. Where none waits, or the context has ended, it frees the place.
func (s *Sender) next(ctx context.Context, host string) (job Job, more bool) {
	s.mu.Lock()
	l := s.lines[host]
	late := 0
	for late < len(l.waiting) && (ctx.Err() != nil || time.Since(l.waiting[late].claimed) > mostInLineFor) {
		late++
	}
	put := l.waiting[:late]
	if l.waiting = l.waiting[late:]; len(l.waiting) > 0 {
		job, more = l.waiting[0].job, true
		l.waiting = l.waiting[1:]
	} else {
		if l.sending--; l.sending == 0 {
			delete(s.lines, host)
		}
		if s.sending--; s.sending == mostAtOnce-1 {
			// The queue may hold what had no place.
			s.look()
		}
	}
	s.mu.Unlock()
	// A webhook that has waited here for too long goes back to the queue, from which any process takes it after a pause; without
	// one where this process ends.
	for _, one := range put {
		pause := poll + rand.N(poll)
		if ctx.Err() != nil {
			pause = 0
		}
		s.note(s.o.Queue.Delay(context.WithoutCancel(ctx), one.job, pause))
	}
	return job, more
}
