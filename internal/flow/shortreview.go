package flow

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

const (
	// maxShortFields is the largest number of questions of a form that is sent without a review.
	maxShortFields = 3
	// maxOptionButtons is the largest number of options that are buttons.
	maxOptionButtons = 6
)

// SendsFromForm reports whether the form is sent without a review, because the host and the asker want that and the
// person sees all of it: no text is cut or folded, nothing is filled in or secret, and no text speaks of an irreversible
// act.
func (s *State) SendsFromForm() bool { return s.Step == Form && s.Request().short && !s.View.clipped }

func (s *State) isShort() bool {
	q := &s.Requests[0]
	fields := q.Form.Fields
	if !s.ShortReview || s.DraftRestored || len(s.Requests) != 1 || q.Page() || q.Blocked() ||
		len(fields) == 0 || len(fields) > maxShortFields {
		return false
	}
	if len(fields) > 1 && !slices.ContainsFunc(fields, func(f schema.Field) bool { return f.Required }) {
		return false // One press would send nothing.
	}
	for i := range fields {
		f := &fields[i]
		if f.Secret || f.Default.Exists() || f.Unsupported != "" || !f.ShowsAll() {
			return false
		}
	}
	return s.isWhole(q) && !q.Form.Weighty(q.Message, s.Server.Title, s.Server.Name)
}

func (s *State) isWhole(q *Request) bool {
	titles := []safetext.Text{q.Form.Title, s.Server.ID, s.Server.Title, s.Server.Name}
	long := []safetext.Text{q.Message, q.Form.Description}
	var options []safetext.Text
	for _, f := range q.Form.Fields {
		titles, long = append(titles, f.Title), append(long, f.Description)
		for _, option := range f.Options {
			options = append(options, option.Title, option.Description, safetext.Text(option.Value.Plain()))
		}
	}
	for _, text := range long {
		// A text folds long before it is cut.
		if safetext.DisplayLines(text, safetext.DescriptionLimit).MayFold() {
			return false
		}
	}
	return !anyLonger(titles, safetext.TitleLimit) && !anyLonger(options, safetext.OptionLimit)
}

func anyLonger(texts []safetext.Text, limit int) bool {
	return slices.ContainsFunc(texts, func(text safetext.Text) bool { return utf8.RuneCountInString(string(text)) > limit })
}

// HasOptionButtons reports whether the options of the only question are buttons, each of which sends it.
func (s *State) HasOptionButtons() bool {
	if !s.SendsFromForm() || s.Changing() {
		return false
	}
	q := s.Request()
	f := &q.Form.Fields[0]
	return len(q.Form.Fields) == 1 && f.HasRadios() && len(f.Options) <= maxOptionButtons && len(q.Problems) == 0 && !s.imitatesButton(f)
}

// imitatesButton reports whether an option has the name of a button of ours: a person who presses it would answer with it.
func (s *State) imitatesButton(f *schema.Field) bool {
	for i := range f.Options {
		name := strings.TrimSpace(s.Words.Option(*f, i))
		for _, key := range [...]wording.Key{"Decline", "Cancel", "Close"} {
			if strings.EqualFold(name, s.Words.Text(key)) {
				return true
			}
		}
	}
	return false
}

// Picked: the person pressed the button of an option. Whole says whether all of the form was in view.
type Picked struct {
	Option int
	Whole  bool
}

// A required no is sent by a second press: for a server that reads only the action, it is a yes.
func (e Picked) apply(m *Machine, s State) (State, []Effect) {
	if !s.HasOptionButtons() || e.Option < 0 || e.Option >= len(s.Request().Form.Fields[0].Options) {
		return s, nil
	}
	wasNo := s.Request().AnswersNo()
	s, effects := s.edit(Edited{Field: 0, Draft: answer.Draft{Chosen: []int{e.Option}}})
	s.View.clipped = !e.Whole
	if s.Request().AnswersNo() && !wasNo && e.Whole {
		return s, append(effects, Announce{Text: s.Words.Text("DeclineInstead", wording.Server(s.ServerID()))})
	}
	s, more := s.pressContinue()
	return s, append(effects, more...)
}

// lacksAnswer reports whether one press would accept a form whose only question has no answer.
func (s *State) lacksAnswer() bool {
	q := s.Request()
	return s.SendsFromForm() && len(q.Fields) == 1 && q.Fields[0].Draft.Blank()
}
