package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/test/redistest"
)

// killLoad records what askers, pages and webhooks get from three servers over Redis.
type killLoad struct {
	t        *testing.T
	servers  []*loadServer
	receiver *httptest.Server
	// mayLose is true if a master of Redis is killed: lost writes are counted then, and are not errors.
	mayLose bool

	mu sync.Mutex
	// By session and key: ids of questions, answers that a server accepted, and answers that askers got.
	ids, accepted, received map[string]string
	// webhooks counts answers by the ids of questions.
	webhooks map[string]map[string]int
	// byID has the names of questions that must get a webhook: their askers were told that they are open.
	byID map[string]string
	// reopened questions were open again after an accepted answer, and refused answers met an unknown question.
	forgotten, reopened, refused int
}

func newKillLoad(t *testing.T, environment ...string) *killLoad {
	l := &killLoad{t: t, ids: map[string]string{}, accepted: map[string]string{}, received: map[string]string{}, webhooks: map[string]map[string]int{},
		byID: map[string]string{}}
	l.receiver = httptest.NewServer(http.HandlerFunc(l.hook))
	t.Cleanup(l.receiver.Close)
	environment = append(environment, "ELICITFORM_WEBHOOK_ALLOW="+l.receiver.URL+"/", "ELICITFORM_WEBHOOK_PRIVATE=127.0.0.1",
		"ELICITFORM_LIMIT_SERVER_OPEN=100")
	for range 3 {
		l.servers = append(l.servers, newLoadServer(t, environment...))
	}
	return l
}

func (l *killLoad) hook(w http.ResponseWriter, r *http.Request) {
	var event struct {
		Type string
		Data loadReply
	}
	if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
		// The server was killed during the request.
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if event.Type != "question.answered" {
		l.t.Errorf("a webhook says %+v", event)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	counts := l.webhooks[event.Data.ID]
	if counts == nil {
		counts = map[string]int{}
		l.webhooks[event.Data.ID] = counts
	}
	counts[event.Data.Result.Content.Text]++
	w.WriteHeader(http.StatusNoContent)
}

func (l *killLoad) address(turn int) string { return l.servers[turn%len(l.servers)].address() }

// A server that was killed, or whose Redis does not answer, makes the test repeat the request elsewhere.
func isUnavailable(status int, err error) bool {
	return err != nil || status == http.StatusServiceUnavailable
}

// ask asks in one of three ways: it waits in the same request, parks the question, or parks it with a webhook.
func (l *killLoad) ask(ctx context.Context, turn int, session, key string, way int) string {
	body, id := loadQuestion(session, key), ""
	body["wait"] = 20
	if way%3 > 0 {
		body["wait"], body["parked"] = 0, true
	}
	if way%3 == 2 {
		body["callback"] = l.receiver.URL + "/hooks"
	}
	for ; ctx.Err() == nil; turn++ {
		method, target, content := "POST", "/v1/questions", any(body)
		if id != "" {
			method, target, content = "GET", "/v1/questions/"+id+"?wait=20", nil
		}
		status, reply, err := send(ctx, method, l.address(turn)+target, askKey, content)
		switch {
		case isUnavailable(status, err):
			time.Sleep(10 * time.Millisecond)
		case status == http.StatusNotFound && id != "" && l.mayLose:
			l.mu.Lock()
			l.forgotten++
			l.mu.Unlock()
			id = ""
		case status >= 300:
			l.t.Errorf("%s of %s: %s has status %d %s", key, session, method, status, reply.Reason)
			return ""
		case reply.State == "answered":
			if way%3 == 2 && id != "" {
				l.mu.Lock()
				l.byID[reply.ID] = session + "\n" + key
				l.mu.Unlock()
			}
			return reply.Result.Content.Text
		case reply.State == "orphaned":
			id = ""
		case reply.State == "open":
			id = reply.ID
		default:
			l.t.Errorf("%s of %s is %q", key, session, reply.State)
			return ""
		}
	}
	return ""
}

// browse answers a question again when it is shown again.
func (l *killLoad) browse(ctx context.Context, p *loadPage, turn int) {
	var answering sync.WaitGroup
	defer answering.Wait()
	answered := map[string]int{}
	for ; ctx.Err() == nil; turn++ {
		start := turn
		_ = p.listen(ctx, l.address(turn), func(q shownRound) {
			answered[q.ID]++
			attempt := answered[q.ID]
			answering.Go(func() { l.answer(ctx, p, start, q, attempt) })
		}, func() {})
		time.Sleep(10 * time.Millisecond)
	}
}

// answer uses one nonce until a server accepts or rejects the answer.
func (l *killLoad) answer(ctx context.Context, p *loadPage, turn int, q shownRound, attempt int) {
	session, key := q.names()
	name := session + "\n" + key
	if session != p.session {
		l.t.Errorf("%s shows a question of %s in %s", p.name, session, p.session)
		return
	}
	text := fmt.Sprintf("%s says yes to %s, attempt %d", p.name, strings.Replace(name, "\n", ", ", 1), attempt)
	for ; ctx.Err() == nil; turn++ {
		status, reply, err := p.answer(ctx, l.address(turn), q, fmt.Sprintf("%s-%d-of-a-load-test", p.name, attempt), text)
		if isUnavailable(status, err) || reply.State == "orphaned" {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		earlier, isAnswered := l.accepted[name]
		switch {
		case status == http.StatusOK && isAnswered && earlier != text && l.mayLose:
			l.reopened++
			l.accepted[name] = text
		case status == http.StatusOK && isAnswered && earlier != text:
			l.t.Errorf("%q was answered twice: %q and %q", name, earlier, text)
		case status == http.StatusOK && isAnswered && l.ids[name] != q.ID && !l.mayLose:
			l.t.Errorf("%q was asked twice", name)
		case status == http.StatusOK:
			l.accepted[name], l.ids[name] = text, q.ID
		case status == http.StatusNotFound && l.mayLose:
			l.refused++
		case status != http.StatusConflict && status != http.StatusGone:
			l.t.Errorf("the answer to %q gives %d %+v", name, status, reply)
		}
		return
	}
}

// withTimeout bounds a test on the slowest machine.
func (l *killLoad) withTimeout() (context.Context, context.CancelFunc) {
	return context.WithTimeout(l.t.Context(), 8*time.Minute)
}

// run calls between after each answered question, with their number.
func (l *killLoad) run(questions, sessions, askers int, between func(done int)) {
	ctx, cancel := l.withTimeout()
	var pages, asking sync.WaitGroup
	defer pages.Wait()
	defer cancel()
	for i := range sessions {
		session := fmt.Sprint("chat ", i)
		for j, name := range []string{"first", "second"} {
			p := newLoadPage(l.t, l.servers[0], name, session)
			pages.Go(func() { l.browse(ctx, p, i+j) })
		}
	}
	start := time.Now()
	work, done := make(chan int), make(chan bool, questions)
	for i := range askers {
		asking.Go(func() {
			for n := range work {
				session, key := fmt.Sprint("chat ", n%sessions), fmt.Sprint("key ", n)
				text := l.ask(ctx, i, session, key, n)
				l.mu.Lock()
				l.received[session+"\n"+key] = text
				l.mu.Unlock()
				done <- true
			}
		})
	}
	go func() {
		defer close(work)
		for n := range questions {
			work <- n
		}
	}()
	for n := range questions {
		<-done
		between(n + 1)
	}
	asking.Wait()
	l.t.Logf("the last asker had its answer after %.1f seconds", time.Since(start).Seconds())
	redistest.Until(l.t, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.accepted) == questions || l.t.Failed()
	})
}

func (l *killLoad) check(questions int) {
	if l.t.Failed() {
		return
	}
	if len(l.received) != questions {
		l.t.Errorf("%d of %d questions have an answer", len(l.received), questions)
	}
	ctx, cancel := l.withTimeout()
	defer cancel()
	changed := 0
	for name, text := range l.received {
		session, key, _ := strings.Cut(name, "\n")
		repeated := l.ask(ctx, len(key), session, key, 0)
		switch want := l.accepted[name]; {
		case text == "" || repeated == "":
			l.t.Errorf("there is no answer to %q", name)
		case !strings.Contains(text, " yes to "+session+", "+key+", "):
			l.t.Errorf("%q has the answer of another question: %q", name, text)
		case text == want && repeated == want:
		case l.mayLose:
			changed++
		default:
			l.t.Errorf("%q: %q was accepted, the asker got %q, and then %q", name, want, text, repeated)
		}
	}
	start := time.Now()
	// The claim of a killed server lasts a minute, and a failover may take another minute.
	haveArrived := l.haveArrived()
	for ; !haveArrived && time.Since(start) < 5*time.Minute; haveArrived = l.haveArrived() {
		time.Sleep(20 * time.Millisecond)
	}
	missing := l.countMissing()
	l.t.Logf("%.1f seconds later %d of %d webhooks had not arrived", time.Since(start).Seconds(), missing, len(l.byID))
	if missing > 0 && !l.mayLose && (isLong() || !haveArrived || l.servers[0].metric(l.t, "elicitform_webhooks_waiting") == "0") {
		l.t.Errorf("%d webhooks are lost", missing)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	repetitions := 0
	for id, name := range l.byID {
		for text, count := range l.webhooks[id] {
			if text != l.received[name] && !l.mayLose {
				l.t.Errorf("the webhook of %q has %q, and the asker got %q", name, text, l.received[name])
			}
			repetitions += count - 1
		}
	}
	l.t.Logf("%d webhooks were repetitions", repetitions)
	if l.mayLose {
		l.t.Logf("%d questions were forgotten and asked again, %d accepted answers lost, %d answers to unknown questions, "+
			"%d askers got another answer when they asked again", l.forgotten, l.reopened, l.refused, changed)
	}
}

func (l *killLoad) countMissing() (missing int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.byID {
		if l.webhooks[id] == nil {
			missing++
		}
	}
	return missing
}

// Another server sends a killed server's webhooks after a minute. The short form finds them in the queue instead.
func (l *killLoad) haveArrived() bool {
	queued := l.servers[0].metric(l.t, "elicitform_webhooks_waiting")
	missing := l.countMissing()
	return missing == 0 || queued == "0" || queued != "" && !isLong() && float64(missing) <= number(l.t, queued)
}

func (l *killLoad) killInTurn(questions, kills int) func(done int) {
	return func(done int) {
		if step := questions / (kills + 1); done%step == 0 && done/step <= kills {
			s := l.servers[done/step%len(l.servers)]
			s.kill()
			s.start(l.t)
		}
	}
}

func clusterOf(c redistest.Cluster) []string {
	return []string{"ELICITFORM_REDIS_CLUSTER=true", "ELICITFORM_REDIS=redis://" + c.Address()}
}

// Killing servers in turn loses no question, no answer and no webhook, and mixes up no sessions.
func TestLoadKills(t *testing.T) {
	questions, sessions, askers, kills := 150, 5, 40, 4
	if isLong() {
		questions, sessions, askers, kills = 3000, 50, 400, 15
	}
	l := newKillLoad(t, "ELICITFORM_REDIS=redis://"+redistest.Start(t).Address)
	l.run(questions, sessions, askers, l.killInTurn(questions, kills))
	l.check(questions)
	t.Logf("%d questions in %d sessions, %d kills of 3 servers", questions, sessions, kills)
}

// As TestLoadKills, over three masters with a replica each.
func TestLoadKillsCluster(t *testing.T) {
	questions, sessions, askers, kills := 100, 6, 30, 2
	if isLong() {
		questions, sessions, askers, kills = 2000, 50, 400, 10
	}
	l := newKillLoad(t, clusterOf(redistest.StartCluster(t))...)
	l.run(questions, sessions, askers, l.killInTurn(questions, kills))
	l.check(questions)
	t.Logf("%d questions in %d sessions, %d kills of 3 servers", questions, sessions, kills)
}

// Writes that the replica of a killed master lacks are lost, and counted. Still each question gets an answer, and no
// sessions are mixed up.
func TestLoadMasterKilled(t *testing.T) {
	questions, sessions, askers := 100, 6, 30
	if isLong() {
		questions, sessions, askers = 2000, 50, 400
	}
	cluster := redistest.StartCluster(t)
	l := newKillLoad(t, clusterOf(cluster)...)
	l.mayLose = true
	l.run(questions, sessions, askers, func(done int) {
		switch done {
		case questions / 2:
			cluster.Masters[1].Kill()
		case questions/2 + askers/3:
			cluster.Replace(t, 1)
		}
	})
	l.check(questions)
	t.Logf("%d questions in %d sessions, one of three masters killed", questions, sessions)
}
