package flow

import (
	"cmp"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// maxArguments is the number of arguments that are shown at first.
const maxArguments = 20

// ArgumentsText is the list of arguments.
const ArgumentsText LongText = 1 << 30

// showArguments writes the arguments as rows: those of the agent, with the changes of the person. A row whose Field is that of a
// question can be changed.
func (q *Request) showArguments() {
	q.rows = nil
	next := len(q.Fields)
	for _, a := range q.Approval.Arguments {
		row := argumentRow(a)
		row.Field = slices.IndexFunc(q.Form.Fields, func(f schema.Field) bool { return f.Name == a.Name && f.Unsupported == "" })
		if row.Field < 0 {
			row.Field = next
			next++
		} else if q.content.Exists() {
			q.change(&row, a)
		}
		q.rows = append(q.rows, row)
	}
	for _, f := range q.Form.Fields {
		if f.Unsupported == "" && !slices.ContainsFunc(q.rows, func(r Row) bool { return r.Field == f.Index }) {
			row := Row{Field: f.Index}
			q.change(&row, request.Argument{Name: f.Name})
			q.rows = append(q.rows, row)
		}
	}
}

// change writes the value that the person gave to an argument.
func (q *Request) change(row *Row, a request.Argument) {
	before, wasSecret := row.Value, row.Secret
	value := q.content.Get(a.Name)
	changed := request.Argument{Name: a.Name, Text: value.Text}
	if value.Type != request.String && value.Exists() {
		changed.Text, changed.JSON = value.JSON(), true
	}
	field := row.Field
	*row = argumentRow(changed)
	row.Field, row.Provided = field, value.Exists()
	if before != row.Value && !wasSecret {
		row.Before = safetext.OneLine(safetext.Text(before), safetext.TitleLimit)
	}
}

// changedArguments returns the content of the form, with null for each question without an answer: that argument is removed.
// Arguments that the form cannot ask for are not in it.
func (q *Request) changedArguments() request.Value {
	content := q.content
	for _, f := range q.Form.Fields {
		if content.Exists() && f.Unsupported == "" && !content.Get(f.Name).Exists() {
			content = content.With(f.Name, request.Value{Type: request.Null})
		}
	}
	return content
}

func argumentRow(a request.Argument) Row {
	label := safetext.Visible(safetext.Prefix(a.Name, safetext.TitleLimit))
	isSecret := a.Text != "" && (schema.NamesSecret(a.Name) || a.JSON && namesSecretInside(a.Text))
	return Row{
		Label: label, Name: wording.Label(label), Value: safetext.Display(safetext.Text(safetext.Visible(a.Text)), 0).Shown,
		Provided: true, Code: a.JSON, Secret: isSecret, Hidden: isSecret,
	}
}

// namesSecretInside reports whether a member in JSON text has the name of a secret.
func namesSecretInside(text string) bool {
	for {
		_, rest, found := strings.Cut(text, `"`)
		if !found {
			return false
		}
		name, after, _ := strings.Cut(rest, `"`)
		text = after
		if strings.HasPrefix(after, ":") && schema.NamesSecret(name) {
			return true
		}
	}
}

func (q *Request) cover(field int, covers bool) {
	q.rows = slices.Clone(q.rows)
	for i := range q.rows {
		if field < 0 || q.rows[i].Field == field {
			q.rows[i].Hidden = covers && q.rows[i].Secret
		}
	}
}

// Tool is the name of the tool for people, for a sentence about an approval.
func (s *State) Tool() wording.Arg {
	call := s.Request().Approval
	return wording.Arg{Name: "tool", Value: safetext.Display(cmp.Or(call.Title, call.Tool), safetext.TitleLimit).Shown}
}

// ShownArguments returns the arguments that the screen shows at present, and whether these are all.
func (s *State) ShownArguments() (rows []Row, all bool) {
	rows = s.Request().rows
	if len(rows) > maxArguments && !s.Expanded(ArgumentsText) {
		return rows[:maxArguments], false
	}
	return rows, true
}

// showAll opens the folded and covered texts of the screen. It returns false if there are none.
func (s State) showAll() (State, bool) {
	before := len(s.View.Expanded)
	s.View.Expanded = slices.Clone(s.View.Expanded)
	open := func(text LongText, folds bool) {
		if folds && !s.Expanded(text) {
			s.View.Expanded = append(s.View.Expanded, text)
		}
	}
	q := s.Request()
	open(MessageText, safetext.DisplayLines(q.Message, safetext.MessageLimit).MayFold())
	open(AboutText, safetext.DisplayLines(q.Approval.Description, safetext.DescriptionLimit).MayFold())
	open(ArgumentsText, len(q.rows) > maxArguments)
	covered := false
	for _, row := range q.rows {
		covered = covered || row.Hidden
		open(row.Text(), safetext.MayFold(row.Value))
	}
	if covered {
		s.mutableRequest().cover(-1, false)
	}
	return s, covered || len(s.View.Expanded) > before
}

// PressedOnce words why the last press has allowed nothing; empty if there was none.
func (s *State) PressedOnce() wording.Sentence {
	switch {
	case s.View.asked > 0:
		return s.Words.Sentence("AllowAgainAlways", s.Tool())
	case s.View.isComplete:
		return s.Words.Sentence("AllowAgain")
	}
	return ""
}

// Chosen: the person pressed a choice of an approval. Whole says whether all of the screen was in view. Reason is the person's
// text for the agent. All declines the waiting approvals, too.
type Chosen struct {
	Choice int
	Whole  bool
	Reason string
	All    bool
}

// A press allows a call only if all of the screen was in view. Otherwise it shows the rest, and the next press allows. Leave for
// always takes two presses, unless the tool only reads.
func (e Chosen) apply(_ *Machine, s State) (State, []Effect) {
	q := s.Request()
	if s.Step != Approve || e.Choice < 0 || e.Choice >= len(q.Approval.Choices) {
		return s, nil
	}
	decision, kind := request.Decline, q.Approval.Choices[e.Choice].Kind
	if kind.Allows() {
		decision, e.Reason = request.Accept, ""
		asked, next := s.View.asked, 0
		if kind == request.AllowAlways && !q.Approval.ReadOnly {
			next = e.Choice + 1
		}
		shown, hides := s.showAll()
		if hides = (hides || !e.Whole) && !s.View.isComplete; hides || asked != next && next > 0 {
			shown.View.isComplete, shown.View.asked = true, next
			effects := []Effect{Announce{Text: shown.PressedOnce().Plain()}}
			if hides {
				effects = append(effects, Focus{Target: OnHeading})
			}
			return shown, effects
		}
	}
	changed := s.mutableRequest()
	changed.all = e.All && decision == request.Decline
	changed.choice, changed.reason = e.Choice+1, safetext.Prefix(strings.TrimSpace(e.Reason), request.MaxReason)
	return s.decide(decision)
}
