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

// memoryLoad is one server whose questions are open, of which some have an asker that waits.
type memoryLoad struct {
	t        *testing.T
	server   *loadServer
	sessions []string
	// questions are how many are open at the same time, and waits how many of these have an asker that waits.
	questions, waits int
	// shown are the questions that pages have got, nobody has answered yet, and an asker waits for.
	shown chan shownOn
	// shownCount is how many questions pages have got.
	shownCount atomic.Int64

	mu sync.Mutex
	// sent is when the answer to a question was sent, by session and key.
	sent map[string]time.Time
	// took is how long each answer took to its asker.
	took []time.Duration
}

// shownOn is a question on a page.
type shownOn struct {
	page *loadPage
	q    shownRound
}

// One process with memory: open questions, of which a tenth has an asker that waits, pages with streams, and answers at a rate. The
// figures are printed, and only the memory has a bound: what takes how long depends on what else the machine does.
func TestLoadMemory(t *testing.T) { loadMemory(t, 10, 400) }

// The same where each question has an asker that waits for it. Its memory is mostly the one of connections.
func TestLoadWaits(t *testing.T) { loadMemory(t, 1, 1000) }

// loadMemory lets one of so many questions have an asker, and the process so many MB.
func loadMemory(t *testing.T, oneOf, megabytes int) {
	questions, rate, answers := 200, 100, 200
	if isLong() {
		questions, rate, answers = 10_000, 200, 8000
	}
	l := &memoryLoad{t: t, server: newLoadServer(t), questions: questions, waits: questions / oneOf, shown: make(chan shownOn, questions+answers),
		sent: map[string]time.Time{}}
	// Each page shows ten of the questions.
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
	heard := make(chan bool, questions+answers)
	for i, id := range ids[:l.waits] {
		running.Go(func() { l.wait(ctx, i, id, heard) })
	}
	redistest.Until(t, func() bool { return number(t, l.server.metric(t, "elicitform_waits")) == float64(l.waits) })
	if open := l.server.metric(t, "elicitform_questions_open"); number(t, open) != float64(questions) {
		t.Errorf("%s questions are open, want %d", open, questions)
	}
	stage()

	began := time.Now()
	for i := range answers {
		// The next one is due at its time also when this one was late.
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / time.Duration(rate))))
		one := <-l.shown
		running.Go(func() { l.answer(ctx, one) })
	}
	lasted := time.Since(began)
	for range answers {
		<-heard
	}
	stage()
	most := l.server.memory(t, "VmHWM")

	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.took)
	at := func(share float64) time.Duration {
		return l.took[int(share*float64(len(l.took)-1))].Round(10 * time.Microsecond)
	}
	pages := len(l.sessions)
	t.Logf("%d open questions, %d askers that wait, %d pages with streams, %.0f answers a second for %v", questions, l.waits, pages,
		float64(answers)/lasted.Seconds(), lasted.Round(time.Second))
	t.Logf("from answer to asker: median %v (goal 20ms), 99 of 100 within %v (goal 100ms), longest %v", at(0.5), at(0.99), at(1))
	t.Logf("memory: %d MB at the start, %d with streams, %d with questions, %d with requests that wait, %d after the answers, %d at most (bound %d)",
		stages[0]>>20, stages[1]>>20, stages[2]>>20, stages[3]>>20, stages[4]>>20, most>>20, megabytes)
	t.Logf("bytes: %d a stream, %d a question that is shown, %d a request that waits", (stages[1]-stages[0])/pages, (stages[2]-stages[1])/questions,
		(stages[3]-stages[2])/l.waits)
	if most > megabytes<<20 {
		t.Errorf("the process had %d MB", most>>20)
	}
}

// number reads a figure of /metrics, which large ones write as 1e+04.
func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// open opens a page in each session, and waits until all of them have what is open: nothing yet.
func (l *memoryLoad) open(ctx context.Context, running *sync.WaitGroup) {
	listening := make(chan bool, len(l.sessions))
	for _, session := range l.sessions {
		page := newLoadPage(l.t, l.server, "page", session)
		running.Go(func() {
			var first sync.Once
			err := page.listen(ctx, l.server.address(), func(q shownRound) {
				if asked, _ := q.names(); asked != session {
					l.t.Errorf("a question of %s is shown in %s", asked, session)
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

// isAwaited reports whether an asker waits for a question: only such ones are answered.
func (l *memoryLoad) isAwaited(q shownRound) bool {
	_, key := q.names()
	n, err := strconv.Atoi(strings.TrimPrefix(key, "key "))
	return err == nil && n%l.questions < l.waits
}

// parked asks one question that needs no asker, and returns its id.
func (l *memoryLoad) parked(ctx context.Context, n int) string {
	body := loadQuestion(l.sessions[n%len(l.sessions)], fmt.Sprint("key ", n))
	body["parked"] = true
	status, reply, err := send(ctx, "POST", l.server.address()+"/v1/questions", askKey, body)
	if (err != nil || status != http.StatusCreated) && ctx.Err() == nil {
		l.t.Errorf("question %d: %d %s %v", n, status, reply.Reason, err)
	}
	return reply.ID
}

// ask asks questions, some at once.
func (l *memoryLoad) ask(questions int) (ids []string) {
	ids = make([]string, questions)
	var asking sync.WaitGroup
	var next atomic.Int64
	for range 16 {
		asking.Go(func() {
			for n := int(next.Add(1)) - 1; n < questions; n = int(next.Add(1)) - 1 {
				ids[n] = l.parked(l.t.Context(), n)
			}
		})
	}
	asking.Wait()
	return ids
}

// wait waits for answers: for the one of a question, then for the one of the next question, which it asks.
func (l *memoryLoad) wait(ctx context.Context, n int, id string, heard chan<- bool) {
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
			heard <- false
			return
		}
		name := l.sessions[n%len(l.sessions)] + fmt.Sprint("\nkey ", n)
		if reply.Result.Content.Said != "yes to "+name {
			l.t.Errorf("question %d is answered with %q", n, reply.Result.Content.Said)
		}
		l.mu.Lock()
		l.took = append(l.took, arrived.Sub(l.sent[name]))
		l.mu.Unlock()
		heard <- true
		n += l.questions
		id = l.parked(ctx, n)
	}
}

// answer answers a question of a page.
func (l *memoryLoad) answer(ctx context.Context, one shownOn) {
	session, key := one.q.names()
	name := session + "\n" + key
	l.mu.Lock()
	l.sent[name] = time.Now()
	l.mu.Unlock()
	status, reply, err := one.page.answer(ctx, l.server.address(), one.q, "nonce-of-a-load-test", "yes to "+name)
	if (err != nil || status != http.StatusOK || !reply.Mine) && ctx.Err() == nil {
		l.t.Errorf("the answer to %q: %d %+v %v", name, status, reply, err)
	}
}
