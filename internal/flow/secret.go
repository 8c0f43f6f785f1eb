package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/request"
)

// Servers must not ask for secrets in a form, and some do. Review hides an answer that looks like a secret.

// Mask replaces a hidden answer in the JSON on review. Its length says nothing about the length of the answer.
const Mask = "••••••••"

// Agreement is the tick without which no secret is sent.
type Agreement struct {
	Given bool
	// Missing says that Send was pressed without the tick.
	Missing bool
	// Serial changes when the program, and not the person, takes the tick away.
	Serial int
}

// Wrong reports whether the tick is still missing after Send has asked for it.
func (a Agreement) Wrong() bool { return a.Missing && !a.Given }

// Agreed: the person ticked that the secrets may be sent, or took the tick back.
type Agreed struct{ Yes bool }

func (e Agreed) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step == Review {
		s.Agreement.Given = e.Yes
	}
	return s, nil
}

// SecretShown: the person reveals or hides a secret on review.
type SecretShown struct {
	Request, Field int
	Shown          bool
}

func (e SecretShown) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step == Approve {
		s.mutableRequest().cover(e.Field, !e.Shown)
		return s, nil
	}
	if s.Step != Review || e.Request < 0 || e.Request >= len(s.Requests) || e.Field < 0 || e.Field >= len(s.Requests[e.Request].Fields) {
		return s, nil
	}
	q := &s.mutableRequests()[e.Request]
	q.mutableField(e.Field).Revealed = e.Shown
	return s.takeSnapshot(), nil
}

func (q Request) mask() Request {
	q.rows = slices.Clone(q.rows)
	hidden := map[string]bool{}
	for i, row := range q.rows {
		f := q.Form.Fields[row.Field]
		if !f.Secret || !row.Provided {
			continue
		}
		q.rows[i].Secret = true
		if !q.Fields[row.Field].Revealed {
			q.rows[i] = Row{Field: row.Field, Label: row.Label, Name: row.Name, Provided: true, Suggested: row.Suggested, Secret: true, Hidden: true}
			hidden[q.Form.Property(f.Index)] = true
		}
	}
	q.content.Members = slices.Clone(q.content.Members)
	for i, member := range q.content.Members {
		if hidden[member.Name] {
			q.content.Members[i].Value = request.StringValue(Mask)
		}
	}
	return q
}
