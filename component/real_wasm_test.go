//go:build js && wasm

package component

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/flow"
)

// The requests of this file come from other people's servers; the corpus has them.

func corpusParams(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "e2e", "testdata", "corpus", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var request struct{ Params json.RawMessage }
	if err := json.Unmarshal(text, &request); err != nil {
		t.Fatal(err)
	}
	return string(request.Params)
}

// TestReal_LeaveEmpty: the servers allow an empty answer, and their schemas require one.
// Rows: P7, P8.
func TestReal_LeaveEmpty(t *testing.T) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", corpusParams(t, "183-real-empty-to-stop"))
			words := p.store.state.Words
			leave := words.Text("LeaveEmptyLabel", words.Name(p.store.request().Form.Fields[0]))
			offered := func() bool {
				return find(p.document(), func(n *html.Node) bool { return attribute(n, "aria-label") == leave }) != nil
			}
			if offered() {
				t.Errorf("%s: it is offered before the form has said that the answer is missing", locale)
			}
			p.toProblems()
			if !offered() {
				t.Fatalf("%s: it is not offered", locale)
			}
			p.press("aria-label", leave)
			if offered() || p.port.focus != "f0" || description(p.document(), "f0") == "" {
				t.Errorf("%s: focus on %q, described as %q", locale, p.port.focus, description(p.document(), "f0"))
			}
			if about := textOf(p.document(), "f0-after"); about != words.Text("LeftEmpty") {
				t.Errorf("%s: %q", locale, about)
			}
			p.toReview()
			if rows := p.rows(); rows[0].value != words.Text("Empty") || rows[0].none != "" {
				t.Errorf("%s: review %+v", locale, rows)
			}
			p.expectSent(`{"input":""}`)
		})
	}

	p := ask(t, "en", "UTC", corpusParams(t, "184-real-empty-list"))
	p.typeInto("f0", "Ada")
	p.typeInto("f1", "0.5")
	p.turn("f2", true)
	if problems := p.toProblems(); len(problems) != 1 {
		t.Errorf("problems %v", problems)
	}
	p.press("aria-label", "Leave empty: “Tags”")
	p.toReview()
	p.expectSent(`{"name":"Ada","confidence":0.5,"choice":" padded ","tags":[]}`)
}

// TestReal_DeclineInstead: the server reads only the action, and takes an accepted "no" for a "yes".
// Rows: P10.
func TestReal_DeclineInstead(t *testing.T) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", corpusParams(t, "181-real-only-the-action"))
			words := p.store.state.Words
			about := words.Text("DeclineInstead", p.store.serverArg())
			if !strings.Contains(about, words.Text("Decline")) {
				t.Errorf("%s: %q does not name the button", locale, about)
			}
			advice := func() string { return withoutIsolates(textOf(p.document(), "f0-after")) }
			p.turn("f0", true)
			if got := advice(); got != "" {
				t.Errorf("%s: yes: %q", locale, got)
			}
			p.turn("f0-1", true)
			if got := advice(); got != withoutIsolates(about) {
				t.Errorf("%s: no: %q", locale, got)
			}
			p.toReview()
			if remarks := p.rows()[0].remarks; len(remarks) != 1 || withoutIsolates(remarks[0]) != withoutIsolates(about) {
				t.Errorf("%s: review: %q", locale, remarks)
			}
			if result := p.decide(flow.Decline); result.JSON() != `{"action":"decline"}` {
				t.Errorf("%s: %s", locale, result.JSON())
			}
		})
	}
	// "No" is an answer all the same.
	p := ask(t, "en", "UTC", corpusParams(t, "181-real-only-the-action"))
	p.turn("f0-1", true)
	p.toReview()
	p.expectSent(`{"confirm":false}`)
}

// TestReal_ColoursOfTerminals: the codes of colours are removed without a remark.
// Rows: B26.
func TestReal_ColoursOfTerminals(t *testing.T) {
	p := ask(t, "en", "UTC", corpusParams(t, "183-real-empty-to-stop"))
	text := textIn(p.document())
	if want := "The process waits for input.\n$ npm init\npackage name: (app)"; !strings.Contains(text, want) || strings.Contains(text, "Hidden characters") {
		t.Errorf("%q, want %q", text, want)
	}
}

// TestReal_ReviewSaysWhatAnOptionDoes: only the descriptions of the options A, B and C tell them apart.
// Rows: R10.
func TestReal_ReviewSaysWhatAnOptionDoes(t *testing.T) {
	for _, locale := range testedLanguages {
		t.Run(locale, func(t *testing.T) {
			p := ask(t, locale, "UTC", corpusParams(t, "182-real-described-options"))
			p.typeInto("f0", "/src")
			p.turn("f1-1", true)
			p.toReview()
			if rows := p.rows(); rows[1].value != "B" || strings.Join(rows[1].remarks, "|") != "Remove the lock only" || len(rows[0].remarks) > 0 {
				t.Errorf("%s: %+v", locale, rows)
			}
			p.expectSent(`{"working_directory":"/src","action":"B"}`)
		})
	}
	several := `"x":{"type":"array","items":{"anyOf":[{"const":"a","title":"Breakfast","description":"From 7"},{"const":"b","title":"Towels"},` +
		`{"const":"c","description":"Two\u202e wheels"}]}}`
	p := ask(t, "en", "UTC", properties(several))
	for _, box := range []string{"f0", "f0-2", "f0-3"} {
		p.turn(box, true)
	}
	p.toReview()
	if rows := p.rows(); rows[0].value != "Breakfast\nTowels\nc" || rows[0].remarks[0] != "Breakfast: From 7\nc: Two wheels" {
		t.Errorf("several: %+v", rows)
	}
}

// TestReal_SaidOnce: the title and the description are the same sentence, which is drawn once.
// Rows: N16.
func TestReal_SaidOnce(t *testing.T) {
	p := ask(t, "en", "UTC", corpusParams(t, "180-real-said-twice"))
	if n := strings.Count(textIn(p.document()), "Do you want to go on?"); n != 1 {
		t.Errorf("it is drawn %d times", n)
	}
	if got := strings.Join(p.optionsOf(0), "|"); got != "Yes, I do|No, I do not" {
		t.Errorf("options %s", got)
	}
	p.turn("f0", true)
	p.toReview()
	p.expectSent(`{"confirmation":"Yes"}`)
}

// TestReal_Portuguese: the whole form and its first announcement are in the language of the person.
// Rows: P22.
func TestReal_Portuguese(t *testing.T) {
	p := ask(t, "pt-BR", "America/Sao_Paulo", corpusParams(t, "185-real-portuguese"))
	announcement := ""
	for _, effect := range p.port.effects {
		if e, is := effect.(flow.Announce); is {
			announcement = e.Outside
		}
	}
	if want := "Example pergunta. “Confirma a venda do disco 12 (R$ 120,00)?”"; announcement != want {
		t.Errorf("announced %q, want %q", announcement, want)
	}
	p.typeInto("f0", "Ana")
	p.toReview()
	p.expectSent(`{"comprador":"Ana"}`)
}
