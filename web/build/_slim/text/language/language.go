// Package language stands in for golang.org/x/text/language in the wasm build:
// jsonschema names English with it and nothing else.
package language

// Tag is a language. There is only one.
type Tag struct{}

// English is the language of jsonschema's own messages.
var English Tag
