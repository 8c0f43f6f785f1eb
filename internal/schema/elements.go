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

// Elements estimates how many elements of a page the field is drawn with, as
// it opens. It is what drawing costs, and depends on the field alone.
func (f Field) Elements() int {
	// Label, its parts and the error's place.
	n := 8 + len(f.Notes)
	if f.Unsupported != "" {
		return 3
	}
	if f.Description != "" {
		n += 2
	}
	if f.Secret {
		n += 3
	}
	if f.Pattern != "" {
		n += 3
	}
	if f.Default.Exists() {
		n += 6
	}
	if f.Kind == Number || f.Kind == Integer || f.MinLength > 1 || f.MaxLength >= 0 {
		n += 4
	}
	return n + f.controls()
}

// controls estimates the elements of the controls alone.
func (f Field) controls() int {
	const (
		box   = 4 // label, input, and a span around the title
		about = 1 // a description of an option
	)
	switch f.Kind {
	case Date:
		return 16
	case DateTime:
		return 30
	case Boolean:
		return 1 + 3*box
	case Choice:
		switch {
		case f.Searchable || len(f.Options) > MaxSelect:
			return 4
		case len(f.Options) > MaxRadios:
			return 2 + len(f.Options)
		}
		return 1 + (1+len(f.Options))*(box+about)
	case Choices:
		drawn := min(len(f.Options), MaxBoxes)
		if f.Searchable {
			drawn = min(drawn, FoundBoxes)
		}
		return 8 + drawn*(box+about)
	}
	return 1
}

// shareElements leaves options to search until the form has no more elements
// than it may have. All fields with the same number of options are treated
// alike, so that one question is not drawn in two ways.
func shareElements(fields []Field) {
	total, longest := 0, 0
	saved := map[int]int{} // by how many options a field has
	for i := range fields {
		f := &fields[i]
		if f.Kind != Choice && f.Kind != Choices || f.Unsupported != "" {
			total += f.Elements()
			continue
		}
		f.Searchable = f.Kind == Choice && len(f.Options) > MaxSelect
		drawn := f.Elements()
		total += drawn
		compact := *f
		compact.Searchable = true
		saved[len(f.Options)] += drawn - compact.Elements()
		longest = max(longest, len(f.Options))
	}
	limit := longest
	for ; total > MaxElements && limit > 1; limit-- {
		total -= saved[limit]
	}
	for i := range fields {
		f := &fields[i]
		if (f.Kind == Choice || f.Kind == Choices) && len(f.Options) > limit {
			f.Searchable = true
		}
	}
}
