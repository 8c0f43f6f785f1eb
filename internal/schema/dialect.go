package schema

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// knownDialect reports whether the value of $schema names a dialect that is
// read here: 2020-12 (also when there is none), 2019-09, draft-07, draft-06.
// Revision 2026-07-28 wants an error for any other, not a guess.
func knownDialect(value elicit.Value) bool {
	if value.Kind != elicit.String {
		return !value.Exists()
	}
	name := strings.TrimSuffix(strings.Replace(value.Text, "http://", "https://", 1), "#")
	dialect, found := strings.CutPrefix(name, "https://json-schema.org/")
	return found && slices.Contains([]string{"draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema"}, dialect)
}
