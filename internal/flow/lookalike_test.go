package flow

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/safetext/test/normtest"
)

// alike are lists of texts that look the same.
var alike = map[string][]any{
	"composed and decomposed":     {"caf\u00e9", "cafe\u0301", "cafe\u0341"},
	"decomposed Cyrillic":         {"\u0435\u0301", "e\u0301", "\u00e9", "\u0435\u0341"},
	"marks in another order":      {"q\u0307\u0323", "q\u0323\u0307"},
	"marks kept in another order": {"q\u0307\u034f\u0323", "q\u0323\u0307", "q\u0307\u0323"},
	"hyphens":                     {"a-b", "a\u2010b", "a\u2011b", "a\u2212b", "a\ufe63b"},
	"inherent vowels of Khmer":    {"\u1780", "\u1780\u17b4", "\u1780\u17b5", "\u17b4\u1780"},
	"other invisible letters":     {"ab", "a\u115fb", "a\u3164b", "ab\uffa0", "ab\u2800", "a\U000e0100b", "a\U000e01f0b", "a\U0001d159b", "a\U00016fe4b"},
	"Hangul":                      {"\uac00", "\u1100\u1161", "\u1100\u034f\u1161"},
	"compatibility":               {"\ufb01ne", "fine", "\uff46ine", "\U0001d41fine"},
	"the same sign twice":         {"5 \u212b", "5 \u00c5", "5 A\u030a"},
	"blanks inside":               {"a b", "a  b", "a\u00a0b", "a \u2009b"},
	"types":                       {"1", 1, "true", true},
	"what is cut off":             {strings.Repeat("x", 400) + "1", strings.Repeat("x", 400) + "2", strings.Repeat("x", 300)},
	"more marks than are shown":   {"e" + strings.Repeat("\u0301", 20), "e" + strings.Repeat("\u0301", 21)},
	"nothing at all":              {"", "\u200b", "\u17b4"},
}

// fold returns a text as the eye reads it: without invisible characters, and normalized.
func fold(text string) string {
	return safetext.Skeleton(normtest.Decompose(safetext.Skeleton(text)))
}

// TestOptions_NoTwoLookTheSame: two options always differ, with or without titles.
// Rows: T17.
func TestOptions_NoTwoLookTheSame(t *testing.T) {
	forms := map[string]func(i int, value any) map[string]any{
		"values":                 func(_ int, value any) map[string]any { return map[string]any{"const": value} },
		"values under one title": func(_ int, value any) map[string]any { return map[string]any{"const": value, "title": "City"} },
		"titles of values": func(i int, value any) map[string]any {
			return map[string]any{"const": fmt.Sprint("v", i), "title": value}
		},
		"titles of the same values": func(_ int, value any) map[string]any { return map[string]any{"const": value, "title": value} },
	}
	for about, values := range alike {
		for in, form := range forms {
			var options []map[string]any
			for i, value := range values {
				options = append(options, form(i, value))
			}
			labels(t, about+", "+in, options)
		}
	}
	// A title that equals the text of another option.
	labels(t, "imitations", []map[string]any{
		{"const": "a", "title": "Red (x)"}, {"const": "x", "title": "Red"}, {"const": "y", "title": "Red"}, {"const": "b", "title": "Red (x) (a)"},
		{"const": "c", "title": `Red ("x")`}, {"const": "d", "title": `Red (x) ("a")`}, {"const": "z", "title": " "}, {"const": "e", "title": "z"},
	})
}

func labels(t *testing.T, about string, options []map[string]any) {
	t.Helper()
	list, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"anyOf":`+string(list)+`}}}}`)
	f := s.Request().Form.Fields[0]
	if len(f.Options) != len(options) {
		t.Fatalf("%s: %d options of %d, remarks %v", about, len(f.Options), len(options), f.Remarks)
	}
	shown := map[string]int{}
	for i := range f.Options {
		label := s.Words.Option(f, i)
		if j, both := shown[fold(label)]; both {
			t.Errorf("%s: options %d and %d are both %+q", about, j, i, label)
		}
		shown[fold(label)] = i
	}
}

// TestNames_NoTwoLookTheSame: a sentence that names a question tells it from a question that looks the same.
// Rows: T17.
func TestNames_NoTwoLookTheSame(t *testing.T) {
	for about, titles := range alike {
		t.Run(about, func(t *testing.T) {
			properties := map[string]any{}
			for i, title := range titles {
				properties[fmt.Sprint("p", i)] = map[string]any{"type": "string", "title": title}
			}
			list, err := json.Marshal(properties)
			if err != nil {
				t.Fatal(err)
			}
			s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":`+string(list)+`}}`)
			shown := map[string]int{}
			for i, f := range s.Request().Form.Fields {
				name := fold(s.Words.Text("FilterLabel", s.Words.Name(f)))
				if j, both := shown[name]; both {
					t.Errorf("%s: questions %d and %d are both %+q", about, j, i, name)
				}
				shown[name] = i
			}
		})
	}
}
