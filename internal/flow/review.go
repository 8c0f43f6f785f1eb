package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// Snapshot holds the answers on the review step. Send sends exactly these.
type Snapshot struct {
	// Rows are the answers to each request, in the order of its fields; empty for a page and a confirmation.
	Rows [][]Row
	// Miscounted says that servers may refuse a right number: see [validate.Miscounted].
	Miscounted bool
	// JSON is the content of a form, or the responses of a round. It is sent byte for byte, except for masked secrets.
	JSON string
	// Secrets are the names of the answers that look like secrets. Masked reports whether one of them is hidden.
	Secrets []wording.Arg
	Masked  bool
}

// Row is one field on the review step.
type Row struct {
	Request, Field int
	Label          string
	Name           wording.Arg
	// Value is the answer in words; empty for a field that was left out.
	Value string
	// Sent is the JSON value, if Value differs from it.
	Sent string
	// About has the server's descriptions of the chosen options, one a line; of several options, each after its title.
	About string
	// Lang is the language of Value if it is not the language of the page.
	Lang string
	// Provided reports whether the field is part of the content.
	Provided bool
	// Suggested reports whether the answer is the server's own suggestion.
	Suggested bool
	// Secret says that the answer looks like a secret, Hidden that review does not show it.
	Secret, Hidden bool
	// Code: Value is JSON text. Before is the agent's argument, if the person changed it.
	Code   bool
	Before string
	// Refill words the default that the server may put back for a field that is left out; empty without a default.
	Refill string
}

// Text names the answer as a long text.
func (r Row) Text() LongText {
	return firstAnswer - LongText(r.Request*schema.MaxProperties+r.Field)
}

func (s State) showReview(focus Focus) (State, []Effect) {
	s.Change, s.Agreement.Missing = Change{}, false
	if s.Request().Approval != nil {
		s.Step = Approve
		s.mutableRequest().showArguments()
		return s, []Effect{focus, Announce{Text: s.Heading().Plain()}}
	}
	s.Step = Review
	// A form that was reviewed once is reviewed again after a change.
	s.mutableRequests()[0].short = false
	s = s.takeSnapshot()
	if focus.Target != OnHeading {
		return s, []Effect{focus, Announce{Text: s.Heading().Plain()}}
	}
	return s, []Effect{focus, s.announce()}
}

func (s State) takeSnapshot() State {
	s.Snapshot = Snapshot{}
	shown := make([]Request, len(s.Requests))
	for i, q := range s.Requests {
		s.Snapshot.Miscounted = s.Snapshot.Miscounted || q.Decision == request.Accept && validate.Miscounted(q.Form, q.content)
		shown[i] = q.mask()
		s.Snapshot.Rows = append(s.Snapshot.Rows, shown[i].rows)
		for j, row := range shown[i].rows {
			shown[i].rows[j].Request = i
			if row.Secret && q.Decision == request.Accept {
				s.Snapshot.Secrets = append(s.Snapshot.Secrets, row.Name)
			}
			s.Snapshot.Masked = s.Snapshot.Masked || row.Hidden
		}
	}
	s.Snapshot.JSON = shown[s.At].content.JSON()
	if len(shown) > 1 {
		responses := request.ObjectValue()
		for _, q := range shown {
			responses = responses.With(q.Key, q.result().Value())
		}
		s.Snapshot.JSON = responses.JSON()
	}
	return s
}

func (q *Request) makeRows(r Reader) []Row {
	var rows []Row
	for i, f := range q.Form.Fields {
		if f.Unsupported != "" || f.PartOf > 0 && !q.hidesPart(i) {
			continue
		}
		row := q.row(f, q.answers[i], r)
		if part := f.Companion - 1; part >= 0 && !q.hidesPart(part) {
			row.addPart(f, q.Form.Fields[part], q.answers[part], r)
		}
		rows = append(rows, row)
	}
	return rows
}

// hidesPart reports whether the text that belongs to a choice has a row of its own, because the row may be hidden.
func (q *Request) hidesPart(field int) bool {
	return q.Form.Fields[field].Secret || q.Fields[field].HoldsCode
}

// addPart adds an answer in the person's own words, or a note.
func (row *Row) addPart(choice, part schema.Field, a answer.Answer, r Reader) {
	if a.Absent {
		return
	}
	label := r.Words.Label(part)
	if own := choice.OwnAnswer(); own >= 0 {
		label = r.Words.Option(choice, own)
	}
	line := r.Words.OwnAnswer(label, safetext.Visible(a.Value.Text))
	if row.Value != "" {
		line = row.Value + "\n" + line
	}
	row.Value, row.Provided, row.Refill = line, true, ""
}

func (q *Request) row(f schema.Field, a answer.Answer, r Reader) Row {
	row := Row{Field: f.Index, Label: r.Words.Label(f), Name: r.Words.Name(f), Provided: !a.Absent}
	if a.Absent {
		if f.Default.Exists() {
			refill := answer.Show(f, answer.Answer{Value: f.Default}, r.Env, func(option int) string { return r.Words.Option(f, option) })
			row.Refill = refill.Text
		}
		return row
	}
	row.Suggested = q.Fields[f.Index].Draft.Origin == answer.Suggested
	shown := answer.Show(f, a, r.Env, func(option int) string {
		title := r.Words.Option(f, option)
		if about := safetext.Display(f.Options[option].Description, safetext.OptionLimit).Shown; about != "" {
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
	if beginning := safetext.Prefix(row.Sent, safetext.OptionLimit); len(beginning) < len(row.Sent) {
		row.Sent = beginning + "…" // The JSON below the rows has the whole value.
	}
	if answer.Echoes(f) {
		row.Lang = r.Words.DateLanguage()
	}
	return row
}
