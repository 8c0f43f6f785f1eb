package flow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

// TestOneReply_D4 throws events at the machine in any order: whatever happens,
// a request is answered at most once, a form is accepted only after review, a
// page only by opening it, every open request can still be cancelled, and when
// the person closes everything, every request has had its answer.
func TestOneReply_D4_P19_InAnyOrder(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { inAnyOrder(t, rand.New(rand.NewPCG(1, seed))) })
	}
}

func inAnyOrder(t *testing.T, random *rand.Rand) {
	for round := range 40 {
		s := start(t)
		if round%3 == 0 {
			// Every form is a long one.
			setPace(t, 1+random.IntN(4), 1+random.IntN(16))
		} else {
			setPace(t, ordinary.first, ordinary.rest)
		}
		record := settlements{began: map[string]int{}, ended: map[string]int{}}
		for step := range 80 {
			// Most requests are new; some come under an id that was there before.
			id := fmt.Sprint(step)
			if random.IntN(4) == 0 && s.ID.Exists() {
				id = s.ID.Text
			}
			event := anyEvent(t, random, s, id)
			if s.work != s.work.over() && random.IntN(4) > 0 {
				event = Worked{Task: s.work.task} // The browser leaves long work little time.
			}
			before, was := s, ""
			looked := random.IntN(16) == 0
			if looked {
				was = fingerprint(s)
			}
			var effects []Effect
			s, effects = Update(s, event)
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
				if _, effects := Update(s, CancelPressed{}); len(replies(effects)) == 0 {
					t.Fatalf("%s: an open request at step %d cannot be cancelled", where, s.Step)
				}
			}
		}
		for _, event := range []Event{CancelPressed{}, Received{ID: s.ID}, Closed{}} {
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

// settlements are what the host of a machine sees.
type settlements struct {
	// open is the id of the request that waits for an answer, sent the answer of
	// one that waits for the host to confirm it.
	open, sent string
	// shown: the open request was told to be on the screen.
	shown bool
	// began and ended count the times that a page was waited for.
	began, ended map[string]int
}

// note compares the answers and the ends of waiting with what the host expects.
func (r *settlements) note(t *testing.T, where string, before State, event Event, after State, effects []Effect) {
	t.Helper()
	said := replies(effects)
	// want takes the one reply that this event must have.
	want := func(reply string) {
		if len(said) != 1 || said[0] != reply {
			t.Fatalf("%s: %q, want %q", where, said, reply)
		}
		said = nil
	}
	switch e := event.(type) {
	case Requested:
		switch id := e.ID.Text; {
		case r.open == "" && r.sent == "":
			r.open, r.shown = id, false
		case id != before.ID.Text:
			want(id + " error internal")
		case len(said) > 0:
			t.Fatalf("%s: %q under the id of the open request", where, said)
		}
	case WaitResumed:
		r.began[e.ID.Text]++
	case ResendPressed:
		if before.Sending == Unconfirmed {
			want(r.sent)
		}
	case AnswerRefused:
		if before.Sending != NotSending && after.Sending == NotSending {
			// The answer counts for nothing.
			r.open, r.sent = before.ID.Text, ""
		}
	case CalledOff:
		if e.ID.Equal(before.ID) {
			// The host has settled it; what is on the way comes too late.
			r.open, r.sent = "", ""
		}
	case Received:
		if e.ID.Equal(before.ID) {
			r.sent = ""
		}
	}
	for _, reply := range said {
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
			r.began[id]++ // A page was opened; the server may have said before that it is finished.
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

// fingerprint is all of a state that an event could change behind its back.
func fingerprint(s State) string {
	text := fmt.Sprint(s.Step, each(s.Question().Fields), s.Question().Problems, s.Question().rows, s.Question().content, s.Reviewed, s.At)
	for _, p := range s.Questions {
		text += fmt.Sprint(p.Decision, each(p.Fields), p.Problems, p.rows, p.content, p.wait)
	}
	return text
}

// checkState makes sure of what is true of every state.
func checkState(t *testing.T, where string, s State) {
	t.Helper()
	if s.Step != Waiting && s.Replied || s.Replied && s.Open() {
		t.Fatalf("%s: settled at step %d", where, s.Step)
	}
	if d := s.View.Drawing; d.Drawn > d.goal || d.goal > len(d.costs) || d.Busy() && !d.underway || len(d.costs) != len(s.drawingCosts()) {
		t.Fatalf("%s: %d of %d items are drawn, %d are to be, under way %v; the screen has %d", where, d.Drawn, len(d.costs), d.goal, d.underway, len(s.drawingCosts()))
	}
	switch s.Step {
	case Idle, Done, Unshown:
		if s.Question().Fields.Len() > 0 || len(s.Questions) > 0 || s.Reviewed.JSON != "" {
			t.Fatalf("%s: answers outlive their request at step %d", where, s.Step)
		}
		return
	case Consent, Waiting:
		if !s.Question().Page() {
			t.Fatalf("%s: no page at step %d", where, s.Step)
		}
	case Form:
		if s.Question().Page() || s.Question().Fields.Len() != len(s.Question().Form.Fields) {
			t.Fatalf("%s: %d of %d fields", where, s.Question().Fields.Len(), len(s.Question().Form.Fields))
		}
	case Review:
		if s.Sending == NotSending {
			checkReview(t, where, s)
		}
	}
	if s.At < 0 || s.At >= len(s.Questions) {
		t.Fatalf("%s: at question %d of %d", where, s.At, len(s.Questions))
	}
}

// checkReview makes sure that what is shown is what stands in the fields, and
// what would leave.
func checkReview(t *testing.T, where string, s State) {
	t.Helper()
	for i, p := range s.Questions {
		if p.Decision == undecided {
			t.Fatalf("%s: part %d is reviewed without a decision", where, i)
		}
		if p.Decision != elicit.Accept || p.Fields.Len() == 0 {
			continue
		}
		again := p
		if right := again.checkedAtOnce(s.Reader); !right || again.content.JSON() != p.content.JSON() || fmt.Sprint(again.masked().rows) != fmt.Sprint(rowsOf(s, i)) {
			t.Fatalf("%s: question %d is reviewed as %s %v, its fields say %s %v", where, i, p.content.JSON(), rowsOf(s, i), again.content.JSON(), again.rows)
		}
	}
	for i, p := range s.changeAll() {
		s.Questions[i] = p.masked()
	}
	sent := s.reply()
	shown := s.Reviewed.JSON
	switch e := sent.(type) {
	case Reply:
		if got := e.Result.Content.JSON(); got != shown {
			t.Fatalf("%s: shows %s, sends %s", where, shown, got)
		}
	case ReplyAll:
		all := elicit.Value{Kind: elicit.Object}
		for _, r := range e.Responses {
			all.Members = append(all.Members, elicit.Member{Name: r.Key, Value: r.Result.Value()})
		}
		if got := all.JSON(); got != shown {
			t.Fatalf("%s: shows %s, sends %s", where, shown, got)
		}
	}
}

// checkEffects makes sure that what gets the focus is there.
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
		ok = s.Step == Form && len(s.Question().Problems) > 0
	case OnControl:
		ok = s.Step == Form && focus.Field < s.Question().Fields.Len()
	case OnChange:
		ok = s.Step == Review && focus.Question < len(s.Questions)
		if ok {
			ok = s.Questions[focus.Question].Decision == elicit.Accept && focus.Field >= 0 && focus.Field < len(rowsOf(s, focus.Question))
		}
	case OnAgreement:
		ok = s.Step == Review && len(s.Reviewed.Secrets) > 0
	}
	if !ok {
		t.Fatalf("%s: the focus goes to %+v at step %d", where, focus, s.Step)
	}
}

// anew reports whether an event gives a new answer, not an earlier one again.
func anew(event Event) bool {
	switch event.(type) {
	case Requested, ResendPressed:
		return false
	}
	return true
}

// checkAccepts makes sure that nothing is accepted that nobody agreed to.
func checkAccepts(t *testing.T, before State, event Event, effects []Effect) {
	t.Helper()
	for _, text := range replies(effects) {
		// The person's secrets in the forms of this test.
		secret := strings.Contains(text, "hunter2") || strings.Contains(text, "4711")
		if secret && !before.Agreement.Given && anew(event) {
			t.Fatalf("%T sent a secret that nobody agreed to send: %s", event, text)
		}
	}
	for _, effect := range effects {
		switch e := effect.(type) {
		case Reply:
			if e.Result.Action != elicit.Accept {
				continue
			}
			opened := before.Question().Page() && before.Step == Consent
			if before.Step != Review && !before.Question().Confirmation() && !opened {
				t.Fatalf("%T accepted from step %d", event, before.Step)
			}
		case ReplyAll:
			for i, response := range e.Responses {
				form := before.Questions[i]
				if response.Result.Content != nil && len(form.Form.Fields) > 0 && before.Step != Review {
					t.Fatalf("%T sent the answers of %q from step %d", event, response.Key, before.Step)
				}
			}
		}
	}
}

// rowsOf are the rows of one question on review.
func rowsOf(s State, question int) (rows []Row) {
	for _, row := range s.Reviewed.Rows {
		if row.Question == question {
			row.Question = 0
			rows = append(rows, row)
		}
	}
	return rows
}
