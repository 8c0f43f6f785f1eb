// Package language stands for golang.org/x/text/language in jsonschema, which names
// English with it and nothing else.
package language

// Tag is a language. There is only one.
type Tag struct{}

// English is the language of jsonschema's own messages.
var English Tag
