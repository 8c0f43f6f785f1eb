package schema

// How options are drawn, and how many elements a form may come to.
const (
	// MaxRadios is up to how many options one of several is radio buttons,
	// and MaxSelect up to how many a native select; more are searched.
	MaxRadios = 10
	MaxSelect = 50
	// MaxPlainBoxes is up to how many options any of several are check boxes
	// without a filter, MaxBoxes how many boxes are drawn before somebody asks
	// for more, and FoundBoxes how many of a field that is Searchable.
	MaxPlainBoxes = 20
	MaxBoxes      = 100
	FoundBoxes    = 10
	// MaxElements is how many elements the fields of one form may come to
	// before their options are left to search, the longest lists first. What
	// is more even so is drawn when somebody asks for it.
	MaxElements = 20_000
)

// What an option is drawn with.
const (
	boxElements    = 4               // label, input, and a span around the title
	optionElements = boxElements + 1 // with a description
)

// Elements estimates how many elements of a page the field is drawn with, as
// it opens. It is what drawing costs, and depends on the field alone.
func (f Field) Elements() int {
	if f.Unsupported != "" {
		return 3
	}
	// Label, its parts and the error's place.
	n := 8 + len(f.Notes)
	add := func(drawn bool, elements int) {
		if drawn {
			n += elements
		}
	}
	add(f.Description != "", 2)
	add(f.Secret, 3)
	add(f.Pattern != "", 3)
	add(f.Default.Exists(), 6)
	add(f.MinLength > 1 || f.MaxLength >= 0, 4)
	return n + kindOf(f.Kind).elements(f)
}

// shareElements makes the longest lists of options searchable until the form has
// no more elements than it may have. All fields with the same number of options
// are treated alike, so that a question that comes twice looks the same.
func shareElements(fields []Field) {
	total, longest := 0, 0
	saved := map[int]int{} // by how many options a field has
	for i := range fields {
		f := &fields[i]
		drawn := f.Elements()
		total += drawn
		if f.isListed() {
			compact := *f
			compact.Searchable = true
			saved[len(f.Options)] += drawn - compact.Elements()
			longest = max(longest, len(f.Options))
		}
	}
	limit := longest
	for ; total > MaxElements && limit > 1; limit-- {
		total -= saved[limit]
	}
	for i := range fields {
		f := &fields[i]
		f.Searchable = f.Searchable || f.isListed() && len(f.Options) > limit
	}
}

// isListed reports whether a field is one or several of its options.
func (f *Field) isListed() bool { return f.Unsupported == "" && kindOf(f.Kind).facts().listed }
