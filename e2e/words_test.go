package e2e

import (
	"compress/gzip"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// catalogue returns the project's catalogue of a language.
func catalogue(t testing.TB, tag string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(testsite.Path("internal", "wording", "words", tag+".json"))
	must(t, err)
	texts := map[string]any{}
	must(t, json.Unmarshal(text, &texts))
	return texts
}

// speaking returns the options of a host whose context names a locale.
func speaking(locale string, more map[string]any) map[string]any {
	options := map[string]any{"context": map[string]any{"locale": locale, "timeZone": "UTC"}}
	maps.Copy(options, more)
	return options
}

// speaks waits until the form says Continue in these words, and the document names the language
// and its direction.
func (d Document) speaks(lang, dir, button string) {
	d.t.Helper()
	d.wait("the form in "+lang, `(want) => {
		const { lang, dir } = document.documentElement;
		return [lang, dir, `+driver.Button("continue")+`?.textContent].join() === want;
	}`, lang+","+dir+","+button)
}

// TestWordsMissing covers P22 and B42: the form is in English if the words of the language cannot be loaded, the host
// learns why, and Decline works. The next context tries again. One frame meets all faults, each with another
// language.
// Rows: P22, B42.
func TestWordsMissing(t *testing.T) {
	t.Parallel()
	spoilt := func(lang string, change func(texts map[string]any)) http.HandlerFunc {
		texts := catalogue(t, lang)
		change(texts)
		text, err := json.Marshal(texts)
		must(t, err)
		return respondWith(206, "application/octet-stream", packed(string(text)))
	}
	site, outer := serveWithFaults(t), t
	var host *Host
	for _, c := range []struct {
		name, lang, dir, later string
		reason, says           string
		fault                  http.HandlerFunc
	}{
		{"nothing there", "de", "ltr", "de-AT", "status 404", "status 404 http", respondWith(404, "text/plain", "no")},
		{"blocked", "fr", "ltr", "fr-CA", "unreachable", "unreachable http", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		{"the app's own page", "es", "ltr", "es-MX", "bad", "bad http", cachedForAYear(respondWith(200, "text/html", appPage))},
		{"half a file", "ja", "ltr", "ja-JP", "bad", "bad http", respondWith(206, "application/octet-stream", packed(`{"FormHeading":"`))},
		{"a huge file", "ko", "ltr", "ko-KR", "bad", "bad http", respondWith(206, "application/octet-stream", packed(`{"FormHeading":"`+strings.Repeat("x", 1<<24)+`"}`))},
		{"a text less", "ar", "rtl", "ar-EG", "bad", "Review is missing", spoilt("ar", func(texts map[string]any) { delete(texts, "Review") })},
		{"another placeholder", "he", "rtl", "he-IL", "bad", "FormHeading has the placeholders",
			spoilt("he", func(texts map[string]any) { texts["FormHeading"] = "{bank}?" })},
		{"markup", "pt-BR", "ltr", "pt-PT", "bad", "Review has markup",
			spoilt("pt-BR", func(texts map[string]any) { texts["Review"] = `<img src=x onerror="alert(1)">` })},
		{"words of a server", "zh-CN", "ltr", "zh-SG", "bad", "Sent has markup, a control character or an open isolate",
			spoilt("zh-CN", func(texts map[string]any) { texts["Sent"] = "\u2068x\u2069" })},
	} {
		t.Run(c.name, func(t *testing.T) {
			site.setFault(".bin", c.fault)
			if host == nil {
				// The first frame begins with the language whose words are missing.
				host = openHostOn(outer, site.URL, speaking(c.lang, nil))
			}
			host.reportTo(t)
			host.page().run(`(locale) => host.setContext({ locale })`, c.lang)
			key := host.start(oneText("First "+c.name), nil)
			form := host.form()
			form.asks("First " + c.name)
			form.speaks("en", "ltr", "Review")
			about := `(lang) => events.find((e) => e.type === "words-missing" && e.reason !== "late" && e.language === lang)`
			host.page().wait("the host to know", about, c.lang)
			got := eval[[]string](host.page(), `(lang) => (({ language, reason, message }) => [language, reason, message])((`+about+`)(lang))`, c.lang)
			if got[1] != c.reason || !strings.Contains(got[2], c.says) {
				t.Errorf("the host tells %q", got)
			}
			host.waitForConsole("elicitform: no words for "+c.lang+": ", c.says)
			form.Press("Decline")
			host.expectAction(key, "decline")

			site.setFault("", nil)
			host.page().run(`(locale) => host.setContext({ locale })`, c.later)
			key, form = host.show(oneText("Second "+c.name), nil)
			form.speaks(c.lang, c.dir, catalogue(t, c.lang)["Review"].(string))
			form.do("decline")
			host.expectAction(key, "decline")
			host.log.clear()
		})
	}
}

// TestWordsLate covers P22 and B42: a form does not wait for its words. It changes its language when they arrive, and
// keeps the typed text. The frame also follows the languages that a context names later.
// Rows: P22, B42.
func TestWordsLate(t *testing.T) {
	t.Parallel()
	site := serveWithFaults(t)
	arrive := make(chan struct{})
	// A server that knows no ranges sends the words of all languages.
	file := siteFile(t, "frame/words.*.bin")
	site.setFault(".bin", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-arrive:
		case <-r.Context().Done():
		}
		respondWith(200, "application/octet-stream", file)(w, r)
	})
	faulty := polish(t)
	faulty["Decline"] = "Odrzuć {server}"
	// Ukrainian and Belarusian have the plural forms of Polish.
	host := openHostOn(t, site.URL, speaking("fr", map[string]any{"words": map[string]any{"pl": polish(t), "uk": "/i18n/pl.json", "be": faulty}}))
	key, form := host.show(oneText("First"), nil)
	form.speaks("en", "ltr", "Review")
	form.Type("Word", "mot")
	host.page().wait("the event", `events.some((e) => e.type === "words-missing" && e.reason === "late" && e.language === "fr")`)
	form.wait("the announcement", `document.getElementById("status").textContent.endsWith("“First”")`)
	close(arrive)
	form.speaks("fr", "ltr", "Vérifier")
	form.wait("the announcement in French", `document.getElementById("status").textContent.startsWith("Example demande")`)
	if got := eval[string](form, `f0.value`); got != "mot" {
		t.Errorf("%q is left of what was typed", got)
	}
	form.expectAccessible("the form after its words have arrived")
	form.Press("Vérifier")
	form.onHeading("Vérifiez vos réponses")
	form.Press("Envoyer à Example")
	host.expectAction(key, "accept")
	if got := host.eventsOf("words-missing"); got != "words-missing late" {
		t.Errorf("the host tells %q", got)
	}
	host.expectQuiet()
	t.Run("follow the context", func(t *testing.T) {
		host.reportTo(t)
		host.wordsFollow(site)
	})
	t.Run("added by the page", func(t *testing.T) {
		texts, err := json.Marshal(polish(t))
		must(t, err)
		site.setFault("/pl.json", respondWith(200, "application/json", string(texts)))
		host.wordsAdded(t)
	})
}

// wordsFollow covers P22: each change of the language brings its words, and no
// form is in English in between. The words of a language are fetched once for each frame.
func (h *Host) wordsFollow(site *siteWithFaults) {
	h.t.Helper()
	site.setFault("", nil)
	h.page().run(`(() => {
		events.length = 0;
		performance.clearResourceTimings();
		// The host waits for the words without its limit of half a second, which a slow machine exceeds.
		window.realTimeout = setTimeout;
		window.setTimeout = (act, after, ...args) => realTimeout(act, after === 500 ? 60_000 : after, ...args);
		host.setContext({ locale: "en" });
	})()`)
	key, form := h.show(oneText("First"), nil)
	form.speaks("en", "ltr", "Review")
	form.run(`window.spoken = []; new MutationObserver(() => {
		const { lang } = document.documentElement;
		if (spoken.at(-1) !== lang) spoken.push(lang);
	}).observe(document.documentElement, { attributes: true })`)
	for _, c := range [][4]string{{"de", "de", "ltr", "Prüfen"}, {"ar-EG", "ar", "rtl", "مراجعة"}, {"de-AT", "de", "ltr", "Prüfen"}, {"pt-PT", "pt-BR", "ltr", "Revisar"}, {"sv", "en", "ltr", "Review"}} {
		h.page().run(`(locale) => host.setContext({ locale })`, c[0])
		form.speaks(c[1], c[2], c[3])
	}
	if got := eval[string](form, `spoken.join()`); got != "de,ar,de,pt-BR,en" {
		h.t.Errorf("the form spoke %s", got)
	}
	if got := eval[string](h.page(), languagesOfRequests); got != "de,ar,pt-BR" {
		h.t.Errorf("the page fetched the words for %s", got)
	}
	h.page().run(`void (window.setTimeout = realTimeout)`)
	h.withdrawShown(key)
	if got := h.eventsOf("words-missing"); got != "" {
		h.t.Errorf("the host tells %q", got)
	}
	h.expectQuiet()
}

// languagesOfRequests is a script that lists the languages whose words a document has fetched: it asks for a part of the file.
const languagesOfRequests = `performance.getEntriesByType("resource").map(({ name }) => /words\..*#(.+):/.exec(name)?.[1]).filter(Boolean).join()`

// packed packs a catalogue as the build does.
func packed(text string) string {
	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return packed.String()
}

// polish is a catalogue for a language that the project does not have.
func polish(t testing.TB) map[string]any {
	texts := catalogue(t, "en")
	texts["Review"], texts["FormHeading"] = "Dalej", "{server} prosi o informacje"
	texts["ReviewHeading"], texts["SendAnswersTo"] = "Sprawdź odpowiedzi", "Wyślij odpowiedzi do {server}"
	texts["Sent"] = "Wysłano odpowiedzi"
	texts["hint-length-up-to"] = map[string]any{"one": "Do {n} znaku", "few": "Do {n} znaków (few)", "many": "Do {n} znaków (many)", "other": "Do {n} znaku (other)"}
	return texts
}

// wordsAdded covers P22: a page adds a language without a build, as an object or by its address, and
// the browser picks the plural forms. The host learns of a fault as with the languages of the package.
func (h *Host) wordsAdded(t *testing.T) {
	const params = `{"message":"x","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"A","maxLength":1},"b":{"type":"string","title":"B","maxLength":3},"c":{"type":"string","title":"C","maxLength":12}}}}`
	for _, c := range []struct{ name, locale, lang string }{{"an object", "pl-PL", "pl"}, {"an address", "uk-UA", "uk"}} {
		t.Run(c.name, func(t *testing.T) {
			h.reportTo(t)
			h.page().run(`(locale) => host.setContext({ locale })`, c.locale)
			h.form().wait("its words", `(lang) => document.documentElement.lang === lang`, c.lang)
			key, form := h.show(params, nil)
			form.speaks(c.lang, "ltr", "Dalej")
			form.onHeading("Example prosi o informacje")
			hints := eval[[]string](form, `[...document.querySelectorAll("[id$=-hint]")].map((hint) => hint.textContent)`)
			if got := strings.Join(hints, ", "); got != "Do 1 znaku, Do 3 znaków (few), Do 12 znaków (many)" {
				t.Errorf("the hints are %q", got)
			}
			form.expectAccessible("a form in an added language")
			form.Press("Dalej")
			form.onHeading("Sprawdź odpowiedzi")
			form.Press("Wyślij odpowiedzi do Example")
			h.expectAction(key, "accept")
			form.onHeading("Wysłano odpowiedzi")
			if got := h.eventsOf("words-missing"); got != "" {
				t.Errorf("the host tells %q", got)
			}
			h.expectQuiet()
		})
	}
	t.Run("with a fault", func(t *testing.T) {
		h.reportTo(t)
		h.page().run(`host.setContext({ locale: "be" })`)
		_, form := h.show(params, nil)
		form.speaks("en", "ltr", "Review")
		h.page().wait("the host to know", `events.some((e) => e.type === "words-missing" && e.language === "be" && e.reason === "bad" && e.message.includes("Decline has the placeholders"))`)
	})
}

// TestWordsInAppsHost covers P22 and N32: with a host that knows nothing of the host package the
// frame fetches the words itself, and never while a form is shown.
// Rows: P22, N32.
func TestWordsInAppsHost(t *testing.T) {
	t.Parallel()
	host := openAppsHost(t)
	host.mount(map[string]any{"context": map[string]any{"locale": "de", "timeZone": "UTC", "theme": "light"}})
	host.page().wait("the frame to be initialized", `window.initialized`)
	key, form := host.show(oneText("First"), nil)
	form.speaks("de", "ltr", "Prüfen")
	host.page().run(`bridge.sendHostContextChange({locale: "fr"})`)
	form.speaks("en", "ltr", "Review")
	if got := eval[string](form, languagesOfRequests); got != "de" {
		t.Errorf("while a form is shown the frame has fetched the words for %s", got)
	}
	form.Press("Decline")
	host.expectAction(key, "decline")
	form.wait("the words of the next form", languagesOfRequests+` === "de,fr"`)
	_, form = host.show(oneText("Second"), nil)
	form.speaks("fr", "ltr", "Vérifier")
	host.expectQuiet()
}
