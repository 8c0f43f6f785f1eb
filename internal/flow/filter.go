package flow

import "github.com/elicitform/elicitform/internal/schema"

// Filtered reports whether a field has so many check boxes that they have a
// filter.
func Filtered(f schema.Field) bool {
	return f.Kind == schema.Choices && (f.Searchable || len(f.Options) > schema.MaxPlainBoxes)
}

// Boxes are the options of a field whose check boxes are drawn. Left is how many
// more there are to see.
func (s State) Boxes(field int) (shown []int, left int) {
	list := s.List(field)
	if list.entries == nil {
		f := s.Request().Form.Fields[field]
		list.Matches, list.Drawn = make([]int, len(f.Options)), boxesAtFirst(f)
		for i := range list.Matches {
			list.Matches[i] = i
		}
	}
	return list.Shown(), max(len(list.Matches)-list.Drawn, 0)
}

// boxesAtFirst is how many boxes are drawn before the person asks for more.
func boxesAtFirst(f schema.Field) int {
	switch {
	case !Filtered(f):
		return len(f.Options)
	case f.Searchable:
		return schema.FoundBoxes
	}
	return schema.MaxBoxes
}
