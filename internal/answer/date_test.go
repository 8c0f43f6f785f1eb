package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

var day = schema.Field{Kind: schema.Date}

func date(day, month, year string) answer.Draft {
	return answer.Draft{Origin: answer.Edited, Day: day, Month: month, Year: year}
}

// Rows: T18.
func TestDate_ReadsMonthsByNumberAndName(t *testing.T) {
	for _, test := range []struct{ tag, day, month, year, want string }{
		{"en", "31", "12", "2026", "2026-12-31"},
		{"en", "1", "2", "2026", "2026-02-01"},
		{"en", "01", "02", "2026", "2026-02-01"},
		{"en", "1st", "Jan", "2026", "2026-01-01"},
		{"en", "22nd", "january", "2026", "2026-01-22"},
		{"en", "5", "SEPT.", "2026", "2026-09-05"},
		{"de", "5.", "März", "2026", "2026-03-05"},
		{"de", "5", "marz", "2026", "2026-03-05"},
		{"de", "5", "Jänner", "2026", "2026-01-05"},
		{"de", "5", "may", "2026", "2026-05-05"},
		{"fr", "1er", "août", "2026", "2026-08-01"},
		{"fr", "2", "aout", "2026", "2026-08-02"},
		{"fr", "2", "de\u0301c.", "2026", "2026-12-02"},
		{"es", "2", "setiembre", "2026", "2026-09-02"},
		{"pt-BR", "2", "marco", "2026", "2026-03-02"},
		{"ar", "٣١", "١٢", "٢٠٢٦", "2026-12-31"},
		{"ar", "٣١", "كانون الأول", "٢٠٢٦", "2026-12-31"},
		{"ar", "5", "ابريل", "2026", "2026-04-05"},
		{"he", "5", "בדצמבר", "2026", "2026-12-05"},
		{"ja", "31日", "3月", "2026年", "2026-03-31"},
		{"ja", "３１", "３", "２０２６", "2026-03-31"},
		{"ko", "31일", "3월", "2026년", "2026-03-31"},
		{"zh-CN", "31号", "十二月", "2026年", "2026-12-31"},
		{"zh-CN", "31", "12月份", "2026", "2026-12-31"},
		{"pl", "5", "marca", "2026", "2026-03-05"},
		{"pl", "5", "marzec", "2026", "2026-03-05"},
		{"pl", "5", "pazdziernik", "2026", "2026-10-05"},
		{"sv", "5", "Okt", "2026", "2026-10-05"},
		{"hi", "५", "मार्च", "२०२६", "2026-03-05"},
		{"th", "5", "มี.ค.", "2026", "2026-03-05"},
		{"fa", "۵", "مارس", "۲۰۲۶", "2026-03-05"},
		{"tr", "5", "agustos", "2026", "2026-08-05"},
		{"vi", "5", "tháng 1", "2026", "2026-01-05"},
		{"ar-MA", "5", "غشت", "2026", "2026-08-05"},
		{"en", " 29\u00a0", "\u200e2", "2024\ufeff", "2024-02-29"}, // F9
		{"en", "29", "2", "2000", "2000-02-29"},
		{"en", "1", "1", "0001", "0001-01-01"},
		{"en", "31", "12", "9999", "9999-12-31"},
	} {
		t.Run(test.tag+" "+test.day+" "+test.month, func(t *testing.T) {
			a, fault := answer.Read(day, date(test.day, test.month, test.year), envFor(test.tag))
			if fault != answer.FaultNone || !a.Value.Equal(request.StringValue(test.want)) ||
				a.Echo != answer.Show(day, a, envFor(test.tag), nil).Text {
				t.Errorf("%s %q %q %q: %q %q %q, want %q", test.tag, test.day, test.month, test.year, a.Value.Text, a.Echo, fault, test.want)
			}
		})
	}
}

// Rows: T18.
func TestDate_ReadsAPastedDay(t *testing.T) {
	for _, d := range []answer.Draft{
		date("2026-12-31", "", ""), date("", "2026-12-31", ""), date(" ", "", " 2026‑12‑31 "), date("٢٠٢٦-١٢-٣١", "", ""),
	} {
		a, fault := answer.Read(day, d, envFor("en"))
		if fault != answer.FaultNone || a.Value.Text != "2026-12-31" || a.Echo != "31 December 2026" {
			t.Errorf("%+v: %q %q %q", d, a.Value.Text, a.Echo, fault)
		}
	}
	if _, fault := answer.Read(day, date("2026-02-30", "", ""), envFor("en")); fault != answer.FaultUnrealDate {
		t.Errorf("pasted 30 February: %q", fault)
	}
}

// Rows: T18.
func TestDate_SaysWhichPartIsMissing(t *testing.T) {
	for _, test := range []struct {
		draft answer.Draft
		want  answer.Fault
	}{
		{date("", "12", "2026"), answer.FaultMissingDay},
		{date("", "", "2026"), answer.FaultMissingDay},
		{date("31", "", "2026"), answer.FaultMissingMonth},
		{date("31", " ", ""), answer.FaultMissingMonth},
		{date("31", "12", "\u200b"), answer.FaultMissingYear},
	} {
		t.Run(fmt.Sprintf("%+v", test.draft), func(t *testing.T) {
			if _, fault := answer.Read(day, test.draft, envFor("en")); fault != test.want {
				t.Errorf("%+v: %q, want %q", test.draft, fault, test.want)
			}
		})
	}
	for _, d := range []answer.Draft{{}, date("", "", ""), date(" ", "\u00a0", "\u200b")} {
		if a, fault := answer.Read(day, d, envFor("en")); !a.Absent || fault != answer.FaultNone {
			t.Errorf("%+v is not absent: %q", d, fault)
		}
	}
}

// Rows: B41.
func TestDate_RefusesUnrealDays(t *testing.T) {
	for _, test := range []struct {
		want  answer.Fault
		dates []answer.Draft
	}{
		{answer.FaultUnrealDate, []answer.Draft{
			date("30", "2", "2026"), date("29", "2", "2026"), date("29", "2", "1900"), date("31", "4", "2026"), date("32", "1", "2026"), date("99", "1", "2026"),
		}},
		{answer.FaultMissingDay, []answer.Draft{
			date("0", "1", "2026"), date("x", "1", "2026"), date("1.5", "1", "2026"), date("001", "1", "2026"), date("-1", "1", "2026"), date("2026-12-31", "12", "2026"),
		}},
		{answer.FaultMissingMonth, []answer.Draft{
			date("1", "0", "2026"), date("1", "13", "2026"), date("1", "Smarch", "2026"), date("1", "ב", "2026"), date("", "2026-13-01", ""),
		}},
		{answer.FaultMissingYear, []answer.Draft{
			date("1", "1", "0000"), date("1", "1", "10000"), date("1", "1", "26"), date("1", "1", "226"), date("1", "1", "-2026"), date("1", "1", "2026x"),
		}},
	} {
		t.Run(fmt.Sprintf("%+v", test.dates), func(t *testing.T) {
			for _, d := range test.dates {
				if a, fault := answer.Read(day, d, envFor("en")); fault != test.want {
					t.Errorf("%+v: %q %q, want %q", d, a.Value.Text, fault, test.want)
				}
			}
		})
	}
}

// The month has the notation of a date in the locale, without the day.
// Rows: B41.
func TestDate_SaysHowManyDaysTheMonthHas(t *testing.T) {
	for _, test := range []struct {
		tag, day, month, year, want string
	}{
		{"en", "29", "2", "2027", "February 2027 28"},
		{"en-US", "30", "2", "2028", "February 2028 29"},
		{"en", "31", "April", "2027", "April 2027 30"},
		{"en", "32", "12", "9999", "December 9999 31"},
		{"en", "", "2027-02-30", "", "February 2027 28"},
		{"de", "31", "4", "2027", "April 2027 30"},
		{"es", "31", "4", "2027", "abril de 2027 30"},
		{"fr", "31", "4", "2027", "avril 2027 30"},
		{"pt-BR", "31", "4", "2027", "abril de 2027 30"},
		{"ja", "31", "4", "2027", "2027年4月 30"},
		{"zh-CN", "31", "4", "2027", "2027年4月 30"},
		{"ko", "31", "4", "2027", "2027년 4월 30"},
		{"ar", "31", "4", "2027", "أبريل 2027 30"},
		{"he", "31", "4", "2027", "אפריל 2027 30"},
	} {
		t.Run(test.tag+" "+test.day+" "+test.month, func(t *testing.T) {
			a, fault := answer.Read(day, date(test.day, test.month, test.year), envFor(test.tag))
			if got := strings.Join(a.Readings[:], " "); got != test.want || fault != answer.FaultUnrealDate {
				t.Errorf("%s: got %q %s, want %q", test.tag, got, fault, test.want)
			}
		})
	}
}

func TestDate_DefaultFillsTheParts(t *testing.T) {
	f := schema.Field{Kind: schema.Date, Default: request.StringValue("2026-01-09")}
	d := answer.Start(f, envFor("de"))
	if want := (answer.Draft{Origin: answer.Suggested, Day: "9", Month: "1", Year: "2026"}); !d.Same(want) || d.Origin != want.Origin {
		t.Errorf("got %+v, want %+v", d, want)
	}
	if a, fault := answer.Read(f, d, envFor("de")); fault != "" || a.Value.Text != "2026-01-09" {
		t.Errorf("%+v %q", a, fault)
	}
	d.Origin, d.Day = answer.Edited, "10"
	if a, fault := answer.Read(f, d, envFor("de")); fault != "" || a.Value.Text != "2026-01-10" {
		t.Errorf("edited: %+v %q", a, fault)
	}
	f.Default = request.StringValue("0099-12-31")
	if d := answer.Start(f, envFor("de")); d.Year != "0099" {
		t.Errorf("year %q is not read back", d.Year)
	}
}

// Rows: B41.
func TestDate_DefaultsThatAreNoDayAreNotApplied(t *testing.T) {
	for _, text := range []string{"next tuesday", "31.12.2026", "2026-1-1", "2026-12-31T00:00:00Z", "2026-02-30", ""} {
		f := schema.Field{Kind: schema.Date, Default: request.StringValue(text)}
		if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched || !d.Blank() {
			t.Errorf("%q: %+v", text, d)
		}
	}
}

func TestShow_DatesInTheLocale(t *testing.T) {
	a := answer.Answer{Value: request.StringValue("2026-12-01")}
	for _, test := range []struct{ tag, want string }{
		{"en", "1 December 2026"},
		{"en-GB", "1 December 2026"},
		{"en-US", "December 1, 2026"},
		{"ar", "1 ديسمبر 2026"},
		{"de", "1. Dezember 2026"},
		{"es", "1 de diciembre de 2026"},
		{"fr", "1er décembre 2026"},
		{"he", "1 בדצמבר 2026"},
		{"ja", "2026年12月1日"},
		{"ko", "2026년 12월 1일"},
		{"pt-BR", "1 de dezembro de 2026"},
		{"zh-CN", "2026年12月1日"},
		{"pl", "1 grudnia 2026"},
		{"sv", "1 december 2026"},
		{"hi", "1 दिसंबर 2026"},
		{"th", "1 ธันวาคม ค.ศ. 2026"},
		{"fa", "۱ دسامبر ۲۰۲۶ م."},
		{"ar-EG", "١ ديسمبر ٢٠٢٦"},
		{"ru", "1 декабря 2026\u202fг."},
	} {
		t.Run(test.tag, func(t *testing.T) {
			if got := answer.Show(day, a, envFor(test.tag), nil).Text; got != test.want {
				t.Errorf("%s: %q, want %q", test.tag, got, test.want)
			}
		})
	}
}
