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
// page only by opening it, and every open request can still be cancelled.
func TestOneReply_D4_P19_InAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		s := start(t)
		s.Acknowledges = round%2 == 0
		answered := map[string]int{}
		for step := range 80 {
			// Most requests are new; some are sent again by the host.
			id := fmt.Sprint(step)
			if random.IntN(4) == 0 && s.ID.Exists() {
				id = s.ID.Text
			}
			event := anyEvent(t, random, s, id)
			before := s
			var effects []Effect
			s, effects = Update(s, event)
			_, requested := event.(Requested)
			_, resent := event.(ResendPressed)
			for _, reply := range replies(effects) {
				if requested || resent {
					continue // The stored answer of a repeated request, or what is sent again.
				}
				id, _, _ := strings.Cut(reply, " ")
				answered[id]++
				if answered[id] > 1 {
					t.Fatalf("round %d step %d: %T answered %s twice", round, step, event, id)
				}
			}
			if !requested {
				checkAccepts(t, before, event, effects)
			}
			if s.Open() && s.Sending == NotSending {
				if _, effects := Update(s, CancelPressed{}); len(replies(effects)) == 0 {
					t.Fatalf("round %d step %d: an open request at step %d cannot be cancelled", round, step, s.Step)
				}
			}
		}
	}
}

// anyEvent is something that a host or a person could do at any time.
func anyEvent(t *testing.T, random *rand.Rand, s State, id string) Event {
	field := random.IntN(6) - 1
	page := `{"message":"m","mode":"url","url":"https://shop.example/","elicitationId":"e` + id + `"}`
	several := inRound(t, id, contact, page, `{"message":"yes?"}`)
	pages := inRound(t, id, page, page)
	pages.Hold = random.IntN(2) == 0
	late := request(t, id, contact)
	late.Deadline, late.Now, late.Drafts = 100_000, int64(random.IntN(100_001)), true
	hosted := request(t, id, page)
	hosted.HostOpens = true
	events := []Event{
		request(t, id, contact), request(t, id, `{"message":"yes?"}`), request(t, id, page), several, pages, late, hosted,
		CalledOff{ID: s.ID}, CalledOff{ID: s.ID, Expired: true},
		Finished{ElicitationID: "e" + id}, Finished{ID: s.ID, ElicitationID: s.elicitationID},
		Received{ID: s.ID}, Received{ID: elicit.StringValue(id)}, LinkOpened{OK: random.IntN(2) == 0}, Copied{OK: true},
		Woken{Alarm: DeadlineAlarm, Now: int64(random.IntN(110_000))}, Woken{Alarm: SilenceAlarm}, Woken{Alarm: DraftAlarm},
		typed(field, "Ada"), typed(0, "Ada"), typed(1, "a@b.example"), chosen(2, random.IntN(2)),
		Cleared{Field: field}, Restored{Field: field}, Continued{}, Continued{}, Continued{},
		ChangeAsked{Part: random.IntN(4) - 1, Field: field}, WentBack{}, SendPressed{}, ConfirmPressed{},
		OpenPressed{}, OpenPressed{}, CopyPressed{}, FinishPressed{}, ResendPressed{},
		DeclinePressed{}, CancelPressed{}, Closed{}, Adapted{Words: s.Words, Env: s.Env, Acknowledges: s.Acknowledges},
	}
	return events[random.IntN(len(events))]
}

// checkAccepts makes sure that nothing is accepted that nobody agreed to.
func checkAccepts(t *testing.T, before State, event Event, effects []Effect) {
	t.Helper()
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
