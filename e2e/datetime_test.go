package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const aDate = `"d":{"type":"string","title":"D","format":"date"}`

// dateOf fills in the three inputs of the date of field i. Their order depends
// on the region.
func (d Document) dateOf(i int, day, month, year string) {
	d.t.Helper()
	for _, part := range [][2]string{{"day", day}, {"month", month}, {"year", year}} {
		d.setText(fmt.Sprintf("f%d-%s", i, part[0]), part[1])
	}
	d.waitUntilIdle()
}

// TestDates covers T18: the three inputs stand in the order of the language,
// months can be numbers or names, and only Tab moves the focus.
// Rows: T18.
func TestDates(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, test := range []struct {
		locale, order string
		keys          []string // in the order of the inputs
		shown         string
		language      string
	}{
		{"en", "Day Month Year", []string{"5", "march", "2026"}, "Thursday, 5 March 2026", "en"},
		{"en-US", "Month Day Year", []string{"Mar", "5", "2026"}, "Thursday, March 5, 2026", "en"},
		{"de", "Tag Monat Jahr", []string{"5", "März", "2026"}, "Donnerstag, 5. März 2026", "de"},
		{"ar", "اليوم الشهر السنة", []string{"٥", "مارس", "٢٠٢٦"}, "الخميس، 5 مارس 2026", "ar"},
		{"ja", "年 月 日", []string{"2026年", "３月", "5"}, "2026年3月5日木曜日", "ja"},
	} {
		t.Run(test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			p := uiTextsOf[test.language]
			key, form := host.show(fields(aDate), nil)
			if got := form.dateLabels(); got != test.order {
				t.Errorf("order %q, want %q", got, test.order)
			}
			// The date is typed key by key, with Tab only between the inputs.
			form.run(dateInputs + `[0].focus()`)
			for i, text := range test.keys {
				id := eval[string](form, `document.activeElement.id`)
				form.Key(text)
				form.waitUntilIdle()
				if at := eval[string](form, `document.activeElement.id`); at != id {
					t.Errorf("the focus went from %s to %s by itself", id, at)
				}
				if i < 2 {
					form.Key(kb.Tab)
				}
			}
			if got := withoutIsolates(form.echo(0)); !strings.Contains(got, test.shown) {
				t.Errorf("echoed as %q, want %q", got, test.shown)
			}
			form.goToReview(p)
			if got := form.rows()[0]; got.Value != test.shown {
				t.Errorf("review %q, want %q", got.Value, test.shown)
			}
			if got := host.sendAnswers(p, key); got != `{"d":"2026-03-05"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.expectQuiet()
}

// TestCalendar covers T18: a phone has a calendar for fingers, and the day that is chosen there is then in the three inputs.
// Rows: T18.
func TestCalendar(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.evaluateEarly(`const match = matchMedia; globalThis.matchMedia = (query) => query === "(pointer: coarse)" ? { matches: true } : match(query)`)
	host := hostPage(tab)
	host.mount(english)
	key, form := host.show(fields(aDate), nil)
	// The browser draws the calendar in a window of its own, where a test
	// cannot click.
	form.run(`(() => {
		const calendar = document.getElementById("f0-calendar");
		calendar.value = "2026-03-05";
		calendar.dispatchEvent(new Event("change", {bubbles: true}));
	})()`)
	// At the smallest width too, everything is on one line, and a press on the button hits the calendar.
	host.viewport(320, 800, 1)
	form.waitUntilIdle()
	if got := eval[string](form, `(() => {
		const calendar = document.getElementById("f0-calendar"), boxes = [...`+dateInputs+`, calendar].map((input) => input.getBoundingClientRect());
		const button = calendar.labels[0].getBoundingClientRect();
		const lines = new Set([...boxes, button].map((box) => Math.round(box.bottom)));
		const hit = document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2).id;
		return lines.size + " line, press on " + hit + ", " + (document.documentElement.scrollWidth <= innerWidth ? "fits" : "too wide");
	})()`); got != "1 line, press on f0-calendar, fits" {
		t.Errorf("at 320 px: %s", got)
	}
	form.wait("the three inputs", dateInputs+`.map((input) => input.value).join() === "5,3,2026"`)
	form.toReview()
	host.expectSent(key, `{"d":"2026-03-05"}`)
}

const aMoment = `"m":{"type":"string","title":"M","format":"date-time"}`

// TestMoments covers T19 and N11: the zone is named in words with its offset on
// that day, and review says the moment once.
// Rows: T19, N11.
func TestMoments(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, test := range []struct{ locale, zone, month, clock, echo, sent string }{
		{"en", "Europe/Berlin", "1", "14:30", "Central European Standard Time, UTC+01:00", "2026-01-15T14:30:00+01:00"},
		{"en", "Europe/Berlin", "7", "2:30 pm", "Central European Summer Time, UTC+02:00", "2026-07-15T14:30:00+02:00"},
		{"de", "Europe/Berlin", "7", "14.30", "Mitteleuropäische Sommerzeit, UTC+02:00", "2026-07-15T14:30:00+02:00"},
		{"ar", "Asia/Kathmandu", "7", "١٤:٣٠", "UTC+05:45", "2026-07-15T14:30:00+05:45"},
		{"ja", "Asia/Tokyo", "7", "午後2時30分", "日本標準時 UTC+09:00", "2026-07-15T14:30:00+09:00"},
	} {
		t.Run(test.locale+test.month, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, test.zone)
			p := uiTextsOf[test.locale]
			key, form := host.show(fields(aMoment), nil)
			if got := eval[string](form, `document.getElementById("f0-zone").value`); got != strings.ReplaceAll(test.zone, "_", " ") {
				t.Errorf("the zone is %q", got)
			}
			form.dateOf(0, "15", test.month, "2026")
			form.setText("f0-time", test.clock)
			form.waitUntilIdle()
			if got := form.echo(0); !strings.Contains(got, test.echo) {
				t.Errorf("echo %q, want %q", got, test.echo)
			}
			form.goToReview(p)
			row := form.rows()[0]
			if !strings.Contains(row.Value, test.echo) || len(row.Remarks) > 0 {
				t.Errorf("review %+v, want %q alone", row, test.echo)
			}
			if got := host.sendAnswers(p, key); got != fmt.Sprintf(`{"m":%q}`, test.sent) {
				t.Errorf("sent %s, want %s", got, test.sent)
			}
		})
	}
	host.expectQuiet()
}

// TestZones covers N11: the host's time zone wins over the browser's, and the person can choose another zone.
// Rows: T19, N11.
func TestZones(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.timezone("Asia/Tokyo")
	host.page().run(`host.setContext({ timeZone: undefined })`)
	zone := func() string { return eval[string](host.form(), `document.getElementById("f0-zone").value`) }
	key, _ := host.show(fields(aMoment), nil)
	if got := zone(); got != "Asia/Tokyo" {
		t.Errorf("without a host's zone: %q", got)
	}
	host.withdrawShown(key)

	host.setLocale("en", "Europe/Berlin")
	key, form := host.show(fields(aMoment), nil)
	if got := zone(); got != "Europe/Berlin" {
		t.Errorf("with the host's zone: %q", got)
	}
	form.dateOf(0, "15", "7", "2026")
	form.setText("f0-time", "09:00")
	form.pickZone("f0-zone", "new york", "America/New York")
	form.waitUntilIdle()
	if got := form.echo(0); !strings.Contains(got, "Eastern Daylight Time, UTC-04:00") {
		t.Errorf("echo %q", got)
	}
	form.toReview()
	host.expectSent(key, `{"m":"2026-07-15T09:00:00-04:00"}`)
	host.timezone("")
}

// pickZone searches the list of time zones and takes the first result.
func (d Document) pickZone(id, typed, name string) {
	d.t.Helper()
	d.setText(id, typed)
	d.wait("the zone "+name, `(list) => document.querySelector("#" + list + " [role=option]")?.textContent === "`+name+`"`, id+"-list")
	d.Key(kb.ArrowDown + kb.Enter)
	d.wait("the zone "+name+" taken", `(id) => document.getElementById(id).value === "`+name+`"`, id)
}

// TestZoneList checks that the list opens at the person's own zone, that an
// unknown zone is a problem, and that an empty text means the person's own zone.
// Rows: N11.
func TestZoneList(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.setLocale("en", "Europe/Berlin")
	key, form := host.show(fields(aMoment), nil)
	form.dateOf(0, "15", "7", "2026")
	form.setText("f0-time", "09:00")
	form.setText("f0-zone", "Atlantis")
	form.Press("Review")
	form.wait("the problem", listedProblems+`[0]?.textContent.includes("Choose a time zone from the list")`)
	if got := eval[string](form, `document.getElementById("f0-zone").getAttribute("aria-invalid")`); got != "true" {
		t.Errorf("aria-invalid is %q", got)
	}
	form.setText("f0-zone", "")
	form.Key(kb.Tab)
	form.wait("the own zone again", `document.getElementById("f0-zone").value === "Europe/Berlin"`)
	form.click(form.byID("f0-zone"), 1)
	form.wait("the own zone in the list", `document.querySelector("#f0-zone-list [aria-selected=true]")?.textContent === "Europe/Berlin"`)
	form.toReview()
	host.expectSent(key, `{"m":"2026-07-15T09:00:00+02:00"}`)
}
