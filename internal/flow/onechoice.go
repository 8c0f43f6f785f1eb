package flow

import (
	"slices"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

// OneChoice reports whether the form is one choice that is sent without a review. The person must see the whole form: no
// text is cut or folded, nothing is filled in, and no text speaks of an irreversible act or asks for a secret.
func (s *State) OneChoice() bool { return s.Step == Form && s.Request().oneChoice && !s.View.clipped }

func (s *State) isOneChoice() bool {
	q := &s.Requests[0]
	if !s.ShortReview || s.DraftRestored || len(s.Requests) != 1 || q.Page() || q.Blocked() || len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	return f.HasRadios() && !f.Default.Exists() && s.isWhole(q) && !q.Form.Weighty(q.Message, s.Server.Title, s.Server.Name)
}

func (s *State) isWhole(q *Request) bool {
	f := &q.Form.Fields[0]
	titles := []safetext.Text{q.Form.Title, f.Title, s.Server.ID, s.Server.Title, s.Server.Name}
	var options []safetext.Text
	for _, option := range f.Options {
		options = append(options, option.Title, option.Description, safetext.Text(option.Value.Plain()))
	}
	for _, text := range [...]safetext.Text{q.Message, q.Form.Description, f.Description} {
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
