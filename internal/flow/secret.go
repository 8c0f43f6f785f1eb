package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/wording"
)

// Servers must not ask for secrets in a form, and some do. An answer that looks
// like one is not on review until the person asks for it, and does not leave
// before they have said whom it goes to.

// Mask stands in the JSON on review for an answer that is not shown. Its length
// says nothing about the answer's.
const Mask = "••••••••"

// Agreement is the tick without which no secret leaves.
type Agreement struct {
	Given bool
	// Missing says that Send was pressed without it.
	Missing bool
	// Generation changes when the program and not the person took it away.
	Generation int
}

// withdraw takes the tick away: it was for another answer.
func (a Agreement) withdraw() Agreement {
	if a.Given {
		a.Generation++
	}
	return Agreement{Generation: a.Generation}
}

// masked is the part as review shows it: without the secrets that the person
// has not asked to see.
func (p Question) masked() Question {
	if p.Decision != Accepted {
		return p
	}
	p.rows = slices.Clone(p.rows)
	hidden := map[string]bool{}
	for i, row := range p.rows {
		f := p.Form.Fields[row.Field]
		if !f.Secret || !row.Provided {
			continue
		}
		p.rows[i].Secret = true
		if !p.Fields[row.Field].Revealed {
			p.rows[i] = Row{Field: row.Field, Label: row.Label, Provided: true, Suggested: row.Suggested, Secret: true, Hidden: true}
			hidden[f.Name] = true
		}
	}
	p.content.Members = slices.Clone(p.content.Members)
	for i, member := range p.content.Members {
		if hidden[member.Name] {
			p.content.Members[i].Value = elicit.StringValue(Mask)
		}
	}
	return p
}

// secretShown shows a secret on review, or hides it again.
func (s State) secretShown(e SecretShown) (State, []Effect) {
	if s.Step != Review || e.Part < 0 || e.Part >= len(s.parts) || e.Field < 0 || e.Field >= len(s.parts[e.Part].Fields) {
		return s, nil
	}
	s.parts = s.all()
	fields := slices.Clone(s.parts[e.Part].Fields)
	fields[e.Field].Revealed = e.Shown
	s.parts[e.Part].Fields = fields
	s.Question = s.parts[s.at]
	return s.snapshot(), nil
}

// agreed takes the tick, or takes it away.
func (s State) agreed(e Agreed) (State, []Effect) {
	if s.Step == Review {
		s.Agreement.Given = e.Yes
		s.Agreement.Missing = s.Agreement.Missing && !e.Yes
	}
	return s, nil
}

// disagreed says what is missing before a secret can be sent.
func (s State) disagreed() (State, []Effect) {
	s.Agreement.Missing = true
	return s, []Effect{Focus{Target: OnAgreement}, Announce{Text: s.Words.Text(wording.SecretUnconfirmed, wording.Server(s.ServerID()))}}
}
