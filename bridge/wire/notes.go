package wire

import (
	"math"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// ours is how the names begin under which the host speaks in _meta. It removes
// what a server wrote under them.
const ours = "elicitform/"

// lastMoment is the last one that the browser has a date for.
const lastMoment = 8.64e15

// ReadNotes reads what the host says about a request. It never fails: what has
// the wrong type counts as absent. Only a rejection for a reason that is not known
// here stays a rejection, because the form must not be shown then.
func ReadNotes(params elicit.Value) elicit.HostNotes {
	meta := params.Get("_meta")
	return elicit.HostNotes{
		Server:       readServer(meta),
		Focus:        meta.Get(ours + "focus").Truth,
		Queue:        readPlace(meta.Get(ours + "queue")),
		Deadline:     whole(meta.Get(ours+"deadline"), lastMoment),
		HostOpens:    meta.Get(ours + "openLink").Truth,
		Hold:         meta.Get(ours + "hold").Truth,
		Waits:        meta.Get(ours + "waits").Truth,
		Drafts:       meta.Get(ours + "drafts").Truth,
		Draft:        meta.Get(ours + "draft"),
		Findings:     meta.Get(ours + "findings").Truth,
		ShortReview:  text(meta.Get(ours+"review")) == "short",
		OutcomeShown: outcomeShown(meta.Get(ours + "showOutcome")),
		Rejected:     knownReason(text(meta.Get(ours + "rejected"))),
	}
}

// ReadQueue reads the params of [MethodQueue].
func ReadQueue(params elicit.Value) (id elicit.Value, queue elicit.Queue) {
	return params.Get("requestId"), readPlace(params.Get("queue"))
}

func readPlace(queue elicit.Value) elicit.Queue {
	place := elicit.Queue{Position: int(whole(queue.Get("position"), math.MaxInt32)), Total: int(whole(queue.Get("total"), math.MaxInt32))}
	if place.Position < 1 || place.Total < place.Position {
		return elicit.Queue{}
	}
	return place
}

// outcomeShown is how long the host wants the outcome of a request to be shown; see
// [elicit.HostNotes].
func outcomeShown(shown elicit.Value) int {
	const longest = 1 << 30
	switch {
	case shown.Kind == elicit.Bool && !shown.Truth:
		return -1
	case shown.Kind != elicit.Number:
		return 0
	}
	if after := int(whole(shown, longest)); after > 0 {
		return after
	}
	return -1
}

func readServer(meta elicit.Value) elicit.Server {
	server := meta.Get(ours + "server")
	return elicit.Server{
		ID:    untrusted.Text(text(server.Get("id"))),
		Name:  untrusted.Text(text(server.Get("name"))),
		Title: untrusted.Text(text(server.Get("title"))),
	}
}

func text(v elicit.Value) string {
	if v.Kind != elicit.String {
		return ""
	}
	return v.Text
}

// whole returns a number between 0 and most without its fraction, else 0.
func whole(v elicit.Value, most float64) int64 {
	if v.Kind != elicit.Number {
		return 0
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || n < 0 || n > most {
		return 0
	}
	return int64(n)
}

func knownReason(reason string) elicit.Reason {
	switch r := elicit.Reason(reason); r {
	case "", elicit.NotJSON, elicit.NotAnObject, elicit.TooLarge, elicit.TooDeep, elicit.DuplicateName,
		elicit.NumberTooLong, elicit.WrongType, elicit.UnknownMode, elicit.ModeConflict, elicit.NotAFormSchema,
		elicit.UnknownDialect, elicit.TooManyProperties, elicit.TooManyOptions:
		return r
	}
	return elicit.NotJSON
}
