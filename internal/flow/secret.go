package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// Servers must not ask for secrets in a form, and some do. An answer that looks like
// a secret is hidden on review until the person asks to see it, and does not leave
// before the person has ticked that this server may have it.

// Mask stands in the JSON on review for an answer that is not shown. Its length
// does not tell the length of the answer.
const Mask = "••••••••"

// Agreement is the tick without which no secret leaves.
type Agreement struct {
	Given bool
	// Missing says that Send was pressed without it.
	Missing bool
	// Serial changes when the program and not the person has taken the tick away.
	Serial int
}

// takenBack is the agreement without the tick, which was for another answer.
func (a Agreement) takenBack() Agreement {
	if a.Given {
		a.Serial++
	}
	return Agreement{Serial: a.Serial}
}

// masked is the request as review shows it: without the secrets that the person
// has not asked to see.
func (q Request) masked() Request {
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
			hidden[f.Name] = true
		}
	}
	q.content.Members = slices.Clone(q.content.Members)
	for i, member := range q.content.Members {
		if hidden[member.Name] {
			q.content.Members[i].Value = elicit.StringValue(Mask)
		}
	}
	return q
}

func (e SecretShown) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step != Review || e.Request < 0 || e.Request >= len(s.Requests) || e.Field < 0 || e.Field >= len(s.Requests[e.Request].Fields) {
		return s, nil
	}
	q := &s.mutableRequests()[e.Request]
	q.mutableField(e.Field).Revealed = e.Shown
	return s.snapshot(), nil
}

func (e Agreed) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step == Review {
		s.Agreement.Given = e.Yes
		s.Agreement.Missing = s.Agreement.Missing && !e.Yes
	}
	return s, nil
}

// agreementMissing says what is missing before a secret can be sent.
func (s State) agreementMissing() (State, []Effect) {
	s.Agreement.Missing = true
	return s, []Effect{Focus{Target: OnAgreement}, Announce{Text: s.Words.Text(wording.SecretUnconfirmed, wording.Server(s.ServerID()))}}
}
