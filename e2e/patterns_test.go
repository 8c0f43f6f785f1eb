package e2e

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// TestPatternVerdicts covers B15 and N6: the results that the tests of our
// pattern engine expect are those of a browser, and the server most likely uses
// the same kind of engine.
// Rows: B15, N6.
func TestPatternVerdicts(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(testsite.Path("internal", "validate", "testdata", "patterns.json"))
	must(t, err)
	var table []struct {
		Pattern  string
		Subjects []struct {
			Text  string
			Match *bool
		}
	}
	must(t, json.Unmarshal(data, &table))
	if len(table) == 0 {
		t.Fatal("the table is empty")
	}
	wrong := eval[[]string](newTab(t).page(), `(text) => {
		const wrong = [];
		for (const { pattern, subjects } of JSON.parse(text)) {
			let expression = null;
			for (const flags of ["u", ""]) {
				try { expression = new RegExp(pattern, flags); break; } catch {}
			}
			for (const { text, match } of subjects) {
				const verdict = expression ? expression.test(text) : null;
				if (verdict !== match) wrong.push(JSON.stringify({ pattern, text, match, verdict }));
			}
		}
		return wrong;
	}`, string(data))
	for _, line := range wrong {
		t.Error(line)
	}
}
