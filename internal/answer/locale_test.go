package answer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

func TestCleanTag_KeepsLanguageScriptAndRegion(t *testing.T) {
	for tag, want := range map[string]string{
		"en": "en", "en_us": "en-US", "EN-gb": "en-GB", "de-1996": "de", "iw-IL": "he-IL", "ja-JP-u-ca-japanese": "ja-JP",
		"th-u-ca-buddhist-nu-thai": "th", "zh-Hans-CN": "zh-Hans-CN", "sr-latn": "sr-Latn", "es-419": "es-419", "tlh": "tlh",
		"": "en", "not a tag": "en", "d": "en", "de-": "en", "e1": "en", "de\x00": "en", "x-private": "en",
	} {
		t.Run(tag, func(t *testing.T) {
			if got := answer.CleanTag(tag); got != want {
				t.Errorf("%q is %q, want %q", tag, got, want)
			}
		})
	}
}

// Rows: T18.
func TestLocale_SignsAndOrder(t *testing.T) {
	for _, test := range []struct {
		tag, order string
		decimal    rune
	}{
		{"en", "DMY", '.'}, {"en-US", "MDY", '.'}, {"en-GB", "DMY", '.'}, {"de-AT", "DMY", ','}, {"de-1996", "DMY", ','},
		{"ar-EG", "DMY", '٫'}, {"he", "DMY", '.'}, {"iw-IL", "DMY", '.'}, {"ja-JP-u-ca-japanese", "YMD", '.'}, {"ko", "YMD", '.'},
		{"pt", "DMY", ','}, {"pt-BR", "DMY", ','}, {"zh-Hans-CN", "YMD", '.'}, {"es-419", "DMY", '.'}, {"", "DMY", '.'},
		{"tlh", "DMY", '.'}, {"nl-NL", "DMY", ','}, {"not a tag", "DMY", '.'},
		{"pl", "DMY", ','}, {"sv", "YMD", ','}, {"fr-CA", "YMD", ','}, {"hi", "DMY", '.'}, {"th", "DMY", '.'}, {"fa", "YMD", '٫'},
	} {
		t.Run(test.tag+" "+test.order, func(t *testing.T) {
			if l := localetest.For(test.tag); l.DateOrder != test.order || l.Decimal() != test.decimal {
				t.Errorf("%q: got %q %q, want %q %q", test.tag, l.DateOrder, l.Decimal(), test.order, test.decimal)
			}
		})
	}
}

// Every name of a month by Intl is readable in its locale, in every spelling, and so are
// the English names.
// Rows: T18.
func TestLocale_MonthNamesAreUnderstood(t *testing.T) {
	for _, tag := range localetest.Tags() {
		l := localetest.For(tag)
		for i := range 12 {
			month := fmt.Sprintf("%02d", i+1)
			names := append([]string{time.Month(i + 1).String(), month}, l.Months[i]...)
			for _, name := range names {
				for _, spelling := range []string{name, strings.ToUpper(name), name + "."} {
					a, fault := answer.Read(day, date("15", spelling, "2026"), envFor(tag))
					if fault != answer.FaultNone || a.Value.Text[5:7] != month {
						t.Errorf("%q in %s: %q %q", spelling, tag, a.Value.Text, fault)
					}
				}
			}
		}
	}
}

// A number or date that the locale shows can also be typed there.
// Rows: T10, T18.
func TestLocale_WhatIsShownIsUnderstood(t *testing.T) {
	for _, tag := range localetest.Tags() {
		for _, literal := range []string{"0", "-5", "1234", "12345", "-1234567", "123456789012", "0.5", "-12.25", "1e-7"} {
			text := answer.FormatNumber(literal, localetest.For(tag))
			if a, fault := answer.Read(number, draftOf(text), envFor(tag)); fault != answer.FaultNone || a.Value.Text != literal {
				t.Errorf("%s shows %s as %q, which is read as %q %q", tag, literal, text, a.Value.Text, fault)
			}
		}
		f := schema.Field{Kind: schema.DateTime, Default: request.StringValue("2026-03-05T14:32:00Z")}
		d := answer.Start(f, envFor(tag))
		d.Origin = answer.Edited
		if a, fault := answer.Read(f, d, envFor(tag)); fault != answer.FaultNone || a.Value.Text != f.Default.Text {
			t.Errorf("%s opens with %+v, which is read as %q %q", tag, d, a.Value.Text, fault)
		}
	}
}

// Dates are Gregorian everywhere. A year of the locale's second calendar is neither
// read as a Gregorian one nor silently converted.
// Rows: T18.
func TestLocale_OtherCalendars(t *testing.T) {
	for _, test := range []struct {
		tag, year string
		want      answer.Fault
	}{
		{"th", "2569", answer.FaultOtherCalendar},
		{"th", "๒๕๖๙", answer.FaultOtherCalendar},
		{"th", "2500", answer.FaultOtherCalendar}, // 1957, a birthday
		{"th", "2026", answer.FaultNone},
		{"th", "๒๐๒๖", answer.FaultNone},
		{"th", "1957", answer.FaultNone},
		{"fa", "1404", answer.FaultOtherCalendar},
		{"fa", "۱۳۷۰", answer.FaultOtherCalendar},
		{"fa", "۲۰۲۶", answer.FaultNone},
		{"fa", "1991", answer.FaultNone},
		{"en", "2569", answer.FaultNone},
		{"en", "1404", answer.FaultNone},
		{"ar-SA", "2026", answer.FaultNone},
	} {
		t.Run(test.tag+" "+test.year, func(t *testing.T) {
			if _, fault := answer.Read(day, date("5", "3", test.year), envFor(test.tag)); fault != test.want {
				t.Errorf("%s in %s: %q, want %q", test.year, test.tag, fault, test.want)
			}
		})
	}
	for _, year := range []string{"2018", "1947", "115", "8"} { // of Ethiopia, India, Taiwan and Japan
		env := answer.Env{Locale: answer.NewLocale(answer.Facts{Year: year})}
		for _, typed := range []string{"2026", "1957", "2018"} {
			if _, fault := answer.Read(day, date("5", "3", typed), env); fault != answer.FaultNone {
				t.Errorf("%s beside a calendar in its year %s: %q", typed, year, fault)
			}
		}
	}
	// ISO 8601 is Gregorian, and the echo shows the era.
	a, fault := answer.Read(day, date("2569-03-05", "", ""), envFor("th"))
	if fault != answer.FaultNone || a.Value.Text != "2569-03-05" || a.Echo != "5 มีนาคม ค.ศ. 2569" {
		t.Errorf("pasted: %q %q %q", a.Value.Text, a.Echo, fault)
	}
	for tag, want := range map[string]string{"th": "ค.ศ.", "fa": "م.", "ja": "", "en": ""} {
		t.Run(tag, func(t *testing.T) {
			if got := localetest.For(tag).Era; got != want {
				t.Errorf("the era in %s is %q, want %q", tag, got, want)
			}
		})
	}
}

// Numbers and dates can be read and shown with any facts.
func FuzzNewLocale(f *testing.F) {
	for _, seed := range []string{
		`{"tag":"pl","numbers":["-1 234 567 890,5","-1 234 567 890,5"],"date":"{day} {month} {year}","order":"DMY","between":", ","months":[["stycznia"]]}`,
		`{"tag":"fa","numbers":["−۱٬۲۳۴٬۵۶۷٬۸۹۰٫۵","-1,234,567,890.5"],"date":"{day} {month} {year} م.","order":"YMD","year":"۱۴۰۴","era":"م."}`,
		`{"tag":"xx","numbers":["-1,234,567,890,5","","1"],"date":"{day}{day}","order":"YD","between":" (","year":"-9","months":[[""],[],["a","a"],["a"]]}`,
		`{"tag":7,"numbers":{"a":1},"date":[],"months":[1,"x",null]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := request.Parse([]byte(text))
		if err != nil {
			return
		}
		env := answer.Env{Locale: answer.NewLocale(answer.ReadFacts(v)), Zones: berlin, Now: zonetest.Noon}
		for _, literal := range []string{"-1234567", "12.5"} {
			shown := answer.FormatNumber(literal, env.Locale)
			if a, fault := answer.Read(number, draftOf(shown), env); fault != answer.FaultNone || a.Value.Text != literal {
				t.Fatalf("%s is shown as %q, which is read as %q %q", literal, shown, a.Value.Text, fault)
			}
		}
		shown := answer.Show(day, answer.Answer{Value: request.StringValue("2026-03-05")}, env, nil).Text
		if !strings.Contains(shown, env.Locale.Digits("2026")) {
			t.Fatalf("shown as %q", shown)
		}
		if a, fault := answer.Read(day, date("5", "3", "2026"), env); fault != answer.FaultNone || a.Value.Text != "2026-03-05" {
			t.Fatalf("read as %q %q", a.Value.Text, fault)
		}
	})
}
