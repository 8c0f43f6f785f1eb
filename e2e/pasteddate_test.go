package e2e

import "testing"

// TestPastedDate: a whole date that is pasted into any of the inputs fills all three.
func TestPastedDate(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, test := range []struct{ locale, pasted, typed string }{
		{"en", "5/3/2026", "6 March 2026"},
		{"de", "5. März 2026", "06.03.2026"},
		{"fr", "05/03/2026", "vendredi 6 mars 2026"},
		{"es", "5 de marzo de 2026", "6/3/2026"},
		{"pt-BR", "05/03/2026", "6 de março de 2026"},
		{"ar", "٥\u200f/٣\u200f/٢٠٢٦", "٦ مارس ٢٠٢٦"},
		{"he", "5 במרץ 2026", "6.3.2026"},
		{"ja", "2026年3月5日(木)", "2026/3/6"},
		{"ko", "2026. 3. 5.", "2026년 3월 6일"},
		{"zh-CN", "2026年3月5日星期四", "2026-03-06"},
	} {
		t.Run(test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			key, form := host.show(corpus(t, "194-values-pasted-date.json"), nil)
			form.run(`document.getElementById("f0-month").focus()`)
			form.pasteInto(test.pasted)
			const parts = `["day", "month", "year"].map((part) => document.getElementById("f0-" + part).value.replace(/[٠-٩]/g, (d) => d.charCodeAt() % 16)).join(" ")`
			if got := eval[string](form, parts); got != "5 3 2026" {
				t.Errorf("%q is pasted as %q", test.pasted, got)
			}
			if got := eval[string](form, `document.activeElement.id`); got != "f0-month" {
				t.Errorf("the focus is on %q", got)
			}
			form.setText("f1-day", test.typed)
			form.do("continue")
			form.button("send")
			form.do("send")
			host.outcome(key)
			if got := host.lastContent(); got != `{"a":"2026-03-05","b":"2026-03-06"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.expectQuiet()
}

// TestTypedDate: a date that is typed into the first input as people write it fills all three. Tab continues after the last
// of them.
// Rows: T18.
func TestTypedDate(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for _, test := range []struct{ locale, keys string }{
		{"en", "14/2/2027"}, {"en", "14.2.2027"}, {"en", "2027-02-14"}, {"en", "14022027"}, {"en", "14 February 2027"},
		{"en-US", "2/14/2027"}, {"de", "14. Februar 2027"}, {"ja", "2027/2/14"}, {"ar", "14/2/2027"},
	} {
		t.Run(test.locale+" "+test.keys, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			key, form := host.show(corpus(t, "194-values-pasted-date.json"), nil)
			form.run(`document.querySelector(".date input").focus()`)
			host.Key(test.keys)
			const parts = `["day", "month", "year"].map((part) => document.getElementById("f0-" + part).value).join(" ")`
			form.wait("the three inputs to be filled", `() => `+parts+` === "14 2 2027"`)
			if last := eval[bool](form, `document.activeElement === [...document.querySelectorAll(".date")][0].querySelectorAll("input[type=text]")[2]`); !last {
				t.Errorf("the focus is on %q", eval[string](form, `document.activeElement.id`))
			}
			form.do("decline")
			host.expectResult(key, `{"action":"decline"}`)
		})
	}
	host.expectQuiet()
}
