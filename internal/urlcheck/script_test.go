package urlcheck

import (
	"testing"
	"unicode"
)

// Rows: B21.
func TestIsMixed(t *testing.T) {
	for label, want := range map[string]bool{
		"example":                  false,
		"example-1":                false,
		"m\u00fcller":              false,
		"cafe\u0301":               false,
		"\u043f\u0440\u0438-1":     false,
		"\u0430pple":               true,
		"g\u03bfogle":              true,
		"\u0430\u03bf":             true,
		"\u65e5\u672c":             false,
		"\u65e5\u306e\u30e9a":      false,
		"\u4e2d\u3105a":            false,
		"\u3105\u306e":             true,
		"\u4e2d\ud55ca":            false,
		"\ud55c\u306e":             true,
		"\u65e5\u0430":             true,
		"\u0939\u093f\u0928":       false,
		"\u0939a":                  true,
		"\u0939\u09b9":             true, // Devanagari and Bengali.
		"\u0627\u0644-1":           false,
		"\u05d0\u0627":             true,
		"\U0001f512bank":           false,
		"\u10d0\u1ea1":             true,
		"\u30b5\u30fc\u30d3\u30b9": false,
	} {
		t.Run(label, func(t *testing.T) {
			if got := isMixed(label); got != want {
				t.Errorf("%+q: got %v, want %v", label, got, want)
			}
		})
	}
}

// The ranges are compared with the tables of Unicode, for the scripts that may be mixed and those
// that lie in several places. Letters that no name needs may count as a separate script, which at
// worst causes a false warning.
// Rows: B21.
func TestScriptOf_AgreesWithUnicode(t *testing.T) {
	listed := map[string]script{
		"Latin": latin, "Greek": greek, "Cyrillic": cyrillic, "Arabic": arabic, "Ethiopic": ethiopic, "Georgian": georgian,
		"Han": han, "Hiragana": hiragana, "Katakana": katakana, "Bopomofo": bopomofo, "Hangul": hangul,
	}
	phonetic := func(r rune) bool {
		return r >= 0x1D00 && r <= 0x1DBF || r == 0x214E || r == 0x2184 || r >= 0xAB30 && r <= 0xAB6F
	}
	for name, table := range unicode.Scripts {
		want, isListed := listed[name]
		if name == "Common" || name == "Inherited" || name == "Coptic" { // Half of Coptic lies among Greek.
			continue
		}
		for r := rune(0x80); r <= 0xFFFF; r++ {
			// Browsers replace capitals, superscripts and compatibility forms.
			if !unicode.Is(table, r) || !unicode.IsLetter(r) || unicode.ToLower(r) != r || unicode.Is(unicode.Lm, r) || r >= 0xF900 {
				continue
			}
			got := scriptOf(r)
			if isListed && got != want && !phonetic(r) || !isListed && got <= hangul {
				t.Errorf("%U of %s: got script %d, want %d", r, name, got, want)
			}
		}
	}
}

// Rows: B21.
func TestImitatesLatin(t *testing.T) {
	for _, test := range []struct {
		label, top string
		want       bool
	}{
		{"\u0430\u0440\u0440\u04cf\u0435", "com", true},
		{"\u0430\u0440\u0440\u04cf\u0435-1", "com", true},
		{"\u0430\u0440\u0440\u04cf\u0435", "\u0440\u0444", false},
		{"\u043f\u0440\u0438\u043c\u0435\u0440", "com", false},
		{"apple", "com", false},
		{"", "com", false},
		{"\u0261oogle", "com", true},
		{"m\u00fcller", "de", false},
	} {
		t.Run(test.label+" "+test.top, func(t *testing.T) {
			if got := imitatesLatin(test.label, test.top); got != test.want {
				t.Errorf("%+q below %+q: got %v, want %v", test.label, test.top, got, test.want)
			}
		})
	}
}
