package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
		s.Acknowledges = round%2 == 0
		if round%3 == 0 {
			// Every form is a long one.
			s.pace = pace{first: 1 + random.IntN(4), rest: 1 + random.IntN(16)}
		}
		record := settlements{open: map[string]string{}, shown: map[string]bool{}, opened: map[string]int{}, waits: map[string]int{}}
		for step := range 80 {
			// Most requests are new; some are sent again by the host, and some
			// ask something else under an id that was there before.
			id := fmt.Sprint(step)
			if random.IntN(4) == 0 && s.ID.Exists() {
				id = s.ID.Text
			}
			event := anyEvent(t, random, s, id)
			if s.work != (work{}) && random.IntN(4) > 0 {
				event = Worked{Task: s.worked} // The browser leaves long work little time.
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
			record.anew = before.Sending == NotSending
			record.note(t, where, event, effects, s.Acknowledges)
			if _, back := event.(SentBack); back && before.Sending != NotSending && s.Sending == NotSending {
				record.sentBack(before.asked)
			}
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
		for step := 0; s.Step != Idle; step++ {
			var effects []Effect
			for _, event := range []Event{CancelPressed{}, Received{ID: s.ID}, Closed{}} {
				var more []Effect
				s, more = Update(s, event)
				record.note(t, "at the end", event, more, s.Acknowledges)
				effects = append(effects, more...)
			}
			if step > 1000 {
				t.Fatalf("round %d: step %d never ends: %v", round, s.Step, effects)
			}
		}
		if len(record.open) > 0 || len(s.parked) > 0 {
			t.Fatalf("round %d: no answers to %v, %d pages are left", round, record.open, len(s.parked))
		}
	}
}

// settlements are what the host of a machine sees.
type settlements struct {
	// open are the questions that wait for an answer, by their ids, and
	// answered those whose answer the machine may be asked for again.
	open     map[string]string
	answered []settled
	// shown are those that were told to be on the screen.
	shown map[string]bool
	// opened counts the answers under an id, waits the ends of waiting.
	opened, waits map[string]int
	// anew: what the host could not look at was taken back, and leaves again.
	anew bool
}

type settled struct{ id, text, reply string }

// note counts answers and the ends of waiting.
func (r *settlements) note(t *testing.T, where string, event Event, effects []Effect, acknowledges bool) {
	t.Helper()
	said := replies(effects)
	// want takes the one reply that must be among those of this event.
	want := func(reply string) {
		at := slices.Index(said, reply)
		if at < 0 {
			t.Fatalf("%s: %q, want %q", where, said, reply)
		}
		said = slices.Delete(said, at, at+1)
	}
	switch e := event.(type) {
	case Requested:
		id := e.ID.Text
		text, open := r.open[id]
		at := slices.IndexFunc(r.answered, func(s settled) bool { return s.id == id && s.text == e.Text })
		switch {
		case at >= 0:
			want(r.answered[at].reply)
		case open && text != e.Text:
			want(id + " error id-in-use")
		case !open:
			r.open[id], r.shown[id] = e.Text, false
		}
	case ResendPressed:
		if len(said) > 0 && !r.anew {
			want(r.answered[len(r.answered)-1].reply)
		}
	case CalledOff:
		// The host has settled it; what is on the way comes too late.
		if _, open := r.open[e.ID.Text]; !open {
			r.answered = slices.DeleteFunc(r.answered, func(s settled) bool { return s.id == e.ID.Text })
		}
		delete(r.open, e.ID.Text)
	case Received:
		r.confirmed(e.ID.Text)
	case Woken:
		if e.Alarm == RepeatAlarm && !acknowledges {
			r.answered = nil
		}
	}
	for _, reply := range said {
		id, _, _ := strings.Cut(reply, " ")
		text, open := r.open[id]
		if !open {
			t.Fatalf("%s answers %s, which is not open: %s", where, id, reply)
		}
		if strings.Contains(reply, "accept") && !r.shown[id] {
			t.Fatalf("%s accepts what was never shown: %s", where, reply)
		}
		delete(r.open, id)
		r.opened[id]++
		if !acknowledges {
			r.answered = nil
		}
		r.answered = append(r.answered[max(0, len(r.answered)-maxAnswers+1):], settled{id, text, reply})
	}
	for _, effect := range effects {
		if shown, is := effect.(Shown); is {
			id := shown.ID.Text
			if _, open := r.open[id]; !open || r.shown[id] {
				t.Fatalf("%s: %s is shown, open %v, before %v", where, id, open, r.shown[id])
			}
			r.shown[id] = true
		}
		if over, is := effect.(WaitOver); is {
			id := over.ID.Text
			if r.waits[id]++; r.waits[id] > r.opened[id] {
				t.Fatalf("%s: the wait for %s is over %d times, %d answers", where, id, r.waits[id], r.opened[id])
			}
		}
	}
}

// sentBack takes the answer to a question to be none. What else was asked under
// its id has had an error.
func (r *settlements) sentBack(q question) {
	id := q.id.Text
	r.open[id], r.shown[id] = q.text, true
	r.answered = slices.DeleteFunc(r.answered, func(s settled) bool { return s.id == id })
	r.opened[id]--
}

func (r *settlements) confirmed(id string) {
	if at := slices.IndexFunc(r.answered, func(s settled) bool { return s.id == id }); at >= 0 {
		r.answered = slices.Delete(r.answered, at, at+1)
	}
}

// fingerprint is all of a state that an event could change behind its back.
func fingerprint(s State) string {
	text := fmt.Sprint(s.Step, s.Fields, s.Problems, s.rows, s.content, s.Reviewed, s.waiting, s.answers, s.at)
	for _, p := range s.parts {
		text += fmt.Sprint(p.Decision, p.Fields, p.Problems, p.rows, p.content, p.finished)
	}
	for _, p := range s.parked {
		text += fmt.Sprint(p.asked)
	}
	return text
}

// checkState makes sure of what is true of every state.
func checkState(t *testing.T, where string, s State) {
	t.Helper()
	if s.Step != Waiting && s.settled || s.settled && s.Open() {
		t.Fatalf("%s: settled at step %d", where, s.Step)
	}
	if d := s.View.Drawing; d.Drawn > d.goal || d.goal > len(d.costs) || d.busy() && !d.underway || len(d.costs) != len(s.drawingCosts()) {
		t.Fatalf("%s: %d of %d items are drawn, %d are to be, under way %v; the screen has %d", where, d.Drawn, len(d.costs), d.goal, d.underway, len(s.drawingCosts()))
	}
	if len(s.waiting) > 0 && !s.Open() {
		t.Fatalf("%s: %d requests wait behind step %d", where, len(s.waiting), s.Step)
	}
	switch s.Step {
	case Idle, Done, Unshown:
		if len(s.Fields) > 0 || len(s.parts) > 0 || s.Reviewed.JSON != "" {
			t.Fatalf("%s: answers outlive their request at step %d", where, s.Step)
		}
		return
	case Consent, Waiting:
		if !s.Page() {
			t.Fatalf("%s: no page at step %d", where, s.Step)
		}
	case Form:
		if s.Page() || len(s.Fields) != len(s.Form.Fields) {
			t.Fatalf("%s: %d of %d fields", where, len(s.Fields), len(s.Form.Fields))
		}
	case Review:
		if s.Sending == NotSending {
			checkReview(t, where, s)
		}
	}
	if s.at < 0 || s.at >= len(s.parts) {
		t.Fatalf("%s: at part %d of %d", where, s.at, len(s.parts))
	}
}

// checkReview makes sure that what is shown is what stands in the fields, and
// what would leave.
func checkReview(t *testing.T, where string, s State) {
	t.Helper()
	for i, p := range s.all() {
		if p.Decision == Undecided {
			t.Fatalf("%s: part %d is reviewed without a decision", where, i)
		}
		if p.Decision != Accepted || len(p.Fields) == 0 {
			continue
		}
		alone := s
		alone.Question = p
		if right := alone.checkedAtOnce(); !right || alone.content.JSON() != p.content.JSON() || fmt.Sprint(alone.masked().rows) != fmt.Sprint(s.Reviewed.Sections[i].Rows) {
			t.Fatalf("%s: part %d is reviewed as %s %v, its fields say %s %v", where, i, p.content.JSON(), s.Reviewed.Sections[i].Rows, alone.content.JSON(), alone.rows)
		}
	}
	parts := s.all()
	for i, p := range parts {
		parts[i] = p.masked()
	}
	sent := s.reply(parts)
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
		ok = s.Step == Form && len(s.Problems) > 0
	case OnControl:
		ok = s.Step == Form && focus.Field < len(s.Fields)
	case OnChange:
		ok = s.Step == Review && focus.Section < len(s.Reviewed.Sections)
		if ok {
			section := s.Reviewed.Sections[focus.Section]
			ok = section.Decision == Accepted && focus.Field >= 0 && focus.Field < len(section.Rows)
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
			opened := before.Page() && before.Step == Consent
			if before.Step != Review && !before.Confirmation() && !opened {
				t.Fatalf("%T accepted from step %d", event, before.Step)
			}
		case ReplyAll:
			for i, response := range e.Responses {
				form := before.all()[i]
				if response.Result.Content != nil && len(form.Form.Fields) > 0 && before.Step != Review {
					t.Fatalf("%T sent the answers of %q from step %d", event, response.Key, before.Step)
				}
			}
		}
	}
}
