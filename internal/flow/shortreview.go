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
	if !s.ShortReview || s.DraftRestored || len(s.Requests) != 1 || q.Page() || q.Approval != nil || q.Blocked() {
		return false
	}
	questions := q.Form.CountQuestions()
	if questions == 0 || questions > maxShortFields {
		return false
	}
	if questions > 1 && !slices.ContainsFunc(fields, func(f schema.Field) bool { return f.Required }) {
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
			long = append(long, option.Preview)
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
	only := q.OnlyQuestion()
	if only < 0 || len(q.Problems) > 0 {
		return false
	}
	f := &q.Form.Fields[only]
	return f.HasRadios() && !f.HasPreviews() && len(f.Options) <= maxOptionButtons && !s.imitatesButton(f) &&
		// A note is written before the answer is sent, and so is an answer in the person's own words.
		(f.Companion == 0 || f.OwnAnswer() >= 0 && !q.Fields[only].Draft.ChoosesOwn(f))
}

// imitatesButton reports whether an option has the name of a button of ours: a person who presses it would answer with it.
func (s *State) imitatesButton(f *schema.Field) bool {
	for i := range f.Options {
		name := strings.TrimSpace(s.Words.Option(*f, i))
		for _, key := range [...]wording.Key{"Decline", "Skip", "Cancel", "Close", "StopTool"} {
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

// A "no" to a required question takes a second press: a server that reads only the action takes the accept for a yes.
func (e Picked) apply(m *Machine, s State) (State, []Effect) {
	only := s.Request().OnlyQuestion()
	if !s.HasOptionButtons() || e.Option < 0 || e.Option >= len(s.Request().Form.Fields[only].Options) {
		return s, nil
	}
	wasNo := s.Request().AnswersNo()
	s, effects := s.edit(Edited{Field: only, Draft: answer.Draft{Chosen: []int{e.Option}}})
	s.View.clipped = !e.Whole
	if q := s.Request(); q.Fields[only].Draft.ChoosesOwn(&q.Form.Fields[only]) {
		return s, effects // The person writes first.
	}
	if s.Request().AnswersNo() && !wasNo && e.Whole {
		return s, append(effects, Announce{Text: s.Words.Text("DeclineInstead", wording.Server(s.ServerID()))})
	}
	s, more := s.pressContinue()
	return s, append(effects, more...)
}

// lacksAnswer reports whether the only question has no answer, and one press would send the form.
func (s *State) lacksAnswer() bool {
	q := s.Request()
	return s.SendsFromForm() && q.OnlyQuestion() >= 0 && !slices.ContainsFunc(q.Fields, func(f *Field) bool { return !f.Draft.Blank() })
}
