package answer_test

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

func TestLocaleFor_FallsBack(t *testing.T) {
	for _, test := range []struct {
		tag, want, order string
		decimal          rune
		rtl              bool
	}{
		{"en", "en", "DMY", '.', false},
		{"en-US", "en-US", "MDY", '.', false},
		{"en_us", "en-US", "MDY", '.', false},
		{"en-GB", "en-GB", "DMY", '.', false},
		{"de-AT", "de-AT", "DMY", ',', false},
		{"de-1996", "de", "DMY", ',', false},
		{"ar-EG", "ar-EG", "DMY", '.', true},
		{"he", "he", "DMY", '.', true},
		{"iw-IL", "he-IL", "DMY", '.', true},
		{"ja-JP-u-ca-japanese", "ja-JP", "YMD", '.', false},
		{"ko", "ko", "YMD", '.', false},
		{"pt", "pt", "DMY", ',', false},
		{"pt-BR", "pt-BR", "DMY", ',', false},
		{"zh-Hans-CN", "zh-CN", "YMD", '.', false},
		{"es-419", "es-419", "DMY", '.', false},
		{"", "en", "DMY", '.', false},
		{"tlh", "en", "DMY", '.', false},
		{"nl-NL", "en", "DMY", ',', false},
		{"not a tag", "en", "DMY", '.', false},
	} {
		l := answer.LocaleFor(test.tag)
		if l.Tag != test.want || l.DateOrder != test.order || l.Decimal != test.decimal || l.RTL != test.rtl {
			t.Errorf("%q: %q %q %q %v", test.tag, l.Tag, l.DateOrder, l.Decimal, l.RTL)
		}
		for i, name := range l.MonthNames {
			if name == "" || len(l.Months[i]) == 0 {
				t.Errorf("%q: month %d has no name", test.tag, i+1)
			}
		}
	}
}

// Every name of a month means that month, also where English names are
// understood besides, and what is shown can be typed.
func TestLocale_T18_MonthNamesAreUnequivocal(t *testing.T) {
	for _, tag := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		l := answer.LocaleFor(tag)
		for _, names := range [][12][]string{l.Months, answer.LocaleFor("en").Months} {
			for i := range names {
				for _, name := range names[i] {
					for _, spelling := range []string{name, strings.ToUpper(name), name + "."} {
						a, fault := answer.Read(schema.Field{Kind: schema.Date}, date("15", spelling, "2026"), in(tag))
						if fault != answer.FaultNone || a.Value.Text[5:7] != twoDigits(i+1) {
							t.Errorf("%s %q: %q %q", tag, spelling, a.Value.Text, fault)
						}
					}
				}
			}
		}
	}
}
