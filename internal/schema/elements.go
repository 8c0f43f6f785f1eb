package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/safetext"
)

const (
	// maxRadios is the largest number of options of a choice that are drawn as
	// radio buttons, maxSelect that of a native select; more are searched.
	maxRadios = 10
	maxSelect = 50
	// maxPlainBoxes check boxes have no filter. MaxBoxes of a longer list are drawn before the person
	// asks for more, and FoundBoxes of one that is Searchable.
	maxPlainBoxes = 20
	MaxBoxes      = 100
	FoundBoxes    = 3
	// MaxElements bounds the elements of one form. In a larger form the longest lists are searched; if that
	// is not enough, it is rejected.
	MaxElements = 5000
)

// HasRadios reports whether each option is a radio button.
func (f *Field) HasRadios() bool {
	return f.Kind == Boolean || f.Kind == Choice && len(f.Options) <= maxRadios && !f.Searchable
}

// plainNames are names of properties that say no more than that an answer is wanted.
const plainNames = " answer choice confirm confirmed ok option response result selection value "

// HasPlainName reports whether the title is made of such a name.
func (f *Field) HasPlainName() bool {
	return strings.Contains(plainNames, " "+strings.ToLower(string(f.Title))+" ") && f.Title == safetext.Label(f.Name)
}

// DescribesExample reports whether the description has an example of a date, a time or an address: our own example
// beside it would contradict it.
func (f *Field) DescribesExample() bool {
	switch f.Kind {
	case Date, DateTime, Time, LocalTime:
		return strings.ContainsFunc(string(f.Description), unicode.IsDigit)
	case URI:
		return strings.Contains(string(f.Description), "://")
	}
	return false
}

// isTyped reports whether the answer is typed, and not chosen.
func (f *Field) isTyped() bool { return f.Kind != Boolean && f.Kind != Choice && f.Kind != Choices }

// ShowsAll reports whether the control of the field shows every option, and all of an answer that fits into it.
func (f *Field) ShowsAll() bool {
	switch f.Kind {
	case Boolean, Choice:
		return f.HasRadios()
	case Choices:
		return !f.HasFilter()
	case Time, DateTime, List:
		return false // Of time zones and entries, a part is out of view.
	}
	return true
}

// MayBeEmpty reports whether the field's own rules allow an empty required answer: an empty text, or an
// empty array where the schema says "minItems": 0.
func (f *Field) MayBeEmpty() bool {
	switch f.Kind {
	case Text:
		return f.Required && f.MinLength <= 0
	case Choices, List:
		return f.Required && f.MinItems == 0
	}
	return false
}

// HasFilter reports whether a field has so many check boxes that they need a filter.
func (f *Field) HasFilter() bool {
	return f.Kind == Choices && (f.Searchable || len(f.Options) > maxPlainBoxes)
}

// BoxesAtFirst is the number of check boxes that are drawn before the person asks for more.
func (f *Field) BoxesAtFirst() int {
	if f.Searchable {
		return min(len(f.Options), FoundBoxes)
	}
	return min(len(f.Options), MaxBoxes)
}

// shareElements leaves the options of the longest lists to search. Lists of the same length are treated
// alike, so that a question that comes twice looks the same.
func (b *Budget) shareElements(fields []Field) (enough bool) {
	if b.CountElements == nil {
		return true
	}
	total := 0
	saved := map[int]int{} // by how many options a field has
	for i := range fields {
		f := &fields[i]
		elements := b.CountElements(f)
		total += elements
		if f.isListed() && len(f.Options) > 1 {
			compact := *f
			compact.Searchable = true
			saved[len(f.Options)] += elements - b.CountElements(&compact)
		}
	}
	if total <= MaxElements {
		return true
	}
	for _, length := range slices.Backward(slices.Sorted(maps.Keys(saved))) {
		if total <= MaxElements || saved[length] <= 0 {
			delete(saved, length) // These stay as they are.
		}
		total -= saved[length]
	}
	for i := range fields {
		f := &fields[i]
		f.Searchable = f.Searchable || f.isListed() && saved[len(f.Options)] > 0
	}
	return total <= MaxElements
}

func (f *Field) isListed() bool { return f.Unsupported == "" && kindOf(f.Kind).listed }

// DescribesLength reports whether the server's description names the limits of the length, so that the form need not
// repeat them. A minimum of one is never stated. Text that is shown only after a press on "Show all" does not count.
func (f *Field) DescribesLength() bool {
	if f.MinLength <= 1 && f.MaxLength < 0 {
		return false
	}
	shown := safetext.Prefix(string(f.Description), safetext.DescriptionLimit)
	numbers := strings.FieldsFunc(shown, func(r rune) bool { return !unicode.IsDigit(r) })
	names := func(limit int) bool { return slices.Contains(numbers, strconv.Itoa(limit)) }
	return (f.MinLength <= 1 || names(f.MinLength)) && (f.MaxLength < 0 || names(f.MaxLength))
}

// shortLimit is the largest maximum length that a usual answer comes close to.
const shortLimit = 20

// HintMaximum is the maximum length for the hint below the label; -1 where the counter, which appears while
// the person types, says it in time.
func (f *Field) HintMaximum() int {
	if f.MaxLength > shortLimit && f.MaxLength != f.MinLength {
		return -1
	}
	return f.MaxLength
}
