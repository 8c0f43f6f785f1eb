package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Reviewed is the snapshot that the review step shows. Send sends exactly what
// it holds.
type Reviewed struct {
	// Rows are the answers, in the order of the requests and of their fields. There
	// are none of a page and of a confirmation.
	Rows []Row
	// Miscounted says that some servers may refuse a number that is right; see
	// [check.Miscounted].
	Miscounted bool
	// JSON is what will leave, byte for byte, but for the secrets that are not
	// shown: the content of a form, or the responses of a round by their keys.
	JSON string
	// Secrets are the names of the answers that look like secrets, Masked
	// reports whether one of them is not shown.
	Secrets []wording.Arg
	Masked  bool
}

// Row is one field on the review step.
type Row struct {
	Request, Field int
	// Label is what the field is called, Name how a sentence names it.
	Label string
	Name  wording.Arg
	// Value is the answer as the person understands it; empty when the field
	// is left out.
	Value string
	// Sent is the value as it leaves, where Value does not say it.
	Sent string
	// Lang is the language of Value where it is another than that of the page.
	Lang string
	// Provided reports whether the field is part of the content.
	Provided bool
	// Suggested reports whether the answer is the server's own suggestion.
	Suggested bool
	// Secret says that the answer looks like a secret, Hidden that it is
	// therefore not here.
	Secret, Hidden bool
	// Refill is the default that the server may put back for a field that is
	// left out, as the person would read it; empty when there is none.
	Refill string
}

// Text names what is shown of the answer, which may be long.
func (r Row) Text() LongText {
	return firstAnswer - LongText(r.Request*schema.MaxProperties+r.Field)
}

// reviewed shows the review step of what is decided.
func (s State) reviewed(focus Focus) (State, []Effect) {
	s.Step, s.Changing, s.Agreement.Missing = Review, 0, false
	s = s.snapshot()
	if focus.Target != OnHeading {
		return s, []Effect{focus, Announce{Text: s.Heading().Plain()}}
	}
	return s, []Effect{focus, s.introduce()}
}

// snapshot takes what review shows from the requests as they are decided.
func (s State) snapshot() State {
	s.Reviewed = Reviewed{}
	shown := make([]Request, len(s.Requests))
	for i, q := range s.Requests {
		s.Reviewed.Miscounted = s.Reviewed.Miscounted || q.Decision == elicit.Accept && check.Miscounted(q.Form, q.content)
		shown[i] = q.masked()
		for _, row := range shown[i].rows {
			row.Request = i
			s.Reviewed.Rows = append(s.Reviewed.Rows, row)
			if row.Secret && q.Decision == elicit.Accept {
				s.Reviewed.Secrets = append(s.Reviewed.Secrets, row.Name)
			}
			s.Reviewed.Masked = s.Reviewed.Masked || row.Hidden
		}
	}
	s.Reviewed.JSON = shown[s.At].content.JSON()
	if len(shown) > 1 {
		s.Reviewed.JSON = responses(shown).JSON()
	}
	return s
}

// responses are the answers to a round as the server gets them.
func responses(requests []Request) elicit.Value {
	all := elicit.Value{Kind: elicit.Object}
	for _, q := range requests {
		all.Members = append(all.Members, elicit.Member{Name: q.Key, Value: q.result().Value()})
	}
	return all
}

// review words the answers of a request for the review step. The content is what
// will leave; the rows only explain it.
func (q *Request) review(r Reader) []Row {
	var rows []Row
	for i, f := range q.Form.Fields {
		if f.Unsupported == "" {
			rows = append(rows, q.row(f, q.found[i], r))
		}
	}
	return rows
}

func (q *Request) row(f schema.Field, a answer.Answer, r Reader) Row {
	row := Row{Field: f.Index, Label: r.Words.Label(f), Name: r.Words.Name(f), Provided: !a.Absent}
	if a.Absent {
		if f.Default.Exists() && q.checker.DefaultFits(f.Index) {
			row.Refill = r.shown(f, answer.Answer{Value: f.Default}).Text
		}
		return row
	}
	row.Suggested = q.Fields[f.Index].Draft.Origin == answer.Suggested
	shown := r.shown(f, a)
	row.Value, row.Sent = shown.Text, shown.Sent
	if kept := untrusted.Prefix(row.Sent, untrusted.OptionLimit); len(kept) < len(row.Sent) {
		row.Sent = kept + "…" // All of it is in the JSON below.
	}
	if answer.Echoes(f) {
		row.Lang = r.Words.Foreign()
	}
	return row
}

// shown is an answer as the person reads it.
func (r Reader) shown(f schema.Field, a answer.Answer) answer.Shown {
	return answer.Show(f, a, r.Env, func(option int) string { return r.Words.Option(f, option) })
}

// apply returns from review to the request that was last, or in a round to the
// request before, with everything as it was left.
func (WentBack) apply(_ *Machine, s State) (State, []Effect) {
	to := s.Previous()
	if to < 0 {
		return s, nil
	}
	s = s.move(to)
	s.mutableRequest().Decision = undecided
	return s, []Effect{Focus{Target: OnHeading}}
}

// apply goes back from review only: on a form of a round, Back leads to the
// request before.
func (BackAsked) apply(m *Machine, s State) (State, []Effect) {
	if s.Step != Review || s.Sending != NotSending {
		return s, nil
	}
	return WentBack{}.apply(m, s)
}

// Previous is the request that Back leads to; -1 when there is none. A page that
// was opened cannot be taken back.
func (s *State) Previous() int {
	from := s.At - 1
	switch s.Step {
	case Review:
		from = len(s.Requests) - 1
	case Form, Consent:
	default:
		return -1
	}
	for i := from; i >= 0; i-- {
		if !s.Requests[i].opened() {
			return i
		}
	}
	return -1
}

func (e ChangeAsked) apply(_ *Machine, s State) (State, []Effect) {
	if s.Step != Review || e.Request < 0 || e.Request >= len(s.Requests) {
		return s, nil
	}
	if q := &s.Requests[e.Request]; q.opened() || e.Field >= len(q.Fields) {
		return s, nil
	}
	s = s.move(e.Request)
	s.mutableRequest().Decision = undecided
	if e.Field < 0 {
		return s, []Effect{Focus{Target: OnHeading}}
	}
	s.Changing = e.Field + 1
	return s, []Effect{Focus{Target: OnControl, Field: e.Field}}
}
