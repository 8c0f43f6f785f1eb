package jsonschema

import "errors"

// The copy lacks metaschemas: internal/validate removes malformed rules first, in a
// twentieth of the time. The compiler ignores malformed rules behind a reference to a place that no
// keyword leads to. A reference to a metaschema fails, like every reference out of the document.

//slim:drops init metaFS openMeta: loads and compiles the metaschemas of five drafts
//slim:drops UnmarshalJSON: reads only metaschemas here

func isMeta(string) bool { return false }

func loadMeta(string) (any, error) { return nil, nil }

func (rr *roots) validate(*root, any, jsonPointer) error { return nil }

func (d *dialect) getSchema(bool, map[string]*Vocabulary) *Schema { return nil }

func (vd *validator) metaResource(*Schema) *resource { return nil }

// Load fails in a browser.
func (FileLoader) Load(string) (any, error) { return nil, errors.New("there are no files") }

// mediaTypes is empty: a check of the content of texts would link encoding/json.
var mediaTypes = map[string]*MediaType{}

// goRegexpCompile fails: package regexp is 50 kB of the download. internal/validate has an engine.
func goRegexpCompile(string) (Regexp, error) {
	return nil, errors.New("no engine for regular expressions was chosen")
}

// Error gives no reason: the program words the kinds of the errors. output.go, which this replaces,
// has words for each kind in three formats.
func (e *ValidationError) Error() string { return "invalid against " + e.SchemaURL }
