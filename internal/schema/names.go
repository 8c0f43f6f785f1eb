// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

package schema

// The limits of a round, for both readers of forms. They are far above what people fill in.
const (
	MaxProperties   = 300      // questions of a round
	MaxOptions      = 2000     // options of a question
	MaxOptionsTotal = 10000    // options of a round
	MaxPattern      = 1000     // characters of a pattern; the server checks a longer one
	MaxReferences   = 8        // $ref that follow each other: generators nest two or three
	maxAlternatives = 100      // entries of anyOf or oneOf that list no values
	maxWork         = 60000    // schemas that are visited in a round, and members that are copied
	maxValues       = 1048576  // bytes of the values that a round lists
	maxPatterns     = 250000   // effort of compiling the patterns of a round
	maxMatches      = 10000000 // work of matching the suggestions of a round with their patterns
)
