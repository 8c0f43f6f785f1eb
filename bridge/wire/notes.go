package wire

import (
	"math"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// lastMoment is the last one that the browser has a date for.
const lastMoment = 8.64e15

// ReadNotes reads what the host says about a round. It never fails: a note of the
// wrong type counts as absent.
func ReadNotes(params elicit.Value) elicit.Notes {
	notes := params.Get("notes")
	return elicit.Notes{
		Server:       readServer(notes.Get(noteServer)),
		Focus:        notes.Get(noteFocus).Truth,
		Queue:        ReadQueue(notes),
		Deadline:     whole(notes.Get(noteDeadline), lastMoment),
		HostOpens:    notes.Get(noteOpenLink).Truth,
		WaitForPages: notes.Get(noteWaitForPages).Truth,
		Drafts:       notes.Get(noteDrafts).Truth,
		Draft:        notes.Get(noteDraft),
		Findings:     notes.Get(noteFindings).Truth,
		ShortReview:  notes.Get(noteShortReview).Truth,
		OutcomeShown: outcomeShown(notes.Get(noteOutcome)),
		Receipt:      strings.HasPrefix(notes.Get(noteOutcome).Text, "-"),
	}
}

// ReadQueue reads the place of a round, in its notes and in a [MethodQueue].
func ReadQueue(notes elicit.Value) elicit.Queue {
	queue := notes.Get(noteQueue)
	place := elicit.Queue{Position: int(whole(queue.Get("position"), math.MaxInt32)), Total: int(whole(queue.Get("total"), math.MaxInt32))}
	if place.Position < 1 || place.Total < place.Position {
		return elicit.Queue{}
	}
	return place
}

// outcomeShown is how long the outcome of a round is shown; see [elicit.Notes].
func outcomeShown(shown elicit.Value) int {
	const longest = 1 << 30
	if shown.Type != elicit.Number {
		return 0
	}
	if after := int(whole(shown, longest)); after > 0 {
		return after
	}
	return -1
}

func readServer(server elicit.Value) elicit.Server {
	return elicit.Server{
		ID:    untrusted.Text(text(server.Get("id"))),
		Name:  untrusted.Text(text(server.Get("name"))),
		Title: untrusted.Text(text(server.Get("title"))),
	}
}

// whole returns a number between 0 and most without its fraction, else 0.
func whole(v elicit.Value, most float64) int64 {
	if v.Type != elicit.Number {
		return 0
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || n < 0 || n > most {
		return 0
	}
	return int64(n)
}
