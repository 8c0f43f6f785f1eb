package hooks

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	// mostInLine is how many claimed webhooks wait for one of the places of their host, and mostInLineFor for how long: a
	// delivery has to end before its claim does.
	mostInLine, mostInLineFor = 256, lease / 2
)

// inLine is a claimed webhook that waits for one of the places of its host.
type inLine struct {
	job     Job
	claimed time.Time
}

// placed is where a claimed webhook is.
type placed int

const (
	// full is a host without a place, and with a full line.
	full placed = iota
	// begins is a webhook that has a place and is to be sent.
	begins
	// waits is a webhook in the line of its host, which is sent when one before it is.
	waits
)

// place gives a claimed webhook one of the places of its host, or lets it wait there. So a host that answers fast gets many,
// and one that is slow holds up no other one.
func (s *Sender) place(host string, job Job) placed {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts[host] < mostOfHost && s.all < mostAtOnce {
		s.hosts[host]++
		s.all++
		return begins
	}
	// Somebody has to take it out of the line.
	if s.hosts[host] == 0 || len(s.lines[host]) >= mostInLine {
		return full
	}
	s.lines[host] = append(s.lines[host], inLine{job, time.Now()})
	return waits
}

// next takes the next webhook out of the line of a host. Where none waits, or the context has ended, it frees the place.
func (s *Sender) next(ctx context.Context, host string) (job Job, more bool) {
	s.mu.Lock()
	line := s.lines[host]
	late := 0
	for late < len(line) && (ctx.Err() != nil || time.Since(line[late].claimed) > mostInLineFor) {
		late++
	}
	put := line[:late]
	if line = line[late:]; len(line) > 0 {
		job, more = line[0].job, true
		s.lines[host] = line[1:]
	} else {
		delete(s.lines, host)
		s.leave(host)
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

// leave frees one of the places of a host. The lock is held.
func (s *Sender) leave(host string) {
	if s.hosts[host]--; s.hosts[host] == 0 {
		delete(s.hosts, host)
	}
	if s.all--; s.all == mostAtOnce-1 {
		// The queue may hold what had no place.
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
}
