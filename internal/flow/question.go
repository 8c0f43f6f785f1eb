package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Question is one elicitation: a form, a confirmation, or a page to open.
type Question struct {
	// Key names the part in a round.
	Key     string
	Mode    elicit.Mode
	Message untrusted.Text
	Form    schema.Form
	Fields  []Field
	// Problems are what the last Continue found and is still wrong, in field
	// order.
	Problems []check.Problem
	// Link is the page of a part in URL mode.
	Link link.Verdict
	// Decision is what the person decided so far; in a round it can be
	// changed until everything is sent, but for a page that was opened.
	Decision Decision

	elicitationID string
	// wait says how the wait for the opened page ended.
	wait elicit.WaitEnd
	// content is what Continue found right, Missing before; found are the
	// same by fields, and rows explain them on review.
	content elicit.Value
	found   []answer.Answer
	rows    []Row
	checker *check.Checker
}

// Decision is what the person decided about one part.
type Decision uint8

// The decisions.
const (
	Undecided Decision = iota
	// Accepted: answered, confirmed, or the page opened.
	Accepted
	// Refused: declined.
	Refused
)

// Page reports whether the part is a page to open.
func (p Question) Page() bool { return p.Mode == elicit.ModeURL }

// Confirmation reports whether the part asks for nothing but a yes.
func (p Question) Confirmation() bool {
	return !p.Page() && len(p.Form.Fields) == 0 && len(p.Form.Missing) == 0
}

// Blocked reports whether only Decline and Cancel are left.
func (p Question) Blocked() bool { return p.Form.Blocked() || p.Link.Block != "" }

// result is the answer to the part as it stands.
func (p Question) result() elicit.Result {
	switch p.Decision {
	case Accepted:
		if p.Page() {
			return elicit.Result{Action: elicit.Accept}
		}
		content := p.content
		return elicit.Result{Action: elicit.Accept, Content: &content}
	case Refused:
		return elicit.Result{Action: elicit.Decline}
	}
	return elicit.Result{Action: elicit.Cancel}
}

// opened is what is left of a part when its request is answered and only the
// opened page is still waited for: what stood in the fields goes.
func (p Question) opened() Question {
	return Question{Key: p.Key, Mode: p.Mode, Message: p.Message, Link: p.Link, Decision: p.Decision, elicitationID: p.elicitationID, wait: p.wait}
}

// tell makes these problems the ones of the part, in its summary and each beside
// its field, and no others.
func (p *Question) tell(problems []check.Problem, words *wording.Words) {
	words.Distinguish(p.Form.Fields, problems)
	p.Problems = problems
	p.Fields = append([]Field(nil), p.Fields...)
	for i := range p.Fields {
		if p.Fields[i].Problem != nil {
			p.Fields[i].Problem = nil
			p.Fields[i].Version++
		}
	}
	for i, problem := range problems {
		if problem.Field >= 0 {
			p.Fields[problem.Field].Problem = &problems[i]
			p.Fields[problem.Field].Version++
		}
	}
}

// start is the draft that a field opens with. A suggestion that breaks the
// field's own rules is not taken.
func (s State) start(field int) answer.Draft {
	f := s.Form.Fields[field]
	if !s.checker.DefaultFits(field) {
		f.Default = elicit.Value{}
	}
	return answer.Start(f, s.Env)
}

// notes joins two lists of notes without repeating one.
func notes(f schema.Field, more []schema.Note) []schema.Note {
	all := append([]schema.Note(nil), f.Notes...)
next:
	for _, note := range more {
		for _, seen := range all {
			if seen == note {
				continue next
			}
		}
		all = append(all, note)
	}
	return all
}

// all are the parts as they stand, the current one included. The caller may
// change the slice.
func (s State) all() []Question {
	parts := append([]Question(nil), s.parts...)
	if len(parts) > 0 {
		parts[s.at] = s.Question
	}
	return parts
}

// move makes another part of the round the current one and goes to its step.
func (s State) move(to int) State {
	if to != s.at {
		s.parts = s.all()
		s.at, s.Question = to, s.parts[to]
		s.Serial++
	}
	s.Step, s.work = Form, work{}
	if s.Page() {
		s.Step = Consent
	}
	s.Reviewed, s.Changing, s.Unchecked = Reviewed{}, -1, false
	// What the host says of a page that was left behind is not about this one.
	s.opening, s.NotOpened, s.Copy = false, false, NotCopied
	return s
}

// next is the first part that nobody has decided; -1 when there is none.
func (s State) next() int {
	for i, p := range s.all() {
		if p.Decision == Undecided {
			return i
		}
	}
	return -1
}
