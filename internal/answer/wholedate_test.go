package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// wholeDates are texts for 5 March 2026, by locale.
var wholeDates = map[string][]string{
	"en": {"5/3/2026", "05/03/2026", "5-3-2026", "5.3.2026", "5 3 2026", "5th March 2026", "5 Mar. 2026", "5-Mar-2026", "Thu, 5 Mar 2026",
		"Thursday 5 March, 2026", "the 5th of March 2026", "March 5, 2026", "2026 March 5"},
	"en-US": {"3/5/2026", "03/05/2026", "3-5-2026", "March 5th, 2026", "Mar 5, 2026", "Thursday, March 5, 2026", "5 March 2026"},
	"de":    {"5.3.2026", "05.03.2026", "05. 03. 2026", "5. März 2026", "5. Mär. 2026", "Do., 5. März 2026", "Donnerstag, den 5. März 2026"},
	"fr":    {"05/03/2026", "5/3/2026", "5 mars 2026", "jeudi 5 mars 2026", "jeu. 5 mars 2026", "le 5 mars 2026"},
	"es":    {"5/3/2026", "05/03/2026", "5 de marzo de 2026", "jueves, 5 de marzo de 2026", "5 mar 2026"},
	"pt-BR": {"05/03/2026", "5 de março de 2026", "quinta-feira, 5 de março de 2026", "5 de mar. de 2026"},
	"ar":    {"٥\u200f/٣\u200f/٢٠٢٦", "5/3/2026", "٥ مارس ٢٠٢٦", "الخميس، ٥ مارس ٢٠٢٦", "٥ آذار ٢٠٢٦"},
	"he":    {"5.3.2026", "5/3/2026", "5 במרץ 2026", "יום חמישי, 5 במרץ 2026"},
	"ja":    {"2026/03/05", "2026年3月5日", "2026年3月5日(木)", "2026年3月5日木曜日", "２０２６年３月５日"},
	"ko":    {"2026. 3. 5.", "2026.03.05", "2026년 3월 5일", "2026년 3월 5일 목요일"},
	"zh-CN": {"2026/3/5", "2026年3月5日", "2026年3月5日星期四", "2026-3-5"},
}

// everywhere are texts for the same day in every locale.
var everywhere = []string{"2026-03-05", "2026‑03‑05", " 2026/3/5\n", "5 March 2026", "Mar 5, 2026", "5.\u00a0March 2026"}

func TestDate_ReadsAWholeDateInAnyControl(t *testing.T) {
	for tag, texts := range wholeDates {
		env := envFor(tag)
		for _, text := range append(texts, everywhere...) {
			for _, d := range []answer.Draft{date(text, "", ""), date("", text, ""), date("\u00a0", "", text)} {
				a, fault := answer.Read(day, d, env)
				if fault != answer.FaultNone || a.Value.Text != "2026-03-05" || a.Echo != answer.Show(day, a, env, nil).Text {
					t.Errorf("%s %q: %q %q %q", tag, text, a.Value.Text, a.Echo, fault)
				}
			}
			if got := answer.ReadPastedDay(text, env); got != "2026-03-05" {
				t.Errorf("%s: %q is pasted as %q, want 2026-03-05", tag, text, got)
			}
			if a, fault := answer.Read(day, date(text, "3", "2026"), env); fault != answer.FaultMissingDay {
				t.Errorf("%s %q beside a month and a year: %q %q", tag, text, a.Value.Text, fault)
			}
		}
	}
}

// A shown day can be pasted in its locale, except in Basque, which inflects the name of the month.
func TestDate_ReadsWhatIsShown(t *testing.T) {
	for _, tag := range slices.DeleteFunc(localetest.Tags(), func(tag string) bool { return tag == "eu" }) {
		for _, value := range []string{"2026-01-31", "2026-02-01", "2026-03-05", "2026-05-15", "2026-06-30", "2026-09-12", "2026-11-11", "2026-12-01"} {
			shown := answer.Show(day, answer.Answer{Value: request.StringValue(value)}, envFor(tag), nil).Text
			if got := answer.ReadPastedDay(shown, envFor(tag)); got != value {
				t.Errorf("%s: %q is read as %q, want %q", tag, shown, got, value)
			}
		}
	}
}

// Two controls may hold the parts of a date, and a number above 12 must be the day.
func TestDate_ReadsPartsInWhateverControls(t *testing.T) {
	for _, test := range []struct {
		tag  string
		d    answer.Draft
		want string
	}{
		{"en", date("5 March", "", "2026"), "2026-03-05"},
		{"en", date("", "5 March", "2026"), "2026-03-05"},
		{"en", date("5", "March 2026", ""), "2026-03-05"},
		{"en-US", date("", "March 5", "2026"), "2026-03-05"},
		{"en-US", date("25/12/2026", "", ""), "2026-12-25"},
		{"en", date("12/25/2026", "", ""), "2026-12-25"},
		{"sv", date("25/12/2026", "", ""), "2026-12-25"},
		{"sv", date("5/5/2026", "", ""), "2026-05-05"},
		{"fr", date("mar. 5 mai 2026", "", ""), "2026-05-05"},
		{"es", date("mar, 5 may 2026", "", ""), "2026-05-05"},
		{"ar-LB", date("٣١ كانون الأول ٢٠٢٦", "", ""), "2026-12-31"},
	} {
		t.Run(test.tag, func(t *testing.T) {
			if a, fault := answer.Read(day, test.d, envFor(test.tag)); fault != answer.FaultNone || a.Value.Text != test.want {
				t.Errorf("%s %+v: got %q %q, want %q", test.tag, test.d, a.Value.Text, fault, test.want)
			}
		})
	}
}

func TestDate_RefusesWhatIsNoWholeDate(t *testing.T) {
	for _, test := range []struct {
		tag  string
		d    answer.Draft
		want answer.Fault
	}{
		{"en", date("5/3/26", "", ""), answer.FaultMissingDay},
		{"en", date("5/3", "", ""), answer.FaultMissingDay},
		{"en", date("tomorrow", "", ""), answer.FaultMissingDay},
		{"en", date("5 Smarch 2026", "", ""), answer.FaultMissingDay},
		{"en", date("5 6 March 2026", "", ""), answer.FaultMissingDay},
		{"en", date("5.3.2026 14:30", "", ""), answer.FaultMissingDay},
		{"en", date("2026-13-01", "", ""), answer.FaultMissingDay},
		{"en", date("13/13/2026", "", ""), answer.FaultMissingDay},
		{"en", date("0000-01-01", "", ""), answer.FaultMissingDay},
		{"en", date("", "Smarch", ""), answer.FaultMissingMonth},
		{"en", date("", "5", "26"), answer.FaultMissingYear},
		{"en", date("", "", "5/3/26"), answer.FaultMissingYear},
		{"en", date("5 March", "", ""), answer.FaultMissingDay},
		{"en", date("5", "", ""), answer.FaultMissingMonth},
		{"en", date("31 February 2026", "", ""), answer.FaultUnrealDate},
		{"de", date("31.4.2026", "", ""), answer.FaultUnrealDate},
		{"sv", date("5/3/2026", "", ""), answer.FaultMissingDay},
		{"ja", date("令和8年3月5日", "", ""), answer.FaultMissingDay},
		{"th", date("5/3/2569", "", ""), answer.FaultOtherCalendar},
		{"th", date("5 มีนาคม พ.ศ. 2569", "", ""), answer.FaultOtherCalendar},
		{"fa", date("1405/3/5", "", ""), answer.FaultOtherCalendar},
		{"en", date("5 March 2026"+strings.Repeat(" x", 60), "", ""), answer.FaultMissingDay},
	} {
		t.Run(test.tag, func(t *testing.T) {
			if a, fault := answer.Read(day, test.d, envFor(test.tag)); fault != test.want {
				t.Errorf("%s %+v: %q %q, want %q", test.tag, test.d, a.Value.Text, fault, test.want)
			}
		})
	}
}

// A whole date keeps its day after a change of the locale, and on a later visit.
func TestDate_KeepsItsMeaningInAnotherLocale(t *testing.T) {
	for _, kind := range []schema.Kind{schema.Date, schema.DateTime} {
		f := schema.Field{Kind: kind}
		for tag, texts := range wholeDates {
			for _, text := range texts {
				for target := range wholeDates {
					d := date(text, "", "")
					d.Clock = "14:30"
					restated := answer.Restate(f, d, envFor(tag), envFor(target))
					focused := answer.Keep(f, d, envFor(tag), envFor(target))
					pinned := answer.Pin(f, d, envFor(tag))
					facts := answer.ReadFacts(pinned.Notation())
					from := envFor(tag)
					from.Locale = answer.NewLocale(facts)
					pinned.Locale = nil
					visited := answer.Restate(f, pinned, from, envFor(target))
					for name, d := range map[string]answer.Draft{"restated": restated, "focused": focused, "visited": visited} {
						t.Run(name, func(t *testing.T) {
							if a, fault := answer.Read(f, d, envFor(target)); fault != answer.FaultNone || !strings.HasPrefix(a.Value.Text, "2026-03-05") {
								t.Errorf("%s %q %s in %s: %+v %q %q", tag, text, name, target, d, a.Value.Text, fault)
							}
						})
					}
				}
			}
		}
	}
}

// A day is shown with its weekday, in the order of the locale, and can be pasted so.
func TestDate_IsShownWithItsWeekday(t *testing.T) {
	for tag, want := range map[string]string{
		"de": "Sonntag, 14. Februar 2027", "en-US": "Sunday, February 14, 2027", "fr": "dimanche 14 février 2027", "es": "domingo, 14 de febrero de 2027",
		"pt-BR": "domingo, 14 de fevereiro de 2027", "ar": "الأحد، 14 فبراير 2027", "he": "יום ראשון, 14 בפברואר 2027",
		"ja": "2027年2月14日日曜日", "ko": "2027년 2월 14일 일요일", "zh-CN": "2027年2月14日星期日",
	} {
		t.Run(tag, func(t *testing.T) {
			env := answer.Env{Locale: localetest.WithCalendar(tag)}
			a, fault := answer.Read(day, date("14", "2", "2027"), env)
			if shown := answer.Show(day, a, env, nil).Text; fault != answer.FaultNone || a.Echo != want || shown != want {
				t.Errorf("%q, echoed as %q, shown as %q", fault, a.Echo, shown)
			}
			if got := answer.ReadPastedDay(want, env); got != "2027-02-14" {
				t.Errorf("%q is pasted as %q", want, got)
			}
		})
	}
	for _, tag := range slices.DeleteFunc(localetest.Tags(), func(tag string) bool { return tag == "eu" }) {
		env := answer.Env{Locale: localetest.WithCalendar(tag)}
		for d := range answer.Weekdays {
			value := request.StringValue("2027-05-1" + string(rune('0'+d)))
			if shown := answer.Show(day, answer.Answer{Value: value}, env, nil).Text; answer.ReadPastedDay(shown, env) != value.Text {
				t.Errorf("%s: %q is not read", tag, shown)
			}
		}
	}
}
