package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
)

func parseDay(t *testing.T, text string) answer.Day {
	t.Helper()
	d, ok := answer.ReadDay(text)
	if !ok || d.Text() != text {
		t.Fatalf("%s is read as %s (%t)", text, d.Text(), ok)
	}
	return d
}

// Rows: T18.
func TestDays_Move(t *testing.T) {
	plus := func(n int) func(answer.Day) answer.Day { return func(d answer.Day) answer.Day { return d.Plus(n) } }
	months := func(n int) func(answer.Day) answer.Day {
		return func(d answer.Day) answer.Day { return d.PlusMonths(n) }
	}
	for _, test := range []struct {
		from string
		move func(answer.Day) answer.Day
		to   string
	}{
		{"2028-02-28", plus(1), "2028-02-29"},
		{"2026-12-31", plus(1), "2027-01-01"},
		{"1970-01-01", plus(-1), "1969-12-31"},
		{"2026-01-31", months(1), "2026-02-28"},
		{"2028-01-31", months(1), "2028-02-29"},
		{"2028-02-29", months(-12), "2027-02-28"},
		{"2026-12-15", months(1), "2027-01-15"},
		{"2026-01-15", months(-1), "2025-12-15"},
		{"0001-01-01", plus(-1), "0001-01-01"},
		{"0001-01-15", months(-1), "0001-01-01"},
		{"9999-12-31", plus(7), "9999-12-31"},
		{"9999-12-15", months(1), "9999-12-31"},
	} {
		t.Run(test.from+" "+test.to, func(t *testing.T) {
			if got := test.move(parseDay(t, test.from)).Text(); got != test.to {
				t.Errorf("from %s to %s, want %s", test.from, got, test.to)
			}
		})
	}
	for _, text := range []string{"", "2026-02-30", "2026-13-01", "0000-01-01", "2026-1-1"} {
		if d, ok := answer.ReadDay(text); ok {
			t.Errorf("%q is read as %s", text, d.Text())
		}
	}
}

// The recorded facts of the ten languages and of some others give a month in the local notation.
// Rows: T18.
func TestCalendars_AreWrittenAsTheLocaleDoes(t *testing.T) {
	for _, test := range []struct{ tag, first, start, heading, name, number string }{
		{"en", "Monday", "2026-03-02", "March 2026", "Thursday, 5 March 2026", "5"},
		{"en-US", "Sunday", "2026-03-01", "March 2026", "Thursday, March 5, 2026", "5"},
		{"ar", "السبت", "2026-02-28", "مارس 2026", "الخميس، 5 مارس 2026", "5"},
		{"ar-EG", "السبت", "2026-02-28", "مارس ٢٠٢٦", "الخميس، ٥ مارس ٢٠٢٦", "٥"},
		{"de", "Montag", "2026-03-02", "März 2026", "Donnerstag, 5. März 2026", "5"},
		{"es", "lunes", "2026-03-02", "marzo de 2026", "jueves, 5 de marzo de 2026", "5"},
		{"fr", "lundi", "2026-03-02", "mars 2026", "jeudi 5 mars 2026", "5"},
		{"he", "יום ראשון", "2026-03-01", "מרץ 2026", "יום חמישי, 5 במרץ 2026", "5"},
		{"ja", "日曜日", "2026-03-01", "2026年3月", "2026年3月5日木曜日", "5"},
		{"ko", "일요일", "2026-03-01", "2026년 3월", "2026년 3월 5일 목요일", "5"},
		{"pt-BR", "domingo", "2026-03-01", "março de 2026", "quinta-feira, 5 de março de 2026", "5"},
		{"zh-CN", "星期一", "2026-03-02", "2026年3月", "2026年3月5日星期四", "5"},
		{"pl", "poniedziałek", "2026-03-02", "marzec 2026", "czwartek, 5 marca 2026", "5"},
		{"th", "วันอาทิตย์", "2026-03-01", "มีนาคม ค.ศ. 2026", "วันพฤหัสบดีที่ 5 มีนาคม ค.ศ. 2026", "5"},
	} {
		t.Run(test.tag+" "+test.first+" "+test.start, func(t *testing.T) {
			c, d := localetest.WithCalendar(test.tag).OwnCalendar(), parseDay(t, "2026-03-05")
			_, first := c.Column(0)
			if got := [...]string{first, c.WeekStart(d).Text(), c.Heading(d), c.Name(d), c.Number(d)}; got != [...]string{test.first, test.start, test.heading, test.name, test.number} {
				t.Errorf("%s: got %q, want %q", test.tag, got, [...]string{test.first, test.start, test.heading, test.name, test.number})
			}
			if end := c.WeekEnd(d); end != c.WeekStart(d).Plus(answer.Weekdays-1) {
				t.Errorf("%s: the week ends on %s", test.tag, end.Text())
			}
		})
	}
	if localetest.For("en").OwnCalendar() != nil {
		t.Error("the form draws a calendar where the browser has one")
	}
}

// Every day of a month has one place, in the column of its weekday.
// Rows: T18.
func TestCalendars_HaveAPlaceForEachDay(t *testing.T) {
	for _, tag := range []string{"de", "en-US", "ar-EG"} {
		c := localetest.WithCalendar(tag).OwnCalendar()
		for month, d := range map[string]answer.Day{"2026-02": parseDay(t, "2026-02-10"), "2026-08": parseDay(t, "2026-08-31"), "1969-11": parseDay(t, "1969-11-01"), "0001-01": parseDay(t, "0001-01-01"), "9999-12": parseDay(t, "9999-12-31")} {
			t.Run(month, func(t *testing.T) {
				want := parseDay(t, month+"-01")
				for week := range answer.Weeks {
					for column := range answer.Weekdays {
						got, ok := c.Month(d, week, column)
						if !ok {
							continue
						}
						if _, name := c.Column(column); got != want || c.Name(got) == c.Name(got.Plus(1)) && got.Text() != "9999-12-31" || !strings.Contains(c.Name(got), name) {
							t.Fatalf("%s, %s: %s stands under %s, want %s", tag, month, c.Name(got), name, want.Text())
						}
						want++
					}
				}
				if want.Text()[:7] == month || want.Plus(-1).Text()[:7] != month {
					t.Errorf("%s, %s: the last day is before %s", tag, month, want.Text())
				}
			})
		}
	}
}

// English replaces missing and odd facts.
func TestCalendars_WithoutFacts(t *testing.T) {
	for name, facts := range map[string]answer.Facts{
		"nothing": {Calendar: &answer.CalendarFacts{}},
		"oddities": {Day: "{day}{day}", Weekdays: make([]string, 7),
			Calendar: &answer.CalendarFacts{First: "9", Heading: "{year}", Months: []string{"x"}, Columns: []string{"M"}}},
	} {
		t.Run(name, func(t *testing.T) {
			facts.Tag = "en"
			c, d := answer.NewLocale(facts).OwnCalendar(), parseDay(t, "2026-03-05")
			short, long := c.Column(3)
			if got := [...]string{short, long, c.Heading(d), c.Name(d), c.WeekStart(d).Text()}; got != [...]string{"T", "Thursday", "March 2026", "Thursday, 5 March 2026", "2026-03-02"} {
				t.Errorf("%s: got %q", name, got)
			}
		})
	}
}

// A calendar opens on the content of the controls, if that is readable.
// Rows: T18.
func TestCalendars_Open(t *testing.T) {
	env := answer.Env{Locale: localetest.WithCalendar("en"), Zones: zonetest.New("Europe/Berlin"), Now: zonetest.Noon}
	today := env.Today().Text()
	for _, test := range []struct {
		draft answer.Draft
		want  string
	}{
		{answer.Draft{}, today},
		{answer.Draft{Day: "29", Month: "Feb", Year: "2028"}, "2028-02-29"},
		{answer.Draft{Day: "2028-02-29"}, "2028-02-29"},
		{answer.Draft{Month: "3", Year: "1990"}, "1990-03-01"},
		{answer.Draft{Year: "1990"}, "1990-" + today[5:8] + "01"},
		{answer.Draft{Month: "May"}, today[:5] + "05-01"},
		{answer.Draft{Day: "31", Month: "2", Year: "2026"}, "2026-02-01"},
		{answer.Draft{Day: "7"}, today},
		{answer.Draft{Day: "x", Month: "y", Year: "z"}, today},
		{answer.Draft{Month: "44", Year: "1990"}, "1990-" + today[5:8] + "01"},
	} {
		t.Run(fmt.Sprintf("%+v", test.draft), func(t *testing.T) {
			if got := test.draft.CalendarStart(env).Text(); got != test.want {
				t.Errorf("%+v opens on %s, want %s", test.draft, got, test.want)
			}
		})
	}
}
