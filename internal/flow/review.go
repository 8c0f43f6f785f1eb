package flow

import (
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/plain"
	"github.com/elicitform/elicitform/internal/schema"
)

// review words the answers for the review step. Content is what will leave;
// the rows only explain it.
func (s State) review(content elicit.Value, answers []answer.Answer) Reviewed {
	reviewed := Reviewed{Content: content, JSON: content.JSON()}
	for i, f := range s.Form.Fields {
		if f.Unsupported != "" {
			continue
		}
		reviewed.Rows = append(reviewed.Rows, s.row(f, answers[i]))
	}
	return reviewed
}

func (s State) row(f schema.Field, a answer.Answer) Row {
	row := Row{Field: f.Index, Provided: !a.Absent}
	if a.Absent {
		if f.Default.Exists() && s.checker.DefaultFits(f.Index) {
			row.Refill = s.shown(f, answer.Answer{Value: f.Default})
		}
		return row
	}
	row.Suggested = s.Fields[f.Index].Draft.Origin == answer.Suggested
	row.Value = s.shown(f, a)
	if sent := sentText(a.Value); sent != row.Value && !(f.Kind == schema.Boolean) {
		row.Sent = sent
	}
	if f.Kind == schema.DateTime {
		row.Instant = answer.ShowInstant(a, s.Env)
	}
	return row
}

// shown is an answer as the person understands it: titles, not values; a day,
// not a string of digits.
func (s State) shown(f schema.Field, a answer.Answer) string {
	switch f.Kind {
	case schema.Boolean, schema.Choice, schema.Choices:
		var titles []string
		for _, value := range values(a.Value) {
			for i, option := range f.Options {
				if option.Value.Equal(value) {
					titles = append(titles, s.Words.Option(f, i))
					break
				}
			}
		}
		return strings.Join(titles, "\n")
	}
	text := answer.Show(f, a, s.Env)
	switch f.Kind {
	case schema.Text, schema.Email, schema.URI, schema.List:
		// Only what somebody typed can hide something; the spaces in a number
		// or a date are ours.
		return plain.Visible(text)
	}
	return text
}

func values(v elicit.Value) []elicit.Value {
	if v.Kind == elicit.Array {
		return v.Items
	}
	return []elicit.Value{v}
}

// sentText is a value as it leaves, without the quotes of JSON: one entry a
// line for a list.
func sentText(v elicit.Value) string {
	var lines []string
	for _, item := range values(v) {
		switch item.Kind {
		case elicit.String:
			lines = append(lines, plain.Visible(item.Text))
		default:
			lines = append(lines, item.JSON())
		}
	}
	return strings.Join(lines, "\n")
}

// wentBack returns to the form with everything as it was left.
func (s State) wentBack() (State, []Effect) {
	if s.Step != Review {
		return s, nil
	}
	s.Step, s.Reviewed, s.Changing = Form, Reviewed{}, -1
	return s, []Effect{Focus{Target: OnHeading}}
}

// changeAsked returns to the form, at one field.
func (s State) changeAsked(field int) (State, []Effect) {
	if s.Step != Review || field < 0 || field >= len(s.Fields) {
		return s, nil
	}
	s.Step, s.Reviewed, s.Changing = Form, Reviewed{}, field
	return s, []Effect{Focus{Target: OnControl, Field: field}}
}
