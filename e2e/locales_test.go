package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// uiTexts are texts of the form in one language. They are written here again on
// purpose: people, manuals and macros find the form by its buttons and
// headings, so a change must be noticed.
type uiTexts struct {
	Review, Problem, Continue, Back, Send string
	Understood                            string // the words around the value that the form has understood
}

var uiTextsOf = map[string]uiTexts{
	"en": {"Check your answers", "There is a problem", "Review", "Back", "Send to Example", "Read as "},
	"de": {"Antworten prüfen", "Es gibt ein Problem", "Prüfen", "Zurück", "An Example senden", "Gelesen als "},
	"ar": {"مراجعة الإجابات", "هناك مشكلة", "مراجعة", "رجوع", "إرسال إلى Example", "ستُقرأ القيمة هكذا: "},
	"ja": {"回答内容の確認", "問題があります", "確認へ進む", "戻る", "Example に送信", " と認識します"},
}

// testedLanguages are the languages in which every rule about language is
// tested.
var testedLanguages = []string{"en", "de", "ar", "ja"}

// setLocale sets the locale and the time zone that the host passes on, and waits until the
// frame speaks the language of the locale.
func (h *Host) setLocale(locale, zone string) {
	h.t.Helper()
	h.page().run(`(locale, timeZone) => host.setContext({locale, timeZone})`, locale, zone)
	h.form().wait("the words for "+locale, `(locale) => {
		const [language] = locale.split("-");
		const spoken = ["ar", "de", "es", "fr", "he", "ja", "ko", "pt", "zh"].includes(language) ? language : "en";
		return document.documentElement.lang.split("-", 1)[0] === spoken;
	}`, locale)
}

// inEachLanguage runs a subtest in each of the tested languages, in the zone UTC.
func (h *Host) inEachLanguage(t *testing.T, test func(t *testing.T, locale string, p uiTexts)) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			h.reportTo(t)
			h.setLocale(locale, "UTC")
			test(t, locale, uiTextsOf[locale])
		})
	}
}

// goToReview presses Continue in a language and waits for the review.
func (d Document) goToReview(p uiTexts) {
	d.t.Helper()
	d.do("continue")
	d.onHeading(p.Review)
}

// sendAnswers presses Send in a language and returns the bytes of the content.
func (h *Host) sendAnswers(p uiTexts, key string) string {
	h.t.Helper()
	h.form().Press(p.Send)
	h.outcome(key)
	return h.lastContent()
}

// continueAndReadErrors presses Continue and returns the errors of the fields,
// by index.
func (d Document) continueAndReadErrors(p uiTexts) map[int]string {
	d.t.Helper()
	d.run(`document.getElementById("problems")?.setAttribute("data-old", "")`)
	d.Press(p.Continue)
	d.wait("new problems", `(heading) => {
		const problems = document.getElementById("problems");
		return `+problemFocused+` && (!problems || problems.textContent === heading && !problems.hasAttribute("data-old"));
	}`, p.Problem)
	return d.fieldErrors()
}

// fieldErrors returns the errors at the fields, without the hidden "Error:".
func (d Document) fieldErrors() map[int]string {
	d.t.Helper()
	return eval[map[int]string](d, `Object.fromEntries(`+errorsBeside+`)`)
}

// errorsBeside lists the questions with a problem, by index, with the text after "Error:".
const errorsBeside = `[...document.querySelectorAll("[id^=f][id$='-error']")].map((error) =>
	[parseInt(error.id.slice(1)), [...error.childNodes].slice(1).map((part) => part.textContent).join("")])`

// echo returns the text below a field that says how the answer is understood.
func (d Document) echo(i int) string {
	d.t.Helper()
	return eval[string](d, `(i) => document.querySelector("#f" + i + "-after:not([hidden]) .understood")?.textContent ?? ""`, i)
}

// withoutIsolates removes the invisible characters that isolate a label's
// direction.
func withoutIsolates(text string) string {
	return strings.NewReplacer("\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "").Replace(text)
}

// setText replaces the content of a control by text. It focuses the control by
// script, which is faster than the mouse if many fields are filled in.
func (d Document) setText(id, text string) {
	d.t.Helper()
	d.run(`(id) => { const e = document.getElementById(id); e.focus(); e.select(); }`, id)
	if text == "" {
		d.Key(kb.Delete)
	}
	d.insert(text)
}

// fields makes params with the given properties, none of them required.
func fields(properties ...string) string {
	return `{"message":"x","requestedSchema":{"type":"object","properties":{` + strings.Join(properties, ",") + `}}}`
}

func (tab *Tab) timezone(zone string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		tab.t.Fatal(err)
	}
}

// typedNumber is a number in the notations of the person, the echo, the review and the wire. The echo is
// empty if the form understands exactly the typed text.
type typedNumber struct{ typed, echo, review, sent string }

// withdrawShown withdraws the request that is on the screen, as a server would.
func (h *Host) withdrawShown(key string) {
	h.t.Helper()
	h.page().run(`(key) => controllers[key].abort()`, key)
	h.outcome(key)
}
