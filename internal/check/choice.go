package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of one of several options.
const (
	// NotChosen: a required choice has no answer.
	NotChosen Code = "not-chosen"
	// MustBe: the schema accepts only one value, in Min.
	MustBe Code = "must-be"
)

type choiceKind struct{}

func (choiceKind) missing(schema.Field) Problem { return Problem{Code: NotChosen} }

func (choiceKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	switch want := f.Const; {
	case !want.Exists() || want.Equal(value):
		return nil
	case want.Kind == elicit.String || want.Kind == elicit.Number:
		return &Problem{Code: MustBe, Min: want.Text}
	default:
		return &Problem{Code: MustBe, Min: want.JSON()}
	}
}

func (choiceKind) covers(f schema.Field, keyword elicit.Member, raw elicit.Value) bool {
	switch keyword.Name {
	case "type":
		return says(keyword, "string")
	case "const":
		return f.Const.Equal(keyword.Value) && len(f.Options) == 1
	}
	return coversOptions(f, keyword, raw)
}

func (choiceKind) unmatched(d answer.Draft) bool { return d.Text != "" && len(d.Chosen) == 0 }

// coversOptions reports whether a keyword is a list of which every entry has
// become an option.
func coversOptions(f schema.Field, keyword elicit.Member, raw elicit.Value) bool {
	entries := keyword.Value.Items
	if keyword.Value.Kind != elicit.Array || len(entries) != len(f.Options) {
		return false
	}
	switch keyword.Name {
	case "enum":
		return !raw.Get("oneOf").Exists() && !raw.Get("anyOf").Exists()
	case "oneOf", "anyOf":
		for _, entry := range entries {
			for _, member := range entry.Members {
				if keywords[member.Name] && member.Name != "const" {
					return false
				}
			}
		}
		return !raw.Get("enum").Exists()
	}
	return false
}
