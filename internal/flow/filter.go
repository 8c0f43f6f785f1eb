package flow

import (
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// Filter narrows down the check boxes of a field that has many. A field without
// one shows all its options.
type Filter struct {
	// matches are the options that what is typed finds, drawn is how many of them
	// are drawn.
	matches []int
	drawn   int
	finder  *answer.Finder
}

type (
	// FilterTyped: the person typed into the filter of a field. Text is what
	// stands there now.
	FilterTyped struct {
		Field int
		Text  string
	}
	// BoxesAsked: the person wants to see more of the boxes.
	BoxesAsked struct{ Field int }
)

func (FilterTyped) event() {}
func (BoxesAsked) event()  {}

// Filtered reports whether a field has so many check boxes that they have a
// filter.
func Filtered(f schema.Field) bool {
	return f.Kind == schema.Choices && (f.Searchable || len(f.Options) > schema.MaxPlainBoxes)
}

// Boxes are the options of a field whose check boxes are drawn. Left is how many
// more there are to see.
func (s State) Boxes(field int) (shown []int, left int) {
	filter := s.filter(field)
	shown = filter.matches[:min(filter.drawn, len(filter.matches))]
	return shown, len(filter.matches) - len(shown)
}

// filter is the filter of a field as it stands.
func (s State) filter(field int) Filter {
	if filter, typed := s.View.filters[field]; typed {
		return filter
	}
	f := s.Question().Form.Fields[field]
	filter := Filter{matches: make([]int, len(f.Options)), drawn: boxesAtFirst(f)}
	for i := range filter.matches {
		filter.matches[i] = i
	}
	return filter
}

// boxesAtFirst is how many boxes are drawn before somebody asks for more.
func boxesAtFirst(f schema.Field) int {
	switch {
	case !Filtered(f):
		return len(f.Options)
	case f.Searchable:
		return schema.FoundBoxes
	}
	return schema.MaxBoxes
}

// filterTyped shows the boxes that match a text.
func (s State) filterTyped(e FilterTyped) (State, []Effect) {
	if !s.hasFilter(e.Field) {
		return s, nil
	}
	f, filter := s.Question().Form.Fields[e.Field], s.filter(e.Field)
	if filter.finder == nil {
		finder := s.finder(f)
		filter.finder = &finder
	}
	filter.matches, filter.drawn = filter.finder.Matching(e.Text), boxesAtFirst(f)
	slices.Sort(filter.matches)
	s.setFilter(e.Field, filter)
	return s, []Effect{s.countFound(len(filter.matches))}
}

// boxesAsked draws more of the boxes that match.
func (s State) boxesAsked(e BoxesAsked) (State, []Effect) {
	if s.hasFilter(e.Field) {
		filter := s.filter(e.Field)
		filter.drawn += schema.MaxBoxes
		s.setFilter(e.Field, filter)
	}
	return s, nil
}

func (s State) hasFilter(field int) bool {
	return s.hasField(field) && Filtered(s.Question().Form.Fields[field])
}

func (s *State) setFilter(field int, filter Filter) {
	filters := map[int]Filter{}
	maps.Copy(filters, s.View.filters)
	filters[field] = filter
	s.View.filters = filters
}

// forgetFilters takes the filters away whose texts were built anew.
func (s *State) forgetFilters(before State) {
	for field := range s.View.filters {
		if s.Question().Fields[field].Generation != before.Question().Fields[field].Generation {
			s.View.filters = maps.Clone(s.View.filters)
			delete(s.View.filters, field)
		}
	}
}
