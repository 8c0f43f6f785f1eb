package jsonschema

import "strings"

//slim:renames (*roots).validate validateAgainstMetaschema

// validate does not check the definitions of a requestedSchema against their metaschema:
// what is malformed in them was removed when the schema was read, whatever they are
// called. The published version does without for the document as a whole, by its address,
// but not for $defs in draft-07 and definitions in 2020-12, to which no keyword of those
// drafts leads.
func (rr *roots) validate(r *root, v any, ptr jsonPointer) error {
	place := string(ptr)
	if strings.HasPrefix(r.url.String(), "https://json-schema.org/elicitform/") && (strings.HasPrefix(place, "/$defs/") || strings.HasPrefix(place, "/definitions/")) {
		return nil
	}
	return rr.validateAgainstMetaschema(r, v, ptr)
}
