package flow

import (
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// reviewed shows the review step of what is decided.
func (s State) reviewed(focus Focus) (State, []Effect) {
	s.parts = s.all()
	s.Step, s.Changing, s.Agreement.Missing, s.work = Review, -1, false, work{}
	return s.snapshot(), []Effect{focus, Announce{Text: s.Words.Text(wording.ReviewHeading)}}
}

// snapshot is what review shows of the parts as they are decided.
func (s State) snapshot() State {
	s.Reviewed = Reviewed{}
	shown := make([]Question, len(s.parts))
	for i, p := range s.parts {
		s.Reviewed.Miscounted = s.Reviewed.Miscounted || p.Decision == Accepted && check.Miscounted(p.Form, p.content)
		shown[i] = p.masked()
		s.Reviewed.Sections = append(s.Reviewed.Sections, Section{
			Part: i, Message: p.Message, Decision: p.Decision, Page: p.Page(), Host: p.Link.Host, Rows: shown[i].rows,
		})
		for _, row := range shown[i].rows {
			if row.Secret {
				s.Reviewed.Secrets = append(s.Reviewed.Secrets, row.Label)
			}
			s.Reviewed.Masked = s.Reviewed.Masked || row.Hidden
		}
	}
	s.Reviewed.JSON = shown[s.at].content.JSON()
	if s.round {
		s.Reviewed.JSON = responses(shown).JSON()
	}
	return s
}

// responses are the answers to a round as the server gets them.
func responses(parts []Question) elicit.Value {
	all := elicit.Value{Kind: elicit.Object}
	for _, p := range parts {
		all.Members = append(all.Members, elicit.Member{Name: p.Key, Value: p.result().Value()})
	}
	return all
}

// review words the answers of the current part for the review step. The
// content is what will leave; the rows only explain it.
func (s State) review() []Row {
	var rows []Row
	for i, f := range s.Form.Fields {
		if f.Unsupported == "" {
			rows = append(rows, s.row(f, s.found[i]))
		}
	}
	return rows
}

func (s State) row(f schema.Field, a answer.Answer) Row {
	row := Row{Field: f.Index, Label: s.Words.Label(f), Provided: !a.Absent}
	if a.Absent {
		if f.Default.Exists() && s.checker.DefaultFits(f.Index) {
			row.Refill = s.shown(f, answer.Answer{Value: f.Default})
		}
		return row
	}
	row.Suggested = s.Fields[f.Index].Draft.Origin == answer.Suggested
	row.Value = s.shown(f, a)
	if sent := sentText(a.Value); sent != row.Value && !(f.Kind == schema.Boolean) {
		row.Sent = sent
	}
	if f.Kind == schema.DateTime {
		row.Instant = answer.ShowInstant(a, s.Env)
	}
	return row
}

// shown is an answer as the person understands it: titles, not values; a day,
// not a string of digits.
func (s State) shown(f schema.Field, a answer.Answer) string {
	switch f.Kind {
	case schema.Boolean, schema.Choice, schema.Choices:
		var titles []string
		for _, value := range values(a.Value) {
			if i := f.Find(value); i >= 0 {
				titles = append(titles, s.Words.Option(f, i))
			}
		}
		return strings.Join(titles, "\n")
	}
	text := answer.Show(f, a, s.Env)
	switch f.Kind {
	case schema.Text, schema.Email, schema.URI, schema.List:
		// Only what somebody typed can hide something; the spaces in a number
		// or a date are ours.
		return untrusted.Visible(text)
	}
	return text
}

func values(v elicit.Value) []elicit.Value {
	if v.Kind == elicit.Array {
		return v.Items
	}
	return []elicit.Value{v}
}

// sentText is a value as it leaves, without the quotes of JSON: one entry a
// line for a list.
func sentText(v elicit.Value) string {
	var lines []string
	for _, item := range values(v) {
		switch item.Kind {
		case elicit.String:
			lines = append(lines, untrusted.Visible(item.Text))
		default:
			lines = append(lines, item.JSON())
		}
	}
	return strings.Join(lines, "\n")
}

// wentBack returns from review to the form that was last, or from a part of a
// round to the form before it, with everything as it was left.
func (s State) wentBack() (State, []Effect) {
	to := s.Previous()
	if to < 0 {
		return s, nil
	}
	s = s.move(to)
	s.Decision = Undecided
	return s, []Effect{Focus{Target: OnHeading}}
}

// Previous is the part that Back leads to; -1 when there is none. A page that
// was opened cannot be taken back.
func (s State) Previous() int {
	from := s.at - 1
	switch s.Step {
	case Review:
		from = len(s.parts) - 1
	case Form, Consent:
	default:
		return -1
	}
	for i, parts := from, s.all(); i >= 0; i-- {
		if !parts[i].Page() || parts[i].Decision == Refused {
			return i
		}
	}
	return -1
}

// changeAsked returns to one part, and there to one field.
func (s State) changeAsked(e ChangeAsked) (State, []Effect) {
	if s.Step != Review || e.Part < 0 || e.Part >= len(s.parts) || s.parts[e.Part].Page() && s.parts[e.Part].Decision == Accepted {
		return s, nil
	}
	if e.Field >= len(s.parts[e.Part].Fields) {
		return s, nil
	}
	s = s.move(e.Part)
	s.Decision, s.Changing = Undecided, e.Field
	if e.Field < 0 {
		return s, []Effect{Focus{Target: OnHeading}}
	}
	return s, []Effect{Focus{Target: OnControl, Field: e.Field}}
}
