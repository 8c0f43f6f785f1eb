package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/test/redistest"
)

type memoryLoad struct {
	t        *testing.T
	server   *loadServer
	sessions []string
	// waits of the open questions have a waiting asker.
	questions, waits int
	// shown has questions without an answer whose asker waits.
	shown      chan shownOn
	shownCount atomic.Int64

	mu     sync.Mutex
	sentAt map[string]time.Time
	// latencies are the times from an answer to its asker.
	latencies []time.Duration
}

type shownOn struct {
	page *loadPage
	q    shownRound
}

// A tenth of the questions has a waiting asker. Only memory has a limit, because times depend on other load of the
// machine.
func TestLoadMemory(t *testing.T) { loadMemory(t, 10, 400) }

// With a waiting asker for each question, most of the memory belongs to connections.
func TestLoadWaits(t *testing.T) { loadMemory(t, 1, 1000) }

// Of every oneOf questions, one has a waiting asker.
func loadMemory(t *testing.T, oneOf, megabytes int) {
	questions, rate, answers := 200, 100, 200
	if isLong() {
		questions, rate, answers = 10_000, 200, 8000
	}
	l := &memoryLoad{t: t, server: newLoadServer(t), questions: questions, waits: questions / oneOf, shown: make(chan shownOn, questions+answers),
		sentAt: map[string]time.Time{}}
	for i := range questions / 10 {
		l.sessions = append(l.sessions, fmt.Sprint("chat ", i))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()

	var stages []int
	stage := func() { stages = append(stages, l.server.memory(t, "VmRSS")) }
	stage()
	l.open(ctx, &running)
	stage()
	ids := l.ask(questions)
	redistest.Until(t, func() bool { return l.shownCount.Load() == int64(questions) })
	stage()
	answered := make(chan bool, questions+answers)
	for i, id := range ids[:l.waits] {
		running.Go(func() { l.wait(ctx, i, id, answered) })
	}
	redistest.Until(t, func() bool { return number(t, l.server.metric(t, "elicitform_waits")) == float64(l.waits) })
	if open := l.server.metric(t, "elicitform_questions_open"); number(t, open) != float64(questions) {
		t.Errorf("%s questions are open, want %d", open, questions)
	}
	stage()

	start := time.Now()
	for i := range answers {
		// A late answer does not delay the next one.
		time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		s := <-l.shown
		running.Go(func() { l.answer(ctx, s) })
	}
	elapsed := time.Since(start)
	for range answers {
		<-answered
	}
	stage()
	peak := l.server.memory(t, "VmHWM")

	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.latencies)
	at := func(share float64) time.Duration {
		return l.latencies[int(share*float64(len(l.latencies)-1))].Round(10 * time.Microsecond)
	}
	pages := len(l.sessions)
	t.Logf("%d open questions, %d askers that wait, %d pages with streams, %.0f answers a second for %v", questions, l.waits, pages,
		float64(answers)/elapsed.Seconds(), elapsed.Round(time.Second))
	t.Logf("from answer to asker: median %v (goal 20ms), 99 of 100 within %v (goal 100ms), longest %v", at(0.5), at(0.99), at(1))
	t.Logf("memory: %d MB at the start, %d with streams, %d with questions, %d with requests that wait, %d after the answers, %d at most (bound %d)",
		stages[0]>>20, stages[1]>>20, stages[2]>>20, stages[3]>>20, stages[4]>>20, peak>>20, megabytes)
	t.Logf("bytes: %d a stream, %d a question that is shown, %d a request that waits", (stages[1]-stages[0])/pages, (stages[2]-stages[1])/questions,
		(stages[3]-stages[2])/l.waits)
	if peak > megabytes<<20 {
		t.Errorf("the process had %d MB", peak>>20)
	}
}

// number reads a figure of /metrics, such as 1e+04.
func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// open waits for the first message of each page.
func (l *memoryLoad) open(ctx context.Context, running *sync.WaitGroup) {
	listening := make(chan bool, len(l.sessions))
	for _, session := range l.sessions {
		page := newLoadPage(l.t, l.server, "page", session)
		running.Go(func() {
			var first sync.Once
			err := page.listen(ctx, l.server.address(), func(q shownRound) {
				if owner, _ := q.names(); owner != session {
					l.t.Errorf("a question of %s is shown in %s", owner, session)
				}
				if l.isAwaited(q) {
					l.shown <- shownOn{page, q}
				}
				l.shownCount.Add(1)
			}, func() { first.Do(func() { listening <- true }) })
			if ctx.Err() == nil {
				l.t.Errorf("a stream has ended: %v", err)
				first.Do(func() { listening <- false })
			}
		})
	}
	for range l.sessions {
		<-listening
	}
}

// Only questions with a waiting asker are answered.
func (l *memoryLoad) isAwaited(q shownRound) bool {
	_, key := q.names()
	n, err := strconv.Atoi(strings.TrimPrefix(key, "key "))
	return err == nil && n%l.questions < l.waits
}

func (l *memoryLoad) park(ctx context.Context, n int) string {
	body := loadQuestion(l.sessions[n%len(l.sessions)], fmt.Sprint("key ", n))
	body["parked"] = true
	status, reply, err := send(ctx, "POST", l.server.address()+"/v1/questions", askKey, body)
	if (err != nil || status != http.StatusCreated) && ctx.Err() == nil {
		l.t.Errorf("question %d: %d %s %v", n, status, reply.Reason, err)
	}
	return reply.ID
}

func (l *memoryLoad) ask(questions int) (ids []string) {
	ids = make([]string, questions)
	var asking sync.WaitGroup
	var next atomic.Int64
	for range 16 {
		asking.Go(func() {
			for n := int(next.Add(1)) - 1; n < questions; n = int(next.Add(1)) - 1 {
				ids[n] = l.park(l.t.Context(), n)
			}
		})
	}
	asking.Wait()
	return ids
}

// wait asks the next question after each answer.
func (l *memoryLoad) wait(ctx context.Context, n int, id string, answered chan<- bool) {
	for ctx.Err() == nil {
		status, reply, err := send(ctx, "GET", l.server.address()+"/v1/questions/"+id+"?wait=60", askKey, nil)
		arrived := time.Now()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && status == http.StatusAccepted:
			continue
		case err != nil || status != http.StatusOK || reply.State != "answered":
			l.t.Errorf("question %d: %d %s %s %v", n, status, reply.State, reply.Reason, err)
			answered <- false
			return
		}
		name := l.sessions[n%len(l.sessions)] + fmt.Sprint("\nkey ", n)
		if reply.Result.Content.Text != "yes to "+name {
			l.t.Errorf("question %d is answered with %q", n, reply.Result.Content.Text)
		}
		l.mu.Lock()
		l.latencies = append(l.latencies, arrived.Sub(l.sentAt[name]))
		l.mu.Unlock()
		answered <- true
		n += l.questions
		id = l.park(ctx, n)
	}
}

func (l *memoryLoad) answer(ctx context.Context, s shownOn) {
	session, key := s.q.names()
	name := session + "\n" + key
	l.mu.Lock()
	l.sentAt[name] = time.Now()
	l.mu.Unlock()
	status, reply, err := s.page.answer(ctx, l.server.address(), s.q, "nonce-of-a-load-test", "yes to "+name)
	if (err != nil || status != http.StatusOK || !reply.Mine) && ctx.Err() == nil {
		l.t.Errorf("the answer to %q: %d %+v %v", name, status, reply, err)
	}
}
