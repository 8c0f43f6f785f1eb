package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// anyLocale is a value in a locale without a table of this project, as the person types and sees it
// and as the form sends it. The signs, digits and months come from the browser.
type anyLocale struct {
	tag, page string // the locale, and the language of the sentences
	numbers   []typedNumber
	order     string
	date      [3]string // day, month and year, as the person types them
	shown     string
}

var anyLocales = []anyLocale{
	{"pl", "en", []typedNumber{
		{"2,5", "", "2,5", "2.5"}, {"2.5", "2,5", "2,5", "2.5"}, {"12\u00a0345", "12345", "12\u00a0345", "12345"}, {"1 234,50", "1234,50", "1234,50", "1234.50"},
	}, "Day Month Year", [3]string{"5", "marca", "2026"}, "czwartek, 5 marca 2026"},
	{"hi", "en", []typedNumber{
		{"1,00,000", "100000", "1,00,000", "100000"}, {"१,००,०००.५", "100000.5", "100000.5", "100000.5"}, {"१२", "12", "12", "12"}, {"-123456", "", "-1,23,456", "-123456"},
	}, "Day Month Year", [3]string{"५", "मार्च", "२०२६"}, "गुरुवार, 5 मार्च 2026"},
	{"en-IN", "en", []typedNumber{
		{"12,34,567", "1234567", "12,34,567", "1234567"}, {"1,500", "1500", "1500", "1500"}, {"1500.25", "", "1500.25", "1500.25"},
	}, "Day Month Year", [3]string{"5", "Mar", "2026"}, "Thursday, 5 March 2026"},
	{"de-CH", "de", []typedNumber{
		{"1’234.50", "1234.50", "1234.50", "1234.50"}, {"12'345", "12345", "12'345", "12345"}, {"2,5", "2.5", "2.5", "2.5"},
	}, "Tag Monat Jahr", [3]string{"5.", "März", "2026"}, "Donnerstag, 5. März 2026"},
	{"sv", "en", []typedNumber{
		{"-12345", "", "−12\u00a0345", "-12345"}, {"−2,5", "", "−2,5", "-2.5"}, {"1 234,5", "1234,5", "1234,5", "1234.5"},
	}, "Year Month Day", [3]string{"5", "mars", "2026"}, "torsdag 5 mars 2026"},
	{"th", "en", []typedNumber{
		{"๑,๒๓๔.๕", "1234.5", "1234.5", "1234.5"}, {"12345", "", "12,345", "12345"},
	}, "Day Month Year (ค.ศ.)", [3]string{"๕", "มี.ค.", "๒๐๒๖"}, "วันพฤหัสบดีที่ 5 มีนาคม ค.ศ. 2026"},
	{"fa", "en", []typedNumber{
		{"۱۲٬۳۴۵", "۱۲۳۴۵", "۱۲٬۳۴۵", "12345"}, {"۲٫۵", "", "۲٫۵", "2.5"}, {"2.5", "", "۲٫۵", "2.5"}, {"-12", "", "−۱۲", "-12"},
	}, "Year (م.) Month Day", [3]string{"۵", "مارس", "۲۰۲۶"}, "پنجشنبه ۵ مارس ۲۰۲۶ م."},
}

// inAnyLocale runs a subtest in each of these locales, on one host page that must
// report nothing on its console.
func inAnyLocale(t *testing.T, test func(t *testing.T, host *Host, locale anyLocale)) {
	host := warmHost(t)
	for _, locale := range anyLocales {
		t.Run(locale.tag, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(locale.tag, "UTC")
			test(t, host, locale)
		})
	}
	host.expectQuiet()
}

// TestAnyLocale covers T10, T18, N9 and P22 in languages without a catalogue:
// sentences are in English, numbers and dates in the person's own notation.
// Rows: T10, T18, N9, P22.
func TestAnyLocale(t *testing.T) {
	t.Parallel()
	inAnyLocale(t, func(t *testing.T, host *Host, test anyLocale) {
		p := uiTextsOf[test.page]
		rows := append(test.numbers, host.writtenByIntl(test.tag))
		properties, want := []string{aDate}, []string{`"d":"2026-03-05"`}
		for i, row := range rows {
			properties = append(properties, fmt.Sprintf(`"n%d":{"type":"number","title":"N"}`, i))
			want = append(want, fmt.Sprintf(`"n%d":%s`, i, row.sent))
		}
		key, form := host.show(fields(properties...), nil)
		if got := eval[string](form, `document.documentElement.lang + " " + document.documentElement.dir`); got != test.page+" ltr" {
			t.Errorf("the page says that it is %q", got)
		}
		if got := withoutIsolates(form.dateLabels()); got != test.order {
			t.Errorf("order %q, want %q", got, test.order)
		}
		form.dateOf(0, test.date[0], test.date[1], test.date[2])
		for i, row := range rows {
			form.setText(fmt.Sprint("f", i+1), row.typed)
		}
		form.waitUntilIdle()
		for i, row := range rows {
			if got := strings.TrimSpace(strings.ReplaceAll(form.echo(i+1), strings.TrimSpace(p.Understood), "")); withoutIsolates(got) != row.echo {
				t.Errorf("%q is echoed as %q, want %q", row.typed, got, row.echo)
			}
		}
		form.goToReview(p)
		for i, got := range form.rows() {
			shown := test.shown
			if i > 0 {
				shown = rows[i-1].review
			}
			if got.Value != shown {
				t.Errorf("reviewed as %q, want %q", got.Value, shown)
			}
		}
		foreign := ""
		if language, _, _ := strings.Cut(test.tag, "-"); language != test.page {
			foreign = test.tag
		}
		if got := eval[string](form, `document.querySelector("dd").firstElementChild.lang`); got != foreign {
			t.Errorf("the date is said to be in %q, want %q", got, foreign)
		}
		form.expectAccessible("review in " + test.tag)
		if got := host.sendAnswers(p, key); got != "{"+strings.Join(want, ",")+"}" {
			t.Errorf("sent %s\nwant {%s}", got, strings.Join(want, ","))
		}
	})
}

// writtenByIntl is a number as the browser writes it in a locale. People paste
// such numbers from other pages.
func (h *Host) writtenByIntl(tag string) typedNumber {
	h.t.Helper()
	written := eval[[2]string](h.page(), `(tag) => [new Intl.NumberFormat(tag).format(-1234567.5), new Intl.NumberFormat(tag, {useGrouping: false}).format(-1234567.5)]`, tag)
	plain := strings.TrimLeft(written[1], "\u200e\u200f\u061c")
	return typedNumber{written[0], plain, plain, "-1234567.5"}
}

// TestMonthsByIntl covers T18: each name that the browser has for a month in a
// locale is understood in that locale.
// Rows: T18.
func TestMonthsByIntl(t *testing.T) {
	t.Parallel()
	inAnyLocale(t, func(t *testing.T, host *Host, test anyLocale) {
		var properties, want []string
		for i := range 12 {
			properties = append(properties, fmt.Sprintf(`"d%d":{"type":"string","title":"D","format":"date"}`, i))
			want = append(want, fmt.Sprintf(`"d%d":"2026-%02d-05"`, i, i+1))
		}
		names := eval[[]string](host.page(), `(tag) => [...Array(12).keys()].map((month) => {
			const format = new Intl.DateTimeFormat(tag, {calendar: "gregory", timeZone: "UTC", year: "numeric", month: month % 2 ? "short" : "long", day: "numeric"});
			return format.formatToParts(Date.UTC(2026, month, 5)).find(({type}) => type === "month").value;
		})`, test.tag)
		key, form := host.show(fields(properties...), nil)
		for i, name := range names {
			form.dateOf(i, "5", name, "2026")
		}
		form.goToReview(uiTextsOf[test.page])
		if got := host.sendAnswers(uiTextsOf[test.page], key); got != "{"+strings.Join(want, ",")+"}" {
			t.Errorf("%q\nsent %s\nwant {%s}", names, got, strings.Join(want, ","))
		}
	})
}

// TestTimeLeft covers P17 and P22: the browser writes the time that is left, in
// the language of the sentence.
// Rows: P17, P22.
func TestTimeLeft(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for tag, want := range map[string]string{
		"en": "45 minutes left", "de": "Noch 45 Minuten", "pl": "45 minutes left",
		"ja": "残り 45 分", "ar": "الوقت المتبقي: 45 دقيقة", "fa": "۴۵ minutes left",
	} {
		t.Run(tag, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(tag, "UTC")
			key, form := host.show(twoFields, map[string]any{"deadlineIn": 2_695_000})
			form.wait("the countdown", `(want) => document.querySelector("[role=timer]").innerText === want`, want)
			host.withdrawShown(key)
		})
	}
	host.expectQuiet()
}
