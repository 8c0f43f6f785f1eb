//go:build js && wasm

package component

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// labels returns the labels of all questions, with "<>" around those that are marked as names.
func (p *testPage) labels() (labels []string) {
	every(p.document(), func(n *html.Node) {
		if id := attribute(n, "id"); strings.HasPrefix(id, "f") && strings.HasSuffix(id, "-label") {
			text := textIn(n)
			if attribute(n, "class") == "name" {
				name, optional, _ := strings.Cut(text, " ")
				text = strings.TrimSpace("<" + name + "> " + optional)
			}
			labels = append(labels, text)
		}
	})
	return labels
}

// TestReported shows requests of real servers, and compares the texts and the content that is sent.
func TestReported_RealRequests(t *testing.T) {
	t.Run("A41 named yes and no", func(t *testing.T) {
		p := ask(t, "de", "UTC", corpusParams(t, "206-real-named-boolean"))
		if got := p.optionsOf(0); !slices.Equal(got, []string{"Publish now", "Keep as a draft"}) {
			t.Errorf("options %q", got)
		}
		if got := p.toProblems(); len(got) != 1 || got[0] != "Wählen Sie eine Antwort aus" {
			t.Errorf("problems %v", got)
		}
		p.turn("f0-1", true)
		p.toReview()
		if rows := p.rows(); rows[0].value != "Keep as a draft" {
			t.Errorf("review %+v", rows)
		}
		p.expectSent(`{"publish":false}`)
	})
	for typed, sent := range map[string]string{"1.234": "1234", "ABC-12": `"ABC-12"`, "007": `"007"`} {
		t.Run("A38 "+typed, func(t *testing.T) {
			p := ask(t, "en", "UTC", corpusParams(t, "204-real-number-or-text"))
			if got := p.labels(); !slices.Equal(got, []string{"<Value>"}) || strings.Contains(textIn(p.document()), "did not say") {
				t.Errorf("labels %q in %s", got, textIn(p.document()))
			}
			p.typeInto("f0", strings.ReplaceAll(typed, ".", ","))
			p.toReview()
			p.expectSent(`{"value":` + sent + `}`)
		})
	}
	t.Run("A39 a decimal in German", func(t *testing.T) {
		p := ask(t, "de", "UTC", corpusParams(t, "205-real-decimal"))
		p.typeInto("f0", "viel")
		if got := p.toProblems(); len(got) != 1 || !strings.Contains(got[0], "Zahl") {
			t.Errorf("problems %v", got)
		}
		p.typeInto("f0", "1.234,5")
		p.toReview()
		p.expectSent(`{"amount":1234.5}`)
	})
	t.Run("A36 P01 labels", func(t *testing.T) {
		p := ask(t, "en", "UTC", corpusParams(t, "203-real-enum-of-python"))
		if got := p.labels(); !slices.Equal(got, []string{"Old state", "New state"}) || strings.Contains(textIn(p.document()), "enumeration") {
			t.Errorf("labels %q in %s", got, textIn(p.document()))
		}
		p = ask(t, "en", "UTC", corpusParams(t, "213-real-pydantic"))
		want := []string{"Old state", "New state (optional)", "Prio", "Kind", "<N>", "<D> (optional)", "<T> (optional)", "Tt",
			"Td (optional)", "Dec", "<U>", "<O> (optional)", "Names (optional)", "<X>", "Old (optional)"}
		if got := p.labels(); !slices.Equal(got, want) {
			t.Errorf("labels %q", got)
		}
	})
	t.Run("D18 no class", func(t *testing.T) {
		p := ask(t, "en", "UTC", corpusParams(t, "202-real-class-and-title"))
		if got := p.labels(); !slices.Equal(got, []string{"Check alternative", "Alternative date (optional)"}) || strings.Contains(textIn(p.document()), "Schema for") {
			t.Errorf("labels %q in %s", got, textIn(p.document()))
		}
	})
	t.Run("A63 no bounds of types", func(t *testing.T) {
		p := ask(t, "en", "UTC", corpusParams(t, "208-real-bounds-of-types"))
		if strings.Contains(textIn(p.document()), "9") {
			t.Error(textIn(p.document()))
		}
	})
	for name, why := range map[string]string{"209-real-null-members": "A68", "210-real-empty-lists": "A70", "211-real-null-dialect": "F12", "212-real-null-mode": "N05"} {
		t.Run(why, func(t *testing.T) {
			p := ask(t, "en", "UTC", corpusParams(t, name))
			p.typeInto("f0", "Ada")
			p.toReview()
			p.expectSent(`{"name":"Ada"}`)
		})
	}
}
