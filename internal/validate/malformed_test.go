package validate

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

// malformed returns a schema in which any keyword may have any value.
func malformed(s checktest.Source, depth int) any {
	leaves := []any{nil, true, "x", "string", json.Number("-1"), json.Number("0"), json.Number("1.5"), json.Number("3.0"), []any{}, []any{"a", "b"}, []any{"string", "null"}, []any{json.Number("1")}}
	if depth == 0 || s.IntN(4) == 0 {
		return leaves[s.IntN(len(leaves))]
	}
	if s.IntN(4) == 0 {
		list := make([]any, s.IntN(3))
		for i := range list {
			list[i] = malformed(s, depth-1)
		}
		return list
	}
	var names []string
	var all []string
	for _, group := range keywords {
		all = append(all, strings.Fields(group.names)...)
	}
	for _, name := range all {
		switch name {
		case "const", "$schema", "id", "$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor": // Their shape does not decide whether they resolve.
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names) // The same seed gives the same schema.
	node := map[string]any{}
	for range s.IntN(4) {
		name := names[s.IntN(len(names))]
		if s.IntN(2) == 0 {
			name = []string{"a", "b", "properties", "type", "items", "allOf"}[s.IntN(6)]
		}
		node[name] = malformed(s, depth-1)
	}
	return node
}

// TestRemoveMalformed_SaysWhatTheMetaschemaSays: a schema without malformed rules passes the
// validator's own check, and a schema that passes that check stays unchanged. (Older drafts
// also forbid empty lists and repetitions.)
// Rows: B15.
func TestRemoveMalformed_SaysWhatTheMetaschemaSays(t *testing.T) {
	if isSlim() {
		t.Skip("the slim copy has no metaschemas; make unit runs this test with the published jsonschema as well")
	}
	intact, mended := 0, 0
	for seed := range uint64(rounds.Of(3000)) {
		random := rand.New(rand.NewPCG(seed, 8))
		dialect := []string{"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"}[seed%2]
		node, isObject := malformed(random, 4).(map[string]any)
		if !isObject {
			continue
		}
		node["$schema"] = dialect
		text, _ := json.Marshal(node)
		_, err := independent(node)
		whole := removeMalformed(node, seed%2 == 1)
		if whole {
			intact++
		} else {
			mended++
		}
		var invalid *jsonschema.SchemaValidationError
		if whole && errors.As(err, &invalid) {
			t.Errorf("%s seems well-formed, but: %v", text, err)
		}
		if _, err := independent(node); errors.As(err, &invalid) {
			after, _ := json.Marshal(node)
			t.Errorf("%s became %s, and still: %v", text, after, err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if intact < rounds.Of(100) || mended < rounds.Of(100) {
		t.Errorf("%d schemas intact, %d mended", intact, mended)
	}
}

// TestCompile_MalformedRulesBehindAReferenceAreLeftOut: removeMalformed does not look below
// unknown names, and the slim copy lacks the metaschemas.
// Rows: B15.
func TestCompile_MalformedRulesBehindAReferenceAreLeftOut(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"p":{"type":"string"}},"allOf":[{"$ref":"#/more/a"}],`+
		`"more":{"a":{"required":[1],"type":"strong","minProperties":1}}}`)
	if !isSlim() {
		return // The published module compiles none of these rules.
	}
	for text, accepted := range map[string]bool{"k": true, "": false} {
		t.Run(text, func(t *testing.T) {
			if _, _, problems := New(form).CheckAll([]answer.Draft{draftOf(text)}, english); (len(problems) == 0) != accepted {
				t.Errorf("%q: %+v", text, problems)
			}
		})
	}
}
