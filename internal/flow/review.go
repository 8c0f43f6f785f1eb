package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
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
			row.Refill = s.shown(f, answer.Answer{Value: f.Default}).Text
		}
		return row
	}
	row.Suggested = s.Fields[f.Index].Draft.Origin == answer.Suggested
	shown := s.shown(f, a)
	row.Value, row.Sent, row.Instant = shown.Text, shown.Sent, shown.Instant
	if answer.Echoes(f) {
		row.Lang = s.Words.Foreign()
	}
	return row
}

func (s State) shown(f schema.Field, a answer.Answer) answer.Shown {
	return answer.Show(f, a, s.Env, func(option int) string { return s.Words.Option(f, option) })
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
