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
			if name == "" {
				t.Errorf("%q: month %d has no name", test.tag, i+1)
			}
		}
	}
}

func TestWithRegion_T18_TakesItFromTheSameLanguageOnly(t *testing.T) {
	for _, test := range []struct {
		tag     string
		browser []string
		want    string
	}{
		{"en", []string{"en-US", "en"}, "en-US"},
		{"en", []string{"de-DE", "en-GB", "en-US"}, "en-GB"},
		{"en", []string{"de-DE", "en"}, "en"},
		{"en", []string{"de-DE", "fr-CA"}, "en"},
		{"en", nil, "en"},
		{"", []string{"de-DE", "en-US"}, "en-US"},
		{"EN", []string{"en-us"}, "en-US"},
		{"en-GB", []string{"en-US"}, "en-GB"},
		{"en_IE", []string{"en-US"}, "en_IE"},
		{"de", []string{"de", "de-CH"}, "de-CH"},
		{"he", []string{"iw-IL"}, "he-IL"},
		{"zh-Hant", []string{"zh-Hans-CN", "zh-Hant-TW"}, "zh-CN"},
		{"es", []string{"es-419"}, "es-419"},
		{"en", []string{"", "-", "en-u-ca-gregory", "en-US-u-hc-h23"}, "en-US"},
		{"not a tag", []string{"en-US"}, "not a tag"},
	} {
		got := answer.WithRegion(test.tag, test.browser)
		if got != test.want {
			t.Errorf("%q in a browser set to %q is %q, want %q", test.tag, test.browser, got, test.want)
		}
		if again := answer.WithRegion(got, test.browser); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	}
	// What the region is for: the order of a date and the signs of a number.
	if l := answer.LocaleFor(answer.WithRegion("en", []string{"en-US"})); l.DateOrder != "MDY" {
		t.Errorf("dates are %s", l.DateOrder)
	}
	if l := answer.LocaleFor(answer.WithRegion("de", []string{"de-CH"})); l.Decimal != '.' {
		t.Errorf("decimals are %c", l.Decimal)
	}
}

// The names of the months of every language are understood in every other, as
// one and the same month, and what is shown can be typed.
func TestLocale_T18_MonthNamesAreUnequivocal(t *testing.T) {
	known := answer.MonthsOfLanguages()
	for _, tag := range []string{"en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"} {
		for i, name := range answer.LocaleFor(tag).MonthNames {
			known[tag+" as shown"] = append(known[tag+" as shown"], [2]string{name, twoDigits(i + 1)})
		}
		for language, names := range known {
			for _, name := range names {
				for _, spelling := range []string{name[0], strings.ToUpper(name[0]), name[0] + "."} {
					a, fault := answer.Read(schema.Field{Kind: schema.Date}, date("15", spelling, "2026"), in(tag))
					if fault != answer.FaultNone || a.Value.Text[5:7] != name[1] {
						t.Errorf("%s, %q in %s: %q %q", language, spelling, tag, a.Value.Text, fault)
					}
				}
			}
		}
	}
}
