package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestOneClock covers T19 and N3: every step of a form writes times in the notation of the host's locale,
// and reads a typed time in every notation.
// Rows: T19, N3.
func TestOneClock(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
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
			expect("the deadline", text("header"), ":")
			expect("the example", text("#f0-hint"), test.shown)
			form.dateOf(0, "15", "7", "2026")
			form.setText("f0-time", test.typed)
			form.waitUntilIdle()
			expect("the echo", form.echo(0), test.shown)
			form.toReview()
			expect("the review", form.rows()[0].Value, test.shown)
			form.Press("Send")
			form.onHeading(sentHeading)
			expect("the end", text("main"), ":")
			if got := host.outcome(key).Content(t); got != `{"m":"2026-07-15T14:30:00Z"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.expectQuiet()
}

// TestOneClockBeforeTheProgram covers T19 and N30: the shell writes the deadline in the same words and
// notation as the program that takes its place.
// Rows: T19, N30.
func TestOneClockBeforeTheProgram(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	wasm := host.holdRequests("*.wasm*")
	host.mount(english)
	host.page().wait("the frame to be initialized", `fromFrame.some((text) => text.includes("ui/notifications/initialized"))`)
	host.sendToFrame(asking(1, `{"server":{"id":"Example"},"deadline":2211400800000}`, `{"message":"When?","requestedSchema":{"type":"object","properties":{}}}`))
	form := host.form()
	form.onHeading("Request from Example")
	// Neighbouring locales write the deadline differently, so that an old text cannot pass. The theme
	// shows when the frame has applied a change.
	locales := []string{"en-US", "de", "en", "ar", "en-GB", "ar-EG", "ja", "zh-CN", "zh-TW", "ko", "he", "fr", "fr-CA", "es", "es-MX", "pt-BR", "pl"}
	adapt := func(i int) {
		theme := []string{"light", "dark"}[i%2]
		host.page().run(fmt.Sprintf(`host.setContext({locale: %q, timeZone: "UTC", theme: %q})`, locales[i], theme))
		form.wait(locales[i], `(theme) => document.documentElement.dataset.theme === theme`, theme)
	}
	shell := make([]string, len(locales))
	for i, locale := range locales {
		adapt(i)
		shell[i] = eval[string](form, `document.getElementById("shell-deadline").textContent`)
		if i > 0 && shell[i] == shell[i-1] {
			t.Errorf("%s is not told from %s: %s", locale, locales[i-1], shell[i])
		}
	}
	wasm.releaseAll()
	form.wait("the program", `document.getElementById("shell") === null`)
	for i, locale := range locales {
		adapt(i)
		form.wait(locale+" as in the shell: "+shell[i], `(deadline) => document.querySelector("[role=timer]").previousElementSibling.textContent === deadline`, shell[i])
	}
	host.expectQuiet()
}
