package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
)

// TestOneReply_InAnyOrder sends random events to the machine. A request is answered at most once, a form is
// accepted only after review, and a page only by opening it. Every open request can be cancelled, and when the person
// closes everything, every request has had its answer.
// Rows: D4, P19.
func TestOneReply_InAnyOrder(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { inAnyOrder(t, rand.New(rand.NewPCG(1, seed))) })
	}
}

func inAnyOrder(t *testing.T, random *rand.Rand) {
	for round := range rounds.Of(40) {
		s := start(t)
		record := settlements{began: map[string]int{}, ended: map[string]int{}}
		for step := range 80 {
			// Most requests are new; some repeat an earlier id.
			id := fmt.Sprint(step)
			if random.IntN(4) == 0 && s.ID.Exists() {
				id = s.ID.Text
			}
			event, now := timeOf(s, anyEvent(t, random, s, id))
			before, was := s, ""
			looked := random.IntN(16) == 0
			if looked {
				was = fingerprint(s)
			}
			var effects []Effect
			s, effects = machine.Update(s, event, now)
			where := fmt.Sprintf("round %d step %d: %T", round, step, event)
			if looked && fingerprint(before) != was {
				t.Fatalf("%s changes the state that it was given", where)
			}
			record.note(t, where, before, event, s, effects)
			checkState(t, where, s)
			checkEffects(t, where, s, effects)
			if _, requested := event.(Requested); !requested {
				checkAccepts(t, before, event, effects)
			}
			if s.Open() && s.Sending == NotSending {
				if _, effects := Update(s, Cancel); len(replies(effects)) == 0 {
					t.Fatalf("%s: an open request at step %d cannot be cancelled", where, s.Step)
				}
			}
		}
		for _, event := range []Event{Cancel, Received{ID: s.ID}, Close} {
			before := s
			var effects []Effect
			s, effects = Update(s, event)
			record.note(t, "at the end", before, event, s, effects)
		}
		if record.open != "" || record.sent != "" || s.Step != Idle {
			t.Fatalf("round %d: no answer to %q, step %d", round, record.open, s.Step)
		}
	}
}

// settlements are the answers that the host has seen.
type settlements struct {
	// open is the id of the request that waits for an answer, sent the answer that waits for the host's confirmation.
	open, sent string
	// shown says that the host knows the open request to be on the screen.
	shown bool
	// began and ended count the visits to a page.
	began, ended map[string]int
}

// note compares the answers and the ends of visits with the host's expectations.
func (r *settlements) note(t *testing.T, where string, before State, event Event, after State, effects []Effect) {
	t.Helper()
	answers := replies(effects)
	// want takes the one reply that this event must have.
	want := func(reply string) {
		if len(answers) != 1 || answers[0] != reply {
			t.Fatalf("%s: %q, want %q", where, answers, reply)
		}
		answers = nil
	}
	switch e := event.(type) {
	case Requested:
		switch id := e.ID.Text; {
		case r.open == "" && r.sent == "":
			r.open, r.shown = id, false
		case id != before.ID.Text:
			want(id + " error internal")
		case len(answers) > 0:
			t.Fatalf("%s: %q under the id of the open request", where, answers)
		}
	case WaitResumed:
		r.began[e.ID.Text]++
	case Press:
		if e == Resend && before.Sending == Unconfirmed {
			want(r.sent)
		}
	case AnswerRefused:
		if before.Sending != NotSending && after.Sending == NotSending {
			r.open, r.sent = before.ID.Text, ""
		}
	case CalledOff:
		if e.ID.Equal(before.ID) {
			// The host has settled the request; an answer on its way comes too late.
			r.open, r.sent = "", ""
		}
	case Received:
		if e.ID.Equal(before.ID) {
			r.sent = ""
		}
	}
	for _, reply := range answers {
		id, _, _ := strings.Cut(reply, " ")
		if id != r.open {
			t.Fatalf("%s answers %s, while %q is open: %s", where, id, r.open, reply)
		}
		if strings.Contains(reply, "accept") && !r.shown {
			t.Fatalf("%s accepts what was never shown: %s", where, reply)
		}
		r.open = ""
		if after.Sending == InTransit {
			r.sent = reply
		} else {
			r.began[id]++ // A page was opened; the server may have called it completed before.
		}
	}
	for _, effect := range effects {
		switch e := effect.(type) {
		case Shown:
			if e.ID.Text != r.open || r.shown {
				t.Fatalf("%s: %s is shown, open %q, before %v", where, e.ID.Text, r.open, r.shown)
			}
			r.shown = true
		case WaitOver:
			id := e.ID.Text
			if r.ended[id]++; r.ended[id] > r.began[id] {
				t.Fatalf("%s: the wait for %s has ended %d times and begun %d times", where, id, r.ended[id], r.began[id])
			}
		}
	}
}

func each(fields []*Field) []Field {
	all := make([]Field, len(fields))
	for i := range all {
		all[i] = *fields[i]
	}
	return all
}

// fingerprint is everything in a state that an event could change by mistake.
func fingerprint(s State) string {
	text := fmt.Sprint(s.Step, each(s.Request().Fields), s.Request().Problems, s.Request().rows, s.Request().content, s.Snapshot, s.At)
	for _, p := range s.Requests {
		text += fmt.Sprint(p.Decision, each(p.Fields), p.Problems, p.rows, p.content, p.wait)
	}
	return text
}

func checkState(t *testing.T, where string, s State) {
	t.Helper()
	if s.Step != Waiting && s.Replied || s.Replied && s.Open() {
		t.Fatalf("%s: settled at step %d", where, s.Step)
	}
	switch s.Step {
	case Idle, Done, Unshown:
		if len(s.Request().Fields) > 0 || len(s.Requests) > 0 || s.Snapshot.JSON != "" {
			t.Fatalf("%s: answers outlive their request at step %d", where, s.Step)
		}
		return
	case Consent, Waiting:
		if !s.Request().Page() {
			t.Fatalf("%s: no page at step %d", where, s.Step)
		}
	case Form:
		if s.Request().Page() || len(s.Request().Fields) != len(s.Request().Form.Fields) {
			t.Fatalf("%s: %d of %d fields", where, len(s.Request().Fields), len(s.Request().Form.Fields))
		}
	case Review:
		if s.Sending == NotSending {
			checkReview(t, where, s)
		}
	}
	if s.At < 0 || s.At >= len(s.Requests) {
		t.Fatalf("%s: at question %d of %d", where, s.At, len(s.Requests))
	}
}

// checkReview compares the review with the fields and with the reply.
func checkReview(t *testing.T, where string, s State) {
	t.Helper()
	for i, p := range s.Requests {
		if p.Decision == undecided {
			t.Fatalf("%s: part %d is reviewed without a decision", where, i)
		}
		if p.Decision != request.Accept || len(p.Fields) == 0 {
			continue
		}
		checked := p
		if right, _ := checked.check(s.Reader); !right || checked.content.JSON() != p.content.JSON() || fmt.Sprint(checked.mask().rows) != fmt.Sprint(rowsOf(s, i)) {
			t.Fatalf("%s: question %d is reviewed as %s %v, its fields say %s %v", where, i, p.content.JSON(), rowsOf(s, i), checked.content.JSON(), checked.rows)
		}
	}
	for i, p := range s.mutableRequests() {
		s.Requests[i] = p.mask()
	}
	responses := s.reply().Responses
	sent := responses[0].Result.Content
	if len(responses) > 1 {
		sent = request.Value{Type: request.Object}
		for _, r := range responses {
			sent.Members = append(sent.Members, request.Member{Name: r.Key, Value: r.Result.Value()})
		}
	}
	if got, shown := sent.JSON(), s.Snapshot.JSON; got != shown {
		t.Fatalf("%s: shows %s, sends %s", where, shown, got)
	}
}

// checkEffects checks that the target of the focus exists.
func checkEffects(t *testing.T, where string, s State, effects []Effect) {
	t.Helper()
	if wake, ok := has[Wake](effects); ok && wake.After <= 0 {
		t.Fatalf("%s: woken after %d ms", where, wake.After)
	}
	focus, ok := focus(effects)
	if !ok {
		return
	}
	switch focus.Target {
	case OnSummary:
		ok = s.Step == Form && len(s.Request().Problems) > 0
	case OnControl:
		ok = s.Step == Form && focus.Field < len(s.Request().Fields)
	case OnChange:
		ok = s.Step == Review && focus.Request < len(s.Requests)
		if ok {
			ok = s.Requests[focus.Request].Decision == request.Accept && focus.Field >= 0 && focus.Field < len(rowsOf(s, focus.Request))
		}
	case OnAgreement:
		ok = s.Step == Review && len(s.Snapshot.Secrets) > 0
	}
	if !ok {
		t.Fatalf("%s: the focus goes to %+v at step %d", where, focus, s.Step)
	}
}

// isNewAnswer reports whether an event gives a new answer, not an earlier one again.
func isNewAnswer(event Event) bool {
	_, isRequest := event.(Requested)
	return !isRequest && event != Resend
}

// checkAccepts checks that every accept has a consent.
func checkAccepts(t *testing.T, before State, event Event, effects []Effect) {
	t.Helper()
	for _, text := range replies(effects) {
		// These are the secrets in the forms of this test.
		secret := strings.Contains(text, "hunter2") || strings.Contains(text, "4711")
		if secret && !before.Agreement.Given && isNewAnswer(event) {
			t.Fatalf("%T sent a secret that nobody agreed to send: %s", event, text)
		}
	}
	for _, effect := range effects {
		reply, ok := effect.(Reply)
		if !ok {
			continue
		}
		for i, response := range reply.Responses {
			form := before.Requests[i]
			if response.Result.Content.Exists() && len(form.Form.Fields) > 0 && before.Step != Review {
				t.Fatalf("%T sent the answers of %q from step %d", event, response.Key, before.Step)
			}
		}
		if len(reply.Responses) == 1 && reply.Responses[0].Result.Action == request.Accept {
			opened := before.Request().Page() && before.Step == Consent
			if before.Step != Review && !before.Request().Confirmation() && !opened {
				t.Fatalf("%T accepted from step %d", event, before.Step)
			}
		}
	}
}

func rowsOf(s State, question int) (rows []Row) {
	for _, row := range slices.Concat(s.Snapshot.Rows...) {
		if row.Request == question {
			row.Request = 0
			rows = append(rows, row)
		}
	}
	return rows
}
