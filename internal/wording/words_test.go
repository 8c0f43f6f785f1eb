package wording

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer/test/localetest"
)

var intl = Intl{Plural: localetest.Plural, Spell: localetest.Spell}

func wordsFor(tag string) *Words {
	locale := localetest.For(tag)
	language, _, _ := strings.Cut(locale.Tag, "-")
	for _, c := range catalogues() {
		if primary, _, _ := strings.Cut(c.Tag, "-"); primary == language {
			return For(locale, c, intl)
		}
	}
	return For(locale, nil, intl)
}

// Rows: P22.
func TestFor_SpeaksTheLanguageOfItsCatalogue(t *testing.T) {
	tests := []struct {
		tag, want string
		rtl       bool
	}{
		{"en", "en", false}, {"en-GB", "en", false}, {"de", "de", false}, {"de-AT", "de", false}, {"DE_ch", "de", false},
		{"es-419", "es", false}, {"fr-CA", "fr", false}, {"ja-JP", "ja", false}, {"ko-KR", "ko", false},
		{"pt", "pt-BR", false}, {"pt-PT", "pt-BR", false}, {"pt-BR", "pt-BR", false},
		{"zh", "zh-CN", false}, {"zh-TW", "zh-CN", false}, {"zh-Hant-HK", "zh-CN", false}, {"zh-CN", "zh-CN", false},
		{"ar", "ar", true}, {"ar-EG", "ar", true}, {"he", "he", true}, {"he-IL", "he", true}, {"iw", "he", true}, {"iw_IL", "he", true},
	}
	for _, test := range tests {
		t.Run(test.tag, func(t *testing.T) {
			words := wordsFor(test.tag)
			if words.Tag != test.want || words.RTL != test.rtl {
				t.Errorf("the language of %q is %s (right to left: %t), want %s (%t)", test.tag, words.Tag, words.RTL, test.want, test.rtl)
			}
		})
	}
}

// Rows: B42.
func TestFor_FallsBackToEnglish(t *testing.T) {
	for _, tag := range []string{"", "tr", "pl", "xx-invalid", "d", "deutsch", "de-", "-de", "de DE", "de\x00", "💥", "..", "e1", strings.Repeat("de-", 40) + "de"} {
		if got := wordsFor(tag).Tag; got != "en" {
			t.Errorf("the language of %q is %s, want English", tag, got)
		}
	}
}

// A language without a catalogue has English sentences with its own numbers.
// Rows: P22, N9.
func TestFor_NumbersOfLanguagesWithoutSentences(t *testing.T) {
	bounds := []Arg{number("a", "-1234567"), number("b", "0.5")}
	for tag, want := range map[string]string{
		"pl": "-1\u00a0234\u00a0567 to 0,5", "sv": "−1\u00a0234\u00a0567 to 0,5", "hi": "-12,34,567 to 0.5",
		"th": "-1,234,567 to 0.5", "fa": "−۱٬۲۳۴٬۵۶۷ to ۰٫۵",
	} {
		t.Run(tag, func(t *testing.T) {
			if got := wordsFor(tag).Text("hint-value-between", bounds...); got != want {
				t.Errorf("%s: %q, want %q", tag, got, want)
			}
		})
	}
	for tag, want := range map[string]string{"en": "Year", "th": "Year (ค.ศ.)", "fa": "Year (\u2067م.\u2069)", "de": "Jahr"} {
		t.Run(tag, func(t *testing.T) {
			if got := wordsFor(tag).YearLabel(); got != want {
				t.Errorf("%s: the year is labelled %q, want %q", tag, got, want)
			}
		})
	}
}

// The signs between texts belong to the language: they are not those of English.
func TestSentencesAndLists_HaveTheSignsOfTheLanguage(t *testing.T) {
	for tag, want := range map[string][2]string{
		"en": {"One. Two. Three", "a, b"}, "ar": {"One. Two. Three", "a، b"},
		"ja": {"One。Two。Three", "a、b"}, "zh-CN": {"One。Two。Three", "a、b"}, "ko": {"One. Two. Three", "a, b"},
	} {
		t.Run(tag, func(t *testing.T) {
			words := wordsFor(tag)
			if got := [2]string{words.Sentences("One", "", "Two", "Three").Plain(), words.OneLine("a\nb")}; got != want {
				t.Errorf("%s: got %q, want %q", tag, got, want)
			}
		})
	}
	if got := wordsFor("ja").Sentences("はい。", "いいえ。"); got != "はい。いいえ。" {
		t.Errorf("a second full stop: %q", got)
	}
	if got := wordsFor("en").Sentences("", "Yes.", "No."); got != "Yes. No." {
		t.Errorf("got %q", got)
	}
	if got := wordsFor("en").Sentences(foreign("Full."), foreign("שם."), "No").Plain(); got != "Full. \u2068שם.\u2069 No" {
		t.Errorf("after foreign words: %q", got)
	}
}

// Rows: T8.
func TestCounter(t *testing.T) {
	for over, want := range map[int]string{
		-5: "5 characters left", -1: "1 character left", 0: "0 characters left",
		1: "1 character too many", 12345: "12,345 characters too many",
	} {
		if got := wordsFor("en").Counter(over); got != want {
			t.Errorf("Counter(%d) = %q, want %q", over, got, want)
		}
	}
}

func TestText_FillsPlaceholders(t *testing.T) {
	tests := []struct {
		name, tag string
		key       Key
		args      []Arg
		want      string
	}{
		{"server", "en", "FormHeading", []Arg{Server("weather.example")}, "weather.example asks"},
		{"a literal arg works like a constructor", "en", "FormHeading", []Arg{{Name: "server", Value: "a.b"}}, "a.b asks"},
		{"braces in a value stay", "en", "ChangeLabel", []Arg{Label("{server}"), Server("x")}, "Change “{server}”"},
		{"an unclosed brace in a value stays", "en", "ChangeLabel", []Arg{Label("{")}, "Change “{”"},
		{"a label is quoted as the server wrote it", "en", "ChangeLabel", []Arg{Label("last day")}, "Change “last day”"},
		{"numbers are the locale's", "de", "hint-value-between", []Arg{number("a", "0.5"), number("b", "12345")}, "0,5 bis 12.345"},
		{"the count picks the form", "en", "CharactersLeft", []Arg{Count("n", 1)}, "1 character left"},
		{"a count as text picks the form", "en", "CharactersLeft", []Arg{{Name: "n", Value: "1"}}, "1 character left"},
		{"exact millions", "fr", "hint-length-up-to", []Arg{Count("n", 1_000_000)}, "Jusqu’à 1\u202f000\u202f000 de caractères"},
		{"a missing argument shows", "en", "FormHeading", nil, "{server} asks"},
		{"N26 Latin label in Hebrew is isolated", "he", "ChangeLabel", []Arg{Label("Full name")}, "שינוי: ”\u2068Full name\u2069”"},
		{"N26 Hebrew label in English is isolated", "en", "ChangeLabel", []Arg{Label("שם")}, "Change “\u2068שם\u2069”"},
		{"N26 Hebrew label in Hebrew is not", "he", "ChangeLabel", []Arg{Label("שם")}, "שינוי: ”שם”"},
		{"N26 server in Arabic is isolated", "ar", "FormHeading", []Arg{Server("weather.example")}, "يسأل \u2068weather.example\u2069"},
		{"N26 negative numbers keep their sign in front", "ar", "hint-value-at-least", []Arg{number("n", "-5")}, "\u2066-5\u2069 أو أكثر"},
		{"G18 samples run from left to right", "he", "hint-example", []Arg{sample("example", "31 12 2026")}, "לדוגמה, \u206631 12 2026\u2069"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := wordsFor(test.tag).Text(test.key, test.args...); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	if got := wordsFor("en").Text("unknown"); got != "" {
		t.Errorf("an unknown key gives %q", got)
	}
}
