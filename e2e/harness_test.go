package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/axe"
)

const strictPolicy = "default-src 'none'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

// harnessPage is a host page with a sandboxed frame that has the same kinds of
// content as the form, and one of the mistakes that the tests must find.
func harnessPage(t *testing.T, mistake string) *Tab {
	mux := http.NewServeMux()
	page := func(path, policy, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			if policy != "" {
				w.Header().Set("Content-Security-Policy", policy)
			}
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,"><main>%s</main>`, body)
		})
	}
	page("/", "", `<h1>Host</h1><iframe title="f" sandbox="allow-scripts" src="/frame" style="margin:100px;width:500px;height:500px"></iframe>`)
	page("/frame", strings.Replace(strictPolicy, "style-src 'self'", "img-src data:", 1), `<h1>Frame</h1>
		<label for="a"><bdi>Name</bdi> <span>(optional)</span></label><input id="a">
		<fieldset role="group"><legend>Colour</legend><label><input type="radio" name="c">Red</label><label><input type="radio" name="c">Blue</label></fieldset>
		<fieldset role="group"><legend>Two</legend><label><input type="checkbox">Red</label><label><input type="checkbox">Blue</label></fieldset>
		<label for="s">Letter</label><select id="s"><option>a<option>b<option>c</select><button>Go</button>`+mistake)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := newTab(t)
	tab.open(server.URL)
	tab.form().wait("the frame", `document.querySelector("button")`)
	return tab
}

// TestHarnessActsLikeAPerson checks that the helpers of these tests send real
// events.
func TestHarnessActsLikeAPerson(t *testing.T) {
	t.Parallel()
	tab := harnessPage(t, "")
	form := tab.form()
	form.Type("Name", "first")
	form.Type("Name", "wörld")
	form.Choose("Colour", "Blue")
	form.Tick("Two", "Red", "Blue")
	form.Select("Letter", "c")
	if got := eval[string](form, `[origin, a.value, document.querySelectorAll("input:checked").length, s.value].join()`); got != "null,wörld,3,c" {
		t.Errorf("acted: %s", got)
	}
	if dump := form.axDump(); !strings.Contains(dump, "textbox | Name (optional)") || !strings.Contains(dump, "radio | Blue |  | checked") {
		t.Errorf("accessibility tree:\n%s", dump)
	}
	form.expectAccessible("harness")
	tab.page().expectAccessible("harness")
	tab.expectQuiet()
}

// TestHarnessNoticesMistakes checks that the helpers find mistakes.
func TestHarnessNoticesMistakes(t *testing.T) {
	t.Parallel()
	tab := harnessPage(t, `<img src="https://other.example/x.png"><input><p style="color:#eee">faint</p>`)
	tab.form().run(`(() => { console.error("oh"); setTimeout(() => { throw new Error("ouch"); }); })()`)
	tab.waitFor("the mistakes to be reported", func() bool {
		log := tab.log.String()
		return strings.Contains(log, "oh") && strings.Contains(log, "ouch") && strings.Contains(log, "img-src")
	})
	var rules []string
	for _, finding := range tab.form().axeRun(axe.Run) {
		rules = append(rules, finding.Rule)
	}
	if got := strings.Join(rules, " "); !strings.Contains(got, "image-alt") || !strings.Contains(got, "label") {
		t.Errorf("axe found only %s", got)
	}
}

// TestValidatorJudges checks that ajv validates formats in both dialects.
func TestValidatorJudges(t *testing.T) {
	t.Parallel()
	v := newValidator(t)
	for _, dialect := range []string{"", `"$schema":"http://json-schema.org/draft-07/schema#",`} {
		schema := `{` + dialect + `"type":"object","properties":{"a":{"type":"string","format":"email"}}}`
		for content, valid := range map[string]bool{`{"a":"x"}`: false, `{"a":"x@example.com"}`: true} {
			problems, err := v.Validate(schema, content)
			if err != nil || (len(problems) == 0) != valid {
				t.Errorf("%s %s: %v %v", dialect, content, problems, err)
			}
		}
	}
}
