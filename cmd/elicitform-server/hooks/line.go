package hooks

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"
)

const (
	// mostInLine is how many claimed webhooks wait for one of the places of their lane, and mostInLineFor for how long: a
	// delivery has to end before its claim does.
	mostInLine, mostInLineFor = 256, lease / 2
)

// lane is where webhooks wait for one another: those of one ask key to one host.
type lane struct{ key, host string }

// laneOf returns the lane of a webhook.
func laneOf(job Job) lane { return lane{job.Key, hostOf(job.URL)} }

// line is what this process has claimed of a lane.
type line struct {
	// sending is how many places are taken: a worker on each sends what is waiting.
	sending int
	waiting []inLine
}

// inLine is a claimed webhook that waits for one of the places of its lane.
type inLine struct {
	job     Job
	claimed time.Time
}

// hasPlace reports whether a webhook of a lane may be sent now: the process, the host and the ask key have places, and the ask key has
// its share of those of the host. So a host that answers fast gets many, one that is slow holds up no other one, and an ask key
// with slow hosts holds up no other key, not even on its own hosts.
func (s *Sender) hasPlace(l lane) bool {
	return s.sending < mostAtOnce && s.ofHost[l.host] < mostOfHost && !s.isBusy(l.key) &&
		(s.lines[l] == nil || s.lines[l].sending < s.o.Share.Of(mostOfHost))
}

// isBusy reports whether an ask key has its share of the places of the process.
func (s *Sender) isBusy(key string) bool { return s.ofKey[key] >= s.o.Share.Of(mostAtOnce) }

// take notes that a lane has more or fewer places.
func (s *Sender) take(l lane, more int) {
	s.sending += more
	add(s.ofHost, l.host, more)
	add(s.ofKey, l.key, more)
	if s.lines[l].sending += more; s.lines[l].sending == 0 {
		delete(s.lines, l)
	}
}

// add changes a count, of which those that are 0 are not kept.
func add(counts map[string]int, name string, more int) {
	if counts[name] += more; counts[name] == 0 {
		delete(counts, name)
	}
}

// enter puts a claimed webhook into the line of its lane, and takes a place where one is free. It reports false where the webhook
// has to wait elsewhere.
func (s *Sender) enter(ctx context.Context, job Job) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane := laneOf(job)
	l := cmp.Or(s.lines[lane], &line{})
	begins := s.hasPlace(lane)
	// Somebody has to take it out of the line.
	if !begins && (l.sending == 0 || len(l.waiting) >= mostInLine) {
		return false
	}
	s.lines[lane], l.waiting = l, append(l.waiting, inLine{job, time.Now()})
	if begins {
		s.take(lane, 1)
		s.working.Go(func() {
			for job, more := s.next(ctx, lane); more; job, more = s.next(ctx, lane) {
				// What has begun is not cut off when the server ends: a delivery has its own time.
				s.work(context.WithoutCancel(ctx), job)
			}
		})
	}
	return true
}

// next takes the next webhook out of the line of a lane. Where none waits, or the context has ended, it frees the place.
func (s *Sender) next(ctx context.Context, lane lane) (job Job, more bool) {
	s.mu.Lock()
	l := s.lines[lane]
	late := 0
	for late < len(l.waiting) && (ctx.Err() != nil || time.Since(l.waiting[late].claimed) > mostInLineFor) {
		late++
	}
	put := l.waiting[:late]
	if l.waiting = l.waiting[late:]; len(l.waiting) > 0 {
		job, more = l.waiting[0].job, true
		l.waiting = l.waiting[1:]
	} else {
		wasFull := s.sending == mostAtOnce || s.isBusy(lane.key)
		if s.take(lane, -1); wasFull {
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
