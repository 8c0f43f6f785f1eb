package schema

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// knownDialect reports whether the value of $schema names a dialect that is
// read here: 2020-12 (also when there is none), 2019-09, draft-07, draft-06.
// Revision 2026-07-28 wants an error for any other, not a guess.
func knownDialect(value elicit.Value) bool {
	if !value.Exists() {
		return true
	}
	if value.Kind != elicit.String {
		return false
	}
	name := strings.TrimSuffix(value.Text, "#")
	for _, scheme := range []string{"https://", "http://"} {
		if rest, found := strings.CutPrefix(name, scheme); found {
			switch rest {
			case "json-schema.org/draft/2020-12/schema",
				"json-schema.org/draft/2019-09/schema",
				"json-schema.org/draft-07/schema",
				"json-schema.org/draft-06/schema":
				return true
			}
		}
	}
	return false
}
