package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

// lookalikeForm is a form with a choice among options that differ only in so many of these characters.
func lookalikeForm(zero, one string, length int) string {
	options := make([]string, schema.MaxOptions)
	for i := range options {
		var b strings.Builder
		for bit := range length {
			if (i+bit/11)>>(bit%11)&1 == 0 {
				b.WriteString(zero)
			} else {
				b.WriteString(one)
			}
		}
		options[i] = `"City` + b.String() + `"`
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":[` + strings.Join(options, ",") + `]}}}}`
}

// longLists are the lists whose first key costs the most.
func longLists() map[string]string {
	titled := make([]string, schema.MaxOptions)
	for i := range titled {
		titled[i] = fmt.Sprintf(`{"const":"v%d","title":"%s"}`, i, strings.Repeat("é\u200b", 20))
	}
	return map[string]string{
		"11 without width":      lookalikeForm("\u200b", "\u200c", 11),
		"36 without width":      lookalikeForm("\u200b", "\u200c", 36),
		"11 tags":               lookalikeForm("󠁁", "󠁂", 11),
		"120 controls":          lookalikeForm("\x7f", "\x7f ", 80),
		"look-alikes":           lookalikeForm("а", "a", 60),
		"unseen in long titles": `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","oneOf":[` + strings.Join(titled, ",") + `]}}}}`,
	}
}

// TestFirstKey_CostsLittleForEachOption: the first key prepares a list of two thousand while the person waits.
// Rows: B31.
func TestFirstKey_CostsLittleForEachOption(t *testing.T) {
	for name, params := range longLists() {
		t.Run(name, func(t *testing.T) {
			s := open(t, params)
			if n := len(s.Request().Form.Fields[0].Options); n != schema.MaxOptions {
				t.Fatalf("%d options", n)
			}
			each := testing.AllocsPerRun(1, func() { Update(s, ListTyped{0, "c"}) }) / schema.MaxOptions
			if most := 5.0; each > most {
				t.Errorf("%.1f allocations for each option, want at most %.0f", each, most)
			}
		})
	}
}

func BenchmarkFirstKey(b *testing.B) {
	for name, params := range longLists() {
		b.Run(name, func(b *testing.B) {
			s := open(&testing.T{}, params)
			b.ReportAllocs()
			for b.Loop() {
				Update(s, ListTyped{0, "c"})
			}
		})
	}
}

// TestList_UnseenCharactersDoNotCount: options that look the same match the same text, and typing chooses only a
// unique one.
// Rows: N18.
func TestList_UnseenCharactersDoNotCount(t *testing.T) {
	s := open(t, lookalikeForm("\u200b", "\u200c", 11))
	s, _ = Update(s, ListTyped{0, "city"})
	if got := len(s.List(0).Matches); got != schema.MaxOptions || s.Request().Fields[0].Draft.Chosen != nil {
		t.Errorf("%d match, and %v are chosen", got, s.Request().Fields[0].Draft.Chosen)
	}
	if got, want := s.List(0).Text(1), "(City⟨U+200C⟩⟨U+200B⟩⟨"; !strings.Contains(got, want) {
		t.Errorf("shown as %q", got)
	}
}

// TestList_AmbiguousOptionsAreFoundAsShown: titles that several options share are shown with their values, and both
// can be searched.
// Rows: N18.
func TestList_AmbiguousOptionsAreFoundAsShown(t *testing.T) {
	options := make([]string, 60)
	for i := range options {
		options[i] = fmt.Sprintf(`{"const":"v%d","title":"Town %d"}`, i, i/2)
	}
	s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","oneOf":[`+strings.Join(options, ",")+`]}}}}`)
	for text, want := range map[string]int{"Town 7 (v15)": 15, "town 7 v15": 15, "Town 7（v15）": 15, "Town 7": -1, "Town 7 (v16)": -1, "v15": -1} {
		t.Run(text, func(t *testing.T) {
			typed, _ := Update(s, ListTyped{0, text})
			chosen := -1
			if got := typed.Request().Fields[0].Draft.Chosen; len(got) == 1 {
				chosen = got[0]
			}
			if chosen != want {
				t.Errorf("%q chooses %d, want %d", text, chosen, want)
			}
		})
	}
	for text, want := range map[string]int{"Town 7 (v1": 3, "(v15)": 1, "v15": 1, "7 town": 12} {
		t.Run(text, func(t *testing.T) {
			if typed, _ := Update(s, ListTyped{0, text}); len(typed.List(0).Matches) != want {
				t.Errorf("%q finds %d, want %d", text, len(typed.List(0).Matches), want)
			}
		})
	}
}
