package schema

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Form is requestedSchema, read.
type Form struct {
	// Title and Description are the root's; often a generator's class name.
	Title       untrusted.Text
	Description untrusted.Text
	Fields      []Field
	// Missing are names in `required` that no property has: the form cannot
	// be accepted.
	Missing []string
	// Reasons are the positions of the fields that keep the form from being accepted:
	// an answer is needed, and cannot be given here.
	Reasons []int
	// Conditional says that the root has rules between answers (if, then,
	// dependentRequired, allOf, …) that are checked but not explained.
	Conditional bool
	// Schema is requestedSchema as it came, for the final validator.
	Schema elicit.Value
	// Budget is what is left for the patterns of the form.
	Budget *Budget
}

// Blocked reports whether no answer can make the form acceptable: a required
// field is unsupported, or `required` names a property that does not exist.
func (f Form) Blocked() bool { return len(f.Missing)+len(f.Reasons) > 0 }

// Heading is the root title where it was written for people. Generators put
// the name of a class there, which says nothing to anybody.
func (f Form) Heading() untrusted.Text {
	title := strings.TrimSpace(string(f.Title))
	if strings.ContainsFunc(title, unicode.IsSpace) {
		return f.Title
	}
	for i, r := range title {
		switch {
		case r > unicode.MaxLatin1 && !unicode.IsUpper(r) && !unicode.IsLower(r):
			// A script without case has no camel case either.
			return f.Title
		case r == '_' || unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r):
			return ""
		}
	}
	return f.Title
}
