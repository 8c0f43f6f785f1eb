package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// languages sets the languages that the browser states for the person.
func (tab *Tab) languages(list string) {
	tab.t.Helper()
	agent := eval[string](tab.page(), `navigator.userAgent`)
	if _, err := chromedp.Call(tab.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: list}); err != nil {
		tab.t.Fatal(err)
	}
}

// TestRegion covers T18: if the host names a language without a region, dates
// and numbers follow the region that the browser states for that language.
// Rows: T18.
func TestRegion(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.languages("en-US,de-DE")
	host.setLocale("de", "UTC")
	host.form().wait("the words in German", `document.documentElement.lang === "de"`)
	// Each locale differs from the previous one: the host tells the frame only of a change.
	for _, test := range []struct{ browser, locale, order, shown string }{
		{"en-US,de-DE", "en", "Month Day Year", "Wednesday, March 4, 2026"},
		{"en-US", "en-GB", "Day Month Year", "Wednesday, 4 March 2026"},
		{"de-DE,en-GB,en-US", "en", "Day Month Year", "Wednesday, 4 March 2026"},
		{"en-US", "de", "Tag Monat Jahr", "Mittwoch, 4. März 2026"},
		{"de-DE", "en", "Day Month Year", "Wednesday, 4 March 2026"},
	} {
		t.Run(test.browser+" "+test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.languages(test.browser)
			host.page().run(`(locale) => host.setContext({ locale })`, test.locale)
			language, _, _ := strings.Cut(test.locale, "-")
			key, form := host.show(fields(aDate), nil)
			form.wait("the words in "+language, `(language) => document.documentElement.lang.split("-", 1)[0] === language`, language)
			if got := form.dateLabels(); got != test.order {
				t.Errorf("order %q, want %q", got, test.order)
			}
			form.dateOf(0, "4", "3", "2026")
			form.goToReview(uiTextsOf[language])
			if got := form.rows()[0].Value; got != test.shown {
				t.Errorf("review %q, want %q", got, test.shown)
			}
			if got := host.sendAnswers(uiTextsOf[language], key); got != `{"d":"2026-03-04"}` {
				t.Errorf("sent %s", got)
			}
		})
	}
	host.languages("")
	// The frame asks for the languages of the browser again when the locale changes.
	host.setLocale("de", "UTC")
	host.form().wait("the words in German", `document.documentElement.lang === "de"`)
}
