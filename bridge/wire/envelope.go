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

// Envelope is what the host says about a request, in params._meta.
type Envelope struct {
	Server Server
	// Focus says that the form may take the focus when it appears.
	Focus bool
	Queue Queue
	// Deadline is when the request expires, in milliseconds since 1970; 0 for
	// never.
	Deadline int64
	// Drafts says that the host keeps unfinished answers, and Draft is what it
	// kept; Missing when nothing is there.
	Drafts bool
	Draft  elicit.Value
	// OpenLink says that the host opens pages itself, on request.
	OpenLink bool
	// Hold says that the answer to a round waits until every page of it is
	// finished.
	Hold bool
	// Findings says that the host wants to be told what is noteworthy.
	Findings bool
	// Rejected is why the host could not hand over what the server wrote;
	// empty when it could. The frame then shows why and answers with an error.
	Rejected elicit.Reason
}

// Server is who asks.
type Server struct {
	// ID is the host's own name for the server and the only one to trust.
	ID untrusted.Text
	// Name and Title are what the server says about itself.
	Name, Title untrusted.Text
}

// Queue is the place of the request among those that wait, counted from 1; zero
// when it is the only one.
type Queue struct{ Position, Total int }

// lastMoment is the last one that the browser has a date for.
const lastMoment = 8.64e15

// ReadEnvelope reads what the host says about a request. It never fails: what
// has the wrong type is as good as absent. Only a rejection for a reason that
// is not known here stays a rejection, as showing the form would be wrong.
func ReadEnvelope(params elicit.Value) Envelope {
	meta := params.Get("_meta")
	server := meta.Get(ours + "server")
	queue := meta.Get(ours + "queue")
	e := Envelope{
		Server: Server{
			ID:    untrusted.Text(text(server.Get("id"))),
			Name:  untrusted.Text(text(server.Get("name"))),
			Title: untrusted.Text(text(server.Get("title"))),
		},
		Focus:    meta.Get(ours + "focus").Truth,
		Queue:    Queue{Position: int(whole(queue.Get("position"), math.MaxInt32)), Total: int(whole(queue.Get("total"), math.MaxInt32))},
		Deadline: whole(meta.Get(ours+"deadline"), lastMoment),
		Drafts:   meta.Get(ours + "drafts").Truth,
		Draft:    meta.Get(ours + "draft"),
		OpenLink: meta.Get(ours + "openLink").Truth,
		Hold:     meta.Get(ours + "hold").Truth,
		Findings: meta.Get(ours + "findings").Truth,
		Rejected: knownReason(text(meta.Get(ours + "rejected"))),
	}
	if e.Queue.Position < 1 || e.Queue.Total < e.Queue.Position {
		e.Queue = Queue{}
	}
	return e
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
