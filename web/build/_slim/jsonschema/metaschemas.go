package jsonschema

import "errors"

// The copy has no metaschemas. internal/check removes malformed rules before a schema is compiled,
// in a twentieth of the time that the metaschema takes; behind a reference to a place that no
// keyword leads to, the compiler itself passes over them. A reference to a metaschema leads
// nowhere, as every other reference out of the document does.

//slim:drops init metaFS openMeta: loads and compiles the metaschemas of five drafts
//slim:drops UnmarshalJSON: reads only metaschemas here

func isMeta(string) bool { return false }

func loadMeta(string) (any, error) { return nil, nil }

func (rr *roots) validate(*root, any, jsonPointer) error { return nil }

func (d *dialect) getSchema(bool, map[string]*Vocabulary) *Schema { return nil }

func (vd *validator) metaResource(*Schema) *resource { return nil }

// Load loads no file: there are none in a browser.
func (FileLoader) Load(string) (any, error) { return nil, errors.New("there are no files") }

// mediaTypes is empty: the content of a text is not checked, and encoding/json would have
// to be linked for it.
var mediaTypes = map[string]*MediaType{}

// goRegexpCompile compiles nothing: package regexp takes 50 kB of the download, and
// internal/check has an engine of its own.
func goRegexpCompile(string) (Regexp, error) {
	return nil, errors.New("no engine for regular expressions was chosen")
}

// Error says that a value is invalid, and not why: the program chooses its own
// words by the kinds of the errors. It takes the place of output.go, which words each
// kind, in any language and in three formats.
func (e *ValidationError) Error() string { return "invalid against " + e.SchemaURL }
