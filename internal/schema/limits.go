package schema

// The limits of one form. They are far above what people fill in and far
// below what freezes a page: 200 fields and searchable choices of 2000
// options must work, while a request of 256 KiB must not be able to ask for
// a million controls by naming one shared definition again and again. What all
// forms of a round may cost together is their [Budget].
const (
	// MaxProperties is how many properties the forms of a round may have.
	MaxProperties = 300
	// MaxOptions is how many options one field may have.
	MaxOptions = 2000
	// MaxOptionsTotal is how many options all fields together may have.
	MaxOptionsTotal = 10000
	// MaxDefault is how many bytes of text a suggestion may have, and
	// MaxDefaultEntries how many entries the one of a list.
	MaxDefault        = 64 << 10
	MaxDefaultEntries = 1000
	// MaxPattern is how many characters a pattern may have; a longer one is
	// not checked here (PatternUnchecked), the server will.
	MaxPattern = 1000

	// maxReferences is how many $ref may follow each other. Generators nest
	// two or three; more is a maze.
	maxReferences = 8
	// maxAlternatives is how many entries of anyOf or oneOf may list no values.
	maxAlternatives = 100
	// briefText is how long a text may be that is never shortened.
	briefText = 120
	// maxGuess is how many bytes of one text the word lists look at. A shared
	// definition can bring the same long text into every field.
	maxGuess = 4096
)
