//go:build js && wasm

package component

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

const aDate = `"d":{"type":"string","title":"D","format":"date"}`

// TestDateProblems covers T18: problems of a date in each language, and a whole date in the first input.
// Rows: T18.
func TestDateProblems(t *testing.T) {
	english := [4]string{"Enter a day from 1 to 31", "Enter a month from 1 to 12", "Enter a year with four digits, like 2026", "February 2026 has 28 days"}
	for _, test := range []struct {
		locale, shown string
		words         [4]string // without day, month or year, and of a date that does not exist
	}{
		{"en", "5 March 2026", english},
		{"en-US", "March 5, 2026", english},
		{"de", "5. März 2026",
			[4]string{"Geben Sie einen Tag von 1 bis 31 ein", "Geben Sie einen Monat von 1 bis 12 ein", "Geben Sie ein Jahr mit vier Ziffern ein, zum Beispiel 2026", "Der Februar 2026 hat 28 Tage"}},
		{"ar", "5 مارس 2026",
			[4]string{"يجب إدخال يوم بين 1 و31", "يجب إدخال شهر بين 1 و12", "يجب إدخال سنة من أربعة أرقام، مثل 2026", "عدد أيام فبراير 2026 هو 28"}},
		{"ja", "2026年3月5日",
			[4]string{"日を 1 から 31 の範囲で入力してください", "月を 1 から 12 の範囲で入力してください", "年を 4 桁で入力してください（例：2026）", "2026年2月は 28 日までです"}},
	} {
		t.Run(test.locale, func(t *testing.T) {
			p := ask(t, test.locale, "UTC", properties(aDate))
			for _, bad := range []struct {
				day, month, year string
				problem          int
			}{{"", "3", "2026", 0}, {"5", "", "2026", 1}, {"5", "3", "", 2}, {"31", "2", "2026", 3}, {"29", "2", "2026", 3}} {
				p.typeDate(0, bad.day, bad.month, bad.year)
				if got := withoutIsolates(p.toProblems()[0]); got != test.words[bad.problem] {
					t.Errorf("%s %+v: problem %q, want %q", test.locale, bad, got, test.words[bad.problem])
				}
			}
			p.typeDate(0, "", "", "")
			p.typeInto("f0-day", "2026-03-05")
			if got := p.echo(0); !strings.Contains(got, test.shown) {
				t.Errorf("%s: a pasted date is echoed as %q, want %q", test.locale, got, test.shown)
			}
			p.typeDate(0, "29", "2", "2024")
			p.toReview()
			p.expectSent(`{"d":"2024-02-29"}`)
		})
	}
}

func TestWholeDate_MarksTheInputThatHoldsTheText(t *testing.T) {
	for _, test := range []struct{ locale, segment, text, problem string }{
		{"en-GB", "day", "31/2/2026", "February 2026 has 28 days"},
		{"en-GB", "day", "5 Smarch 2026", "Enter a day from 1 to 31"},
		{"en-GB", "day", "2026-13-05", "Enter a day from 1 to 31"},
		{"en-US", "month", "Smarch", "Enter a month from 1 to 12"},
		{"en-GB", "year", "5/3/26", "Enter a year with four digits, like 2026"},
		{"de", "month", "31.2.2026", "Der Februar 2026 hat 28 Tage"},
		{"th", "day", "5/3/2569", "Enter a year of the Gregorian calendar, like 2026"},
	} {
		t.Run(test.text, func(t *testing.T) {
			p := ask(t, test.locale, "UTC", properties(aDate))
			p.typeInto("f0-"+test.segment, test.text)
			if got := withoutIsolates(p.toProblems()[0]); got != test.problem {
				t.Errorf("%s %q: problem %q, want %q", test.locale, test.text, got, test.problem)
			}
			var wrong []string
			every(p.document(), func(n *html.Node) {
				if attribute(n, "aria-invalid") != "" {
					wrong = append(wrong, attribute(n, "id"))
				}
			})
			if got := strings.Join(wrong, " "); got != "f0-"+test.segment {
				t.Errorf("%s %q: marked as wrong: %s", test.locale, test.text, got)
			}
		})
	}
}

// TestOtherCalendars covers T18 and B41: a year of another calendar is neither read as Gregorian nor converted.
// Rows: T18, B41.
func TestOtherCalendars(t *testing.T) {
	for _, test := range []struct{ tag, year, problem, right, shown string }{
		{"th", "2569", "Enter a year of the Gregorian calendar, like 2026", "2026", "5 มีนาคม ค.ศ. 2026"},
		{"fa", "۱۴۰۴", "Enter a year of the Gregorian calendar, like ۲۰۲۶", "2026", "۵ مارس ۲۰۲۶ م."},
	} {
		t.Run(test.tag, func(t *testing.T) {
			p := ask(t, test.tag, "UTC", properties(aDate))
			p.typeDate(0, "5", "3", test.year)
			if got := withoutIsolates(p.toProblems()[0]); got != test.problem {
				t.Errorf("%s: problem %q, want %q", test.tag, got, test.problem)
			}
			var wrong []string
			every(p.document(), func(n *html.Node) {
				if attribute(n, "aria-invalid") != "" {
					wrong = append(wrong, attribute(n, "id"))
				}
			})
			if got := strings.Join(wrong, " "); got != "f0-year" {
				t.Errorf("%s: marked as wrong: %s", test.tag, got)
			}
			p.typeDate(0, "5", "3", test.right)
			p.toReview()
			if got := p.rows()[0].value; got != test.shown {
				t.Errorf("%s: reviewed as %q, want %q", test.tag, got, test.shown)
			}
			p.expectSent(`{"d":"2026-03-05"}`)
		})
	}
}

// TestClockChanges covers T19 and N11: the form asks about a time that does not exist or exists twice.
// Rows: T19, N11.
func TestClockChanges(t *testing.T) {
	questions := map[string][2]string{
		"en": {"The first time, before daylight saving time ends", "The second time, after daylight saving time ends"},
		"de": {"Die erste, noch in der Sommerzeit", "Die zweite, nach dem Ende der Sommerzeit"},
		"ar": {"المرة الأولى، بالتوقيت الصيفي", "المرة الثانية، بعد انتهاء التوقيت الصيفي"},
		"ja": {"1 回目（夏時間）", "2 回目（夏時間の終了後）"},
	}
	for _, locale := range testedLanguages {
		for later, offset := range []string{"+02:00", "+01:00"} {
			p := ask(t, locale, "Europe/Berlin", properties(`"m":{"type":"string","title":"M","format":"date-time"}`))
			p.typeDate(0, "29", "3", "2026")
			p.typeInto("f0-time", "02:30")
			problem := p.toProblems()[0]
			if !strings.Contains(problem, "1:30") || !strings.Contains(problem, "3:30") ||
				locale == "en" && problem != "Daylight saving time starts that day and skips this time. Enter 01:30 or 03:30" {
				t.Errorf("%s: a skipped time: %q", locale, problem)
			}
			p.typeDate(0, "25", "10", "2026")
			p.toProblems()
			var question []*html.Node
			every(find(p.document(), func(n *html.Node) bool { return attribute(n, "role") == "radiogroup" }), func(n *html.Node) {
				if n.Data == "label" {
					question = append(question, n)
				}
			})
			if got := [2]string{textIn(question[0]), textIn(question[1])}; got != questions[locale] {
				t.Errorf("%s: asked %q", locale, got)
			}
			p.turn(attribute(question[later], "for"), true)
			p.toReview()
			if value := p.rows()[0].value; !strings.Contains(value, "UTC"+offset) {
				t.Errorf("%s: review %q", locale, value)
			}
			p.expectSent(`{"m":"2026-10-25T02:30:00` + offset + `"}`)
		}
	}
}
