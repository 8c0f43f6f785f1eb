package schema

import "github.com/elicitform/elicitform/internal/elicit"

// Boolean is yes or no.
const Boolean Kind = "boolean"

type booleanKind struct{}

func (*booleanKind) matches(p property) bool    { return only(p.types, "boolean") }
func (*booleanKind) read(r *reader, _ property) { r.field.readYesNo(nil) }
func (*booleanKind) elements(f *Field) int      { return f.radioElements() }
func (*booleanKind) facts() facts               { return facts{} }

func (*booleanKind) fits(f *Field, value elicit.Value) bool {
	return value.Kind == elicit.Bool && (!f.Const.Exists() || f.Const.Truth == value.Truth)
}

// readYesNo sets the two options. Listed values may give them titles of their
// own, or leave only one of them open.
func (f *Field) readYesNo(listed []Option) {
	f.Options = []Option{{Value: elicit.BoolValue(true)}, {Value: elicit.BoolValue(false)}}
	f.positions = positionsOf(f.Options)
	for _, option := range listed {
		i := 1
		if option.Value.Truth {
			i = 0
		}
		f.Options[i].Description = option.Description
		if option.Title != valueText(option.Value) {
			f.Options[i].Title = option.Title
		}
	}
	if len(listed) == 1 {
		f.Const = listed[0].Value
	}
	if f.Options[0].Title != "" && f.Options[1].Title != "" {
		markAmbiguous(f.Options)
	}
}
