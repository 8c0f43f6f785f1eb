package e2e

import (
	"fmt"
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
	Understood                            string // what stands before or after the value as the form understands it
	NotANumber                            string // the error at a field N, with the example 1.5
}

var uiTextsOf = map[string]uiTexts{
	"en": {"Check your answers", "There is a problem", "Continue", "Back", "Send answers to Example", "Read as ", "Enter a number, like 1.5"},
	"de": {"Antworten prüfen", "Es gibt ein Problem", "Weiter", "Zurück", "Antworten an Example senden", "Gelesen als ", "Geben Sie eine Zahl ein, zum Beispiel 1,5"},
	"ar": {"مراجعة الإجابات", "هناك مشكلة", "متابعة", "رجوع", "إرسال الإجابات إلى Example", "ستُقرأ القيمة هكذا: ", "يجب إدخال عدد، مثل 1.5"},
	"ja": {"回答内容の確認", "問題があります", "続ける", "戻る", "Example に回答を送信", " と認識します", "数値を入力してください（例：1.5）"},
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
		return document.activeElement?.id === "summary" && problems?.textContent === heading && !problems.hasAttribute("data-old");
	}`, p.Problem)
	return d.fieldErrors()
}

// fieldErrors returns the errors at the fields, without the hidden "Error:".
func (d Document) fieldErrors() map[int]string {
	d.t.Helper()
	return eval[map[int]string](d, `Object.fromEntries(`+errorsBeside+`)`)
}

// errorsBeside is a list of the questions that are wrong, by index, with what is said at each after "Error:".
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

// timezone sets the browser's own time zone.
func (tab *Tab) timezone(zone string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		tab.t.Fatal(err)
	}
}

// typedNumber is a number as it is typed, echoed, reviewed and sent. An empty
// echo means that the form shows none, because it understands exactly what was
// typed.
type typedNumber struct{ typed, echo, review, sent string }

// TestNumbers covers T10 and N9 (each language's own signs, echoed and
// reviewed), T11, N8 and B17 (exactly the typed digits are sent) and F9 (spaces
// around them are ignored).
func TestNumbers_T10_T11_N8_N9_B17_F9(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for locale, rows := range map[string][]typedNumber{
		"en": {
			{"0.10", "", "0.10", "0.10"},
			{"1,500", "1500", "1500", "1500"},
			{"1.500", "1.5", "1.500", "1.500"},
			{"1,234,567.8", "1234567.8", "1234567.8", "1234567.8"},
			{"2,5", "2.5", "2.5", "2.5"},
			{"٣", "3", "3", "3"},
			{"1e3", "", "1e3", "1e3"},
			{"12345", "", "12,345", "12345"},
			{"+7", "", "7", "7"},
			{"−5", "", "-5", "-5"},
			{".5", "0.5", "0.5", "0.5"},
			{" 42 ", "", "42", "42"},
			{"0.30000000000000004", "", "0.30000000000000004", "0.30000000000000004"},
		},
		"de": {
			{"2,5", "", "2,5", "2.5"},
			{"0,10", "", "0,10", "0.10"},
			{"1.500", "1500", "1500", "1500"},
			{"1,500", "1,5", "1,500", "1.500"},
			{"1.500,25", "1500,25", "1500,25", "1500.25"},
			{"1 500", "1500", "1500", "1500"},
			{"1\u00a0234\u00a0567", "1234567", "1.234.567", "1234567"},
			{"2.5", "2,5", "2,5", "2.5"},
			{"12345", "", "12.345", "12345"},
		},
		"ar": {
			{"٣", "3", "3", "3"},
			{"٢٫٥", "2.5", "2.5", "2.5"},
			{"١٬٥٠٠", "1500", "1500", "1500"},
			{"٠٫١٠", "0.10", "0.10", "0.10"},
			{"-٥", "-5", "-5", "-5"},
			{"2,5", "2.5", "2.5", "2.5"},
		},
		"ja": {
			{"１２．５", "12.5", "12.5", "12.5"},
			{"１，５００", "1500", "1500", "1500"},
			{"1.50", "", "1.50", "1.50"},
		},
	} {
		t.Run(locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(locale, "UTC")
			properties, want := make([]string, len(rows)), make([]string, len(rows))
			for i, row := range rows {
				properties[i] = fmt.Sprintf(`"n%d":{"type":"number","title":"N"}`, i)
				want[i] = fmt.Sprintf(`"n%d":%s`, i, row.sent)
			}
			p := uiTextsOf[locale]
			key, form := host.show(fields(properties...), nil)
			for i, row := range rows {
				form.setText(fmt.Sprint("f", i), row.typed)
			}
			form.waitUntilIdle()
			for i, row := range rows {
				if got := strings.TrimSpace(strings.ReplaceAll(form.echo(i), strings.TrimSpace(p.Understood), "")); got != row.echo {
					t.Errorf("%q is echoed as %q, want %q", row.typed, got, row.echo)
				}
				if got := eval[string](form, `(i) => document.getElementById("f" + i).value`, i); got != row.typed {
					t.Errorf("%q became %q", row.typed, got)
				}
			}
			form.goToReview(p)
			for i, got := range form.rows() {
				if got.Value != rows[i].review {
					t.Errorf("%q is reviewed as %q, want %q", rows[i].typed, got.Value, rows[i].review)
				}
			}
			if got := host.sendAnswers(p, key); got != "{"+strings.Join(want, ",")+"}" {
				t.Errorf("sent %s\nwant {%s}", got, strings.Join(want, ","))
			}
		})
	}
	host.expectQuiet()
}

// TestWholeNumbers covers P3, T11 and N9: an integer is sent as plain digits,
// however it was written.
func TestWholeNumbers_P3_T11_N9(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	for locale, rows := range map[string][]typedNumber{
		"en": {{"3.0", "3", "3", "3"}, {"1e3", "1000", "1000", "1000"}, {"-0", "0", "0", "0"}, {"007", "7", "7", "7"}, {"9007199254740991", "", "9,007,199,254,740,991", "9007199254740991"}},
		"de": {{"3,0", "3", "3", "3"}, {"12.345", "12345", "12.345", "12345"}},
		"ar": {{"١٢", "12", "12", "12"}},
		"ja": {{"１２", "12", "12", "12"}},
	} {
		t.Run(locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(locale, "UTC")
			properties, want := make([]string, len(rows)), make([]string, len(rows))
			for i, row := range rows {
				properties[i] = fmt.Sprintf(`"n%d":{"type":"integer","title":"N"}`, i)
				want[i] = fmt.Sprintf(`"n%d":%s`, i, row.sent)
			}
			p := uiTextsOf[locale]
			key, form := host.show(fields(properties...), nil)
			for i, row := range rows {
				form.setText(fmt.Sprint("f", i), row.typed)
			}
			form.waitUntilIdle()
			for i, row := range rows {
				if got := strings.TrimSpace(strings.ReplaceAll(form.echo(i), strings.TrimSpace(p.Understood), "")); got != row.echo {
					t.Errorf("%q is echoed as %q, want %q", row.typed, got, row.echo)
				}
			}
			form.goToReview(p)
			for i, got := range form.rows() {
				if got.Value != rows[i].review {
					t.Errorf("%q is reviewed as %q, want %q", rows[i].typed, got.Value, rows[i].review)
				}
			}
			if got := host.sendAnswers(p, key); got != "{"+strings.Join(want, ",")+"}" {
				t.Errorf("sent %s\nwant {%s}", got, strings.Join(want, ","))
			}
		})
	}
}

// TestNumberProblems covers P3, P6, N8, B16 and B17: the form reports a text
// that is no number, or a number that JSON readers would change, and keeps what
// was typed.
func TestNumberProblems_P3_P6_N8_B16_B17(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const number, whole = `"type":"number"`, `"type":"integer"`
	rows := []struct{ rules, typed, problem string }{
		{number, "NaN", "Enter a number, like 1.5"},
		{number, "Infinity", "Enter a number, like 1.5"},
		{number, "0x10", "Enter a number, like 1.5"},
		{number, "1/3", "Enter a number, like 1.5"},
		{number, "1e", "Enter a number, like 1.5"},
		{number, "-", "Enter a number, like 1.5"},
		{number, "12 34", "Enter a number, like 1.5"},
		{number, "1e2000000", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{number, "1e-2000000", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{number, strings.Repeat("1", 41), "Enter 40 digits or fewer"},
		{whole, "9007199254740993", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{whole, "3.5", "Enter a whole number, like 30"},
		{whole, "1.000", "This could mean 1 or 1000. Leave out the signs between thousands"},
		{number + `,"multipleOf":0.25`, "0.3", "Enter a multiple of 0.25"},
		{number + `,"exclusiveMinimum":0`, "0", "Enter a number above 0"},
		{number + `,"exclusiveMaximum":10`, "10", "Enter a number below 10"},
		{number + `,"minimum":1,"maximum":5`, "5.01", "Enter a number from 1 to 5"},
	}
	properties := make([]string, len(rows))
	for i, row := range rows {
		// Each field has a title of its own, because the summary lists equal
		// sentences once.
		properties[i] = fmt.Sprintf(`"n%d":{%s,"title":"N%d"}`, i, row.rules, i)
	}
	key, form := host.show(fields(properties...), nil)
	for i, row := range rows {
		form.setText(fmt.Sprint("f", i), row.typed)
	}
	got := form.continueAndReadErrors(uiTextsOf["en"])
	for i, row := range rows {
		if want := strings.Replace(row.problem, "N", fmt.Sprint("N", i), 1); got[i] != want {
			t.Errorf("%s %q: problem %q, want %q", row.rules, row.typed, got[i], want)
		}
		if left := eval[string](form, `(i) => document.getElementById("f" + i).value`, i); left != row.typed {
			t.Errorf("%q became %q", row.typed, left)
		}
	}
	host.withdrawShown(key)

	host.inEachLanguage(t, func(t *testing.T, _ string, p uiTexts) {
		key, form := host.show(fields(`"n":{"type":"number","title":"N"}`), nil)
		form.fill("f0", "ー1e")
		if got := withoutIsolates(form.continueAndReadErrors(p)[0]); got != p.NotANumber {
			t.Errorf("problem %q, want %q", got, p.NotANumber)
		}
		if node := form.byID("f0"); !strings.Contains(strings.Join(node.States, " "), "invalid") || !strings.Contains(withoutIsolates(node.Description), p.NotANumber) {
			t.Errorf("announced as %s", node)
		}
		host.withdrawShown(key)
	})
	host.expectQuiet()
}

// withdrawShown withdraws the request that is on the screen, as a server would.
func (h *Host) withdrawShown(key string) {
	h.t.Helper()
	h.page().run(`(key) => controllers[key].abort()`, key)
	h.outcome(key)
}
