package e2e

import (
	"strings"
	"testing"
)

const suggestions = `"text":{"type":"string","title":"Text","default":"word"},
	"zero":{"type":"integer","title":"Zero","default":0},
	"half":{"type":"number","title":"Half","default":0.50},
	"no":{"type":"boolean","title":"No","default":false},
	"one":{"type":"string","title":"One","enum":["a","b"],"default":"b"},
	"some":{"type":"array","title":"Some","minItems":1,"items":{"type":"string","enum":["a","b","c"]},"default":["c","a"]},
	"day":{"type":"string","title":"Day","format":"date","default":"2024-02-29"},
	"mail":{"type":"string","title":"Mail","format":"email","default":"a@example.com"},
	"empty":{"type":"string","title":"Empty","default":""}`

// suggested is what is sent if nobody touches the suggestions: exactly what the
// server wrote, including the order of several choices.
const suggested = `{"text":"word","zero":0,"half":0.50,"no":false,"one":"b","some":["c","a"],"day":"2024-02-29","mail":"a@example.com","empty":""}`

// TestDefaults covers P5, N12 and N14: suggestions stand in the form, are
// marked, and are sent as they came. Each can be cleared, and restored.
func TestDefaults_P5_N12_N14(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	mark := map[string]string{"en": "Suggested by Example", "de": "Vorschlag von Example", "ar": "اقتراح من Example", "ja": "Example の提案"}
	host.inEachLanguage(t, func(t *testing.T, locale string, p uiTexts) {
		key, form := host.show(fields(suggestions), nil)
		marked := eval[[]string](form, `[...document.querySelectorAll("[id$=-suggested]")].map((mark) => mark.textContent)`)
		if len(marked) != 9 {
			t.Errorf("%d fields are marked: %q", len(marked), marked)
		}
		for _, text := range marked {
			if withoutIsolates(text) != mark[locale] {
				t.Errorf("marked %q", text)
			}
		}
		form.goToReview(p)
		for _, row := range form.rows() {
			if !strings.Contains(withoutIsolates(strings.Join(row.Remarks, "|")), mark[locale]) {
				t.Errorf("review does not mark %+v", row)
			}
		}
		if got := host.sendAnswers(p, key); got != suggested {
			t.Errorf("sent %s", got)
		}
	})
	host.expectQuiet()
}

// TestClearedDefaults covers N14: a cleared text without further rules is sent
// as "", all other cleared answers are left out, and review says what the
// server may do then.
func TestClearedDefaults_N14_P5(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(fields(suggestions), nil)
	wayBack := func(label string) {
		t.Helper()
		form.find("button", "Use suggestion for “"+label+"”")
	}
	// What is typed is emptied with the keyboard, and some radio buttons stand for no answer.
	for _, label := range []string{"Text", "Zero", "Half", "Mail"} {
		form.Type(label, "")
		wayBack(label)
	}
	for _, label := range []string{"No", "One"} {
		form.Choose(label, "No answer")
		wayBack(label)
	}
	for _, label := range []string{"Some", "Day"} {
		form.Press("Clear “" + label + "”")
		wayBack(label)
		form.waitUntilIdle()
		if at := eval[string](form, questions+`.find((label) => label.parentElement.contains(document.activeElement))?.textContent ?? "?"`); !strings.HasPrefix(at, label) {
			t.Errorf("after clearing %s the focus is in %q", label, at)
		}
	}
	if left := eval[string](form, `[...document.querySelectorAll("input:not([type=radio], [type=checkbox])")].map((i) => i.value).join("") + document.querySelectorAll("input[type=checkbox]:checked").length`); left != "0" {
		t.Errorf("left over: %q", left)
	}
	form.toReview()
	for _, row := range form.rows() {
		refill := map[string]string{"Zero": "0", "Half": "0.50", "No": "No", "One": "b", "Some": "c, a", "Day": "29 February 2024", "Mail": "a@example.com"}[row.Label]
		if refill != "" && row.None != "Not provided - Example may use "+refill {
			t.Errorf("cleared: %+v", row)
		}
	}
	form.Press("Back")
	form.onHeading(askingHeading("Example"))
	form.Press("Use suggestion for “Half”")
	form.waitUntilIdle()
	form.Press("Use suggestion for “Some”")
	form.waitUntilIdle()
	form.toReview()
	if _, sent := host.send(key); sent != `{"text":"","half":0.50,"some":["c","a"],"empty":""}` {
		t.Errorf("sent %s", sent)
	}

	// The same by keyboard: the controls are emptied, not cleared by a button.
	key, form = host.show(fields(suggestions), nil)
	form.Type("Text", "")
	form.Type("Mail", "")
	form.Type("Zero", "")
	form.toReview()
	if _, sent := host.send(key); sent != `{"text":"","half":0.50,"no":false,"one":"b","some":["c","a"],"day":"2024-02-29","empty":""}` {
		t.Errorf("emptied: sent %s", sent)
	}
}

// TestInvalidDefaults covers P5: a suggestion that breaks the server's own
// rules is dropped, and the form says so. An optional choice of several with a
// minimum may be left out.
func TestInvalidDefaults_P5_P4(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	params := fields(
		`"a":{"type":"string","title":"A","enum":["x","y"],"default":"z"}`,
		`"b":{"type":"integer","title":"B","default":1.5}`,
		`"c":{"type":"string","title":"C","format":"date","default":"2023-02-29"}`,
		`"d":{"type":"string","title":"D","format":"email","default":"nobody"}`,
		`"e":{"type":"string","title":"E","maxLength":3,"default":"word"}`,
		`"f":{"type":"string","title":"F","format":"date-time","default":"2026-01-01T10:00"}`,
		`"g":{"type":"string","title":"G","pattern":"^[a-c]$","default":"d"}`,
		`"h":{"type":"string","title":"H","format":"uri","default":"example.com"}`,
		`"i":{"type":"array","title":"I","minItems":2,"items":{"type":"string","enum":["x","y"]}}`,
	)
	host.inEachLanguage(t, func(t *testing.T, locale string, p uiTexts) {
		key, form := host.show(params, nil)
		for i := range 8 {
			hint := eval[string](form, `(i) => document.getElementById("f" + i + "-hint")?.textContent ?? ""`, i)
			if !strings.Contains(hint, "Example") || locale == "en" && !strings.Contains(hint, "Example suggested an answer that breaks its own rules. It was left out.") {
				t.Errorf("f%d: no note that the suggestion was dropped: %q", i, hint)
			}
		}
		if n := eval[int](form, `document.querySelectorAll("[id$=-suggested], input:checked").length`); n != 0 {
			t.Errorf("%d suggestions are left", n)
		}
		form.goToReview(p)
		if got := host.sendAnswers(p, key); got != "{}" {
			t.Errorf("sent %s", got)
		}
	})
}
