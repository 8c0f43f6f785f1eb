package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Reviewed is the snapshot on the review step. Send sends exactly what it holds.
type Reviewed struct {
	// Rows are the answers to each request, in the order of its fields. There are none
	// of a page and of a confirmation.
	Rows [][]Row
	// Miscounted says that servers may refuse a right number: see [check.Miscounted].
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
	// Value is the answer as the person understands it; empty for a field left out.
	Value string
	// Sent is the value as it leaves, where Value does not say it.
	Sent string
	// About are the server's descriptions of what is chosen, one a line; where several can be chosen, each after its title.
	About string
	// Lang is the language of Value where it is another than that of the page.
	Lang string
	// Provided reports whether the field is part of the content.
	Provided bool
	// Suggested reports whether the answer is the server's own suggestion.
	Suggested bool
	// Secret says that the answer looks like a secret, Hidden that it is left out here.
	Secret, Hidden bool
	// Refill is the default that the server may put back for a field that is
	// left out, as the person would read it; empty when there is none.
	Refill string
}

// Text names what is shown of the answer, which may be long.
func (r Row) Text() LongText {
	return firstAnswer - LongText(r.Request*schema.MaxProperties+r.Field)
}

func (s State) reviewed(focus Focus) (State, []Effect) {
	s.Step, s.Change, s.Agreement.Missing = Review, Change{}, false
	// What was reviewed once is reviewed again, also when it is changed.
	s.mutableRequests()[0].oneChoice = false
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
		s.Reviewed.Rows = append(s.Reviewed.Rows, shown[i].rows)
		for j, row := range shown[i].rows {
			shown[i].rows[j].Request = i
			if row.Secret && q.Decision == elicit.Accept {
				s.Reviewed.Secrets = append(s.Reviewed.Secrets, row.Name)
			}
			s.Reviewed.Masked = s.Reviewed.Masked || row.Hidden
		}
	}
	s.Reviewed.JSON = shown[s.At].content.JSON()
	if len(shown) > 1 {
		responses := elicit.ObjectValue()
		for _, q := range shown {
			responses = responses.With(q.Key, q.result().Value())
		}
		s.Reviewed.JSON = responses.JSON()
	}
	return s
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
		if f.Default.Exists() {
			row.Refill = r.shown(f, answer.Answer{Value: f.Default}).Text
		}
		return row
	}
	row.Suggested = q.Fields[f.Index].Draft.Origin == answer.Suggested
	shown := answer.Show(f, a, r.Env, func(option int) string {
		title := r.Words.Option(f, option)
		if about := untrusted.Display(f.Options[option].Description, untrusted.OptionLimit).Shown; about != "" {
			if f.Kind == schema.Choices {
				about = title + ": " + about
			}
			if row.About != "" {
				about = "\n" + about
			}
			row.About += about
		}
		return title
	})
	row.Value, row.Sent = shown.Text, shown.Raw
	if kept := untrusted.Prefix(row.Sent, untrusted.OptionLimit); len(kept) < len(row.Sent) {
		row.Sent = kept + "…" // All of it is in the JSON below.
	}
	if answer.Echoes(f) {
		row.Lang = r.Words.DateLanguage()
	}
	return row
}

func (r Reader) shown(f schema.Field, a answer.Answer) answer.Display {
	return answer.Show(f, a, r.Env, func(option int) string { return r.Words.Option(f, option) })
}

// pressBack returns from review to the request that was last, or in a round to the
// request before, with everything as it was left; from a change to review, without it.
func (s State) pressBack() (State, []Effect) {
	if s.Changing() {
		s.mutableRequests()[s.At] = s.Change.reviewed
		draft := s.keepDraft()
		s, effects := s.reviewed(s.toRow())
		return s, append(effects, draft...)
	}
	to := s.Previous()
	if to < 0 {
		return s, nil
	}
	s = s.move(to)
	s.mutableRequest().Decision = undecided
	return s, []Effect{Focus{Target: OnHeading}}
}

// apply leads back from review only, also while an answer is changed: on a form, Back leads to the request before.
func (BackAsked) apply(_ *Machine, s State) (State, []Effect) {
	switch {
	case !s.onReview() || s.Sending != NotSending:
		return s, nil
	case s.Changing():
		s.Change = Change{}
		s.Serial++
		return s, []Effect{Focus{Target: OnHeading}}
	}
	return s.pressBack()
}

// Previous is the request that Back leads to; -1 when there is none. A page that
// was opened cannot be taken back.
func (s *State) Previous() int {
	from := s.At - 1
	switch {
	case s.Step == Review:
		from = len(s.Requests) - 1
	case s.Changing():
		from = s.At // To its row on review.
	case s.Step != Form && s.Step != Consent:
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
	focus := Focus{Target: OnHeading}
	if q := s.Request(); e.Field >= 0 && q.answered() {
		s.Change = Change{field: e.Field, shown: q.checker.RelatedFields(e.Field), reviewed: *q}
		focus = Focus{Target: OnControl, Field: e.Field}
	}
	s.mutableRequest().Decision = undecided
	return s, []Effect{focus}
}

// Servers must not ask for secrets in a form, and some do. An answer that looks like a secret is
// hidden on review until the person wants to see it, and needs their consent to leave.

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

// Wrong reports whether the person has been told that the tick is missing, and it still is.
func (a Agreement) Wrong() bool { return a.Missing && !a.Given }

// masked is the request as review shows it, without the secrets that are hidden.
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
	}
	return s, nil
}

// Change is an answer that the person changes from review. The form shows its question alone, or with
// those that a rule of the server joins to it. The zero Change is none: the form shows all questions.
type Change struct {
	// field is the one that the person asked to change, and shown are those on the form, in order.
	field int
	shown []int
	// reviewed is the request as it was on review, for Back.
	reviewed Request
}

// Changing reports whether the form shows only what the person changes.
func (s *State) Changing() bool { return len(s.Change.shown) > 0 }

// onReview reports whether the person is on review, or changes an answer from there.
func (s *State) onReview() bool { return s.Step == Review || s.Changing() }

// ShownFields are the fields that the form shows, in order.
func (s *State) ShownFields() []int {
	if s.Changing() {
		return s.Change.shown
	}
	all := make([]int, len(s.Request().Fields))
	for i := range all {
		all[i] = i
	}
	return all
}

// showing is the change that also shows the fields of problems.
func (c Change) showing(problems []check.Problem) Change {
	shown := slices.Clone(c.shown)
	for _, problem := range problems {
		if problem.Field >= 0 {
			shown = append(shown, problem.Field)
		}
	}
	slices.Sort(shown)
	c.shown = slices.Compact(shown)
	return c
}

// toRow is the focus on the row of review that the person came from.
func (s *State) toRow() Focus { return Focus{Target: OnChange, Request: s.At, Field: s.Change.field} }
