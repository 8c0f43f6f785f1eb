package jsonschema

// Error says that a value is invalid, and not why: the program chooses its own
// words by the kinds of the errors. It takes the place of output.go, which words each
// kind, in any language and in three formats.
func (e *ValidationError) Error() string { return "invalid against " + e.SchemaURL }
