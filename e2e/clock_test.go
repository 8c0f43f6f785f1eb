package e2e

import (
	"strings"
	"testing"
)

// TestOneClock covers T19 and N3: on every step of a form times are written as the host's
// locale has them, and a time is read in whichever way it is typed.
func TestOneClock_T19_N3(t *testing.T) {
	t.Parallel()
	host := openHost(t, english)
	for _, test := range []struct {
		locale, typed string
		halves        bool
		shown         string
	}{
		{"en-US", "14:30", true, "2:30 PM"},
		{"en-GB", "2:30 pm", false, "14:30"},
	} {
		t.Run(test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			key, form := host.show(fields(aMoment), map[string]any{"deadlineIn": 3_000_000})
			expect := func(where, text, shown string) {
				text = strings.ToUpper(strings.Join(strings.Fields(text), " "))
				if got := strings.Contains(text, " AM") || strings.Contains(text, " PM"); got != test.halves || !strings.Contains(text, shown) {
					t.Errorf("%s: %q, want %q", where, text, shown)
				}
			}
			text := func(selector string) string {
				return eval[string](form, `(selector) => document.querySelector(selector).textContent`, selector)
			}
			expect("the deadline", text(".progress"), ":")
			expect("the example", text("#f0-hint"), test.shown)
			form.dateOf(0, "15", "7", "2026")
			form.setText("f0-time", test.typed)
			form.waitForRender()
			expect("the echo", form.echo(0), test.shown)
			form.toReview()
			expect("the review", form.rows()[0].Value, test.shown)
			form.Press("Send answers")
			form.onHeading(sentHeading)
			expect("the end", text(".done + * + .note"), ":")
			if got := host.outcome(key).Content(t); got != `{"m":"2026-07-15T14:30:00Z"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.expectQuiet()
}
