package component

import (
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/urlcheck"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const everyKind = `{"message":"Tell us.","requestedSchema":{"type":"object","title":"About you","properties":{
	"text":{"type":"string","title":"Text","description":"Said by the server","minLength":2,"maxLength":9},
	"lines":{"type":"string","title":"Lines","maxLength":500},
	"email":{"type":"string","title":"Email","format":"email","default":"ada@example.com"},
	"uri":{"type":"string","title":"Site","format":"uri"},
	"date":{"type":"string","title":"Day","format":"date"},
	"datetime":{"type":"string","title":"Moment","format":"date-time"},
	"number":{"type":"number","title":"Number","minimum":0,"maximum":5},
	"integer":{"type":"integer","title":"Integer"},
	"boolean":{"type":"boolean","title":"Boolean"},
	"radios":{"type":"string","title":"Radios","enum":["a","b"]},
	"select":{"type":"string","title":"Select","enum":["1","2","3","4","5","6","7","8","9","10","11"]},
	"boxes":{"type":"array","title":"Boxes","items":{"type":"string","enum":["x","y"]},"maxItems":1,"default":["y"]},
	"list":{"type":"array","title":"List","items":{"type":"string"}},
	"secret":{"type":"string","title":"Password"},
	"nested":{"type":"object","title":"Nested"},
	"time":{"type":"string","title":"Time of day","format":"time"}},
	"required":["text","date","boolean","radios","boxes"]}}`

type stubPort struct{}

func (stubPort) Listen(func(flow.Event), func(func())) {}
func (stubPort) Tell(flow.Effect)                      {}
func (stubPort) Focus(string, string, bool)            {}
func (stubPort) Now() int64                            { return noon }
func (stubPort) TimeOfDay(int64) string                { return "14:32" }
func (stubPort) Later(func())                          {}
func (stubPort) AfterPaint(func())                     {}
func (stubPort) AfterPress(func())                     {}
func (stubPort) Present(string, string, bool)          {}
func (stubPort) Abandon(string)                        {}

func parseURL(raw string) urlcheck.Parts {
	u, err := url.Parse(raw)
	if err != nil {
		return urlcheck.Parts{}
	}
	return urlcheck.Parts{OK: true, Href: raw, Protocol: u.Scheme + ":", Hostname: u.Hostname(), Port: u.Port()}
}

var machine = &flow.Machine{ParseURL: parseURL, CountElements: CountElements}

// noon is the time of all events of native tests.
var noon = zonetest.Noon

func applyAll(s flow.State, events ...flow.Event) flow.State {
	for _, event := range events {
		s, _ = machine.Update(s, event, noon)
	}
	return s
}

func idle(locale, zone string) flow.State {
	return flow.State{Reader: flow.Reader{
		Words: wordingtest.For(locale), Env: answer.Env{Locale: localetest.For(locale), Zones: zonetest.New(zone), Now: zonetest.Noon},
	}}
}

// reach applies events to a new request.
func reach(t *testing.T, locale, params string, events ...flow.Event) flow.State {
	t.Helper()
	value, err := request.Parse([]byte(params))
	if err != nil {
		t.Fatal(err)
	}
	s := idle(locale, "Europe/Berlin")
	all := append([]flow.Event{flow.Requested{
		ID: request.NumberValue("1"), Requests: []request.InputRequest{{Params: value}},
		Notes: request.Notes{Server: request.Server{ID: "shop.example", Title: "The Shop"}},
	}}, events...)
	return applyAll(s, all...)
}

func fillEveryKind() []flow.Event {
	return []flow.Event{
		flow.Edited{Field: 0, Draft: answer.Draft{Text: "Hello"}},
		flow.Edited{Field: 4, Draft: answer.Draft{Day: "31", Month: "12", Year: "2026"}},
		flow.Edited{Field: 8, Draft: answer.Draft{Chosen: []int{1}}},
		flow.Edited{Field: 9, Draft: answer.Draft{Chosen: []int{0}}},
		flow.Continue,
	}
}

const withSecrets = `{"message":"Connect.","requestedSchema":{"type":"object","properties":{
	"city":{"type":"string","title":"City"},"password":{"type":"string","title":"Password"},"token":{"type":"string","title":"API key"}}}}`

func secrets(more ...flow.Event) []flow.Event {
	return append([]flow.Event{
		flow.Edited{Field: 0, Draft: answer.Draft{Text: "Oslo"}},
		flow.Edited{Field: 1, Draft: answer.Draft{Text: "hunter2"}},
		flow.Edited{Field: 2, Draft: answer.Draft{Text: "sk-live-1"}},
		flow.Continue,
	}, more...)
}

// TestSecrets_AreNowhereUntilTheyAreShown searches the whole document for hidden secrets.
// Rows: N15.
func TestSecrets_AreNowhereUntilTheyAreShown(t *testing.T) {
	holds := func(secret string, events ...flow.Event) bool {
		return strings.Contains(app.HTMLString(&root{store: newStore(machine, reach(t, "en", withSecrets, secrets(events...)...), stubPort{})}), secret)
	}
	show, hide := flow.SecretShown{Field: 1, Shown: true}, flow.SecretShown{Field: 1}
	for _, secret := range []string{"hunter2", "sk-live-1"} {
		if holds(secret) || holds(secret, flow.Send) || holds(secret, show, hide) {
			t.Errorf("%s is in the document", secret)
		}
	}
	if !holds("hunter2", show) || holds("sk-live-1", show) {
		t.Error("Show shows the wrong answer")
	}
}

func TestScreens(t *testing.T) {
	tests := []struct {
		name  string
		state flow.State
		step  flow.Step
	}{
		{"form", reach(t, "en-GB", everyKind), flow.Form},
		{"errors", reach(t, "en-GB", everyKind, flow.Edited{Field: 4, Draft: answer.Draft{Day: "31", Year: "2026"}}, flow.Continue), flow.Form},
		{"form-ar", reach(t, "ar", everyKind), flow.Form},
		{"review", reach(t, "en-GB", everyKind, fillEveryKind()...), flow.Review},
		{"review-secret", reach(t, "en-GB", withSecrets, secrets(flow.SecretShown{Field: 2, Shown: true}, flow.Send)...), flow.Review},
		{"confirm", reach(t, "en", `{"message":"Sure?"}`), flow.Form},
		{"blocked", reach(t, "en", `{"message":"m","requestedSchema":{"type":"object","properties":{"o":{"type":"object"},"s":{"type":"string"}},"required":["o"]}}`), flow.Form},
		{"blocked-missing", reach(t, "en", shortOfQuestions), flow.Form},
		{"done", reach(t, "en", `{"message":"Sure?"}`, flow.Confirm, flow.Received{ID: request.NumberValue("1")}), flow.Done},
		{"unshown", reach(t, "en", `{"message":"m","mode":"voice"}`), flow.Unshown},
		{"consent", reach(t, "en", `{"message":"Sign in.","mode":"url","url":"http://login.shop.example:8080/authorize?state=1","elicitationId":"e"}`), flow.Consent},
		{"consent-blocked", reach(t, "en", `{"message":"Sign in.","mode":"url","url":"javascript:alert(1)"}`), flow.Consent},
		{"waiting", reach(t, "en", `{"message":"Sign in.","mode":"url","url":"https://login.shop.example/"}`, flow.OpenPage), flow.Waiting},
		{"idle", idle("en", "UTC"), flow.Idle},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.state.Step != test.step {
				t.Fatalf("at step %d, want %d", test.state.Step, test.step)
			}
			got := outline(t, draw(test.state))
			golden := filepath.Join("testdata", test.name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the screen differs from %s (rewrite with -update and look at the change):\n%s", golden, got)
			}
		})
	}
}

func draw(s flow.State) *html.Node {
	document, err := html.Parse(strings.NewReader(app.HTMLString(&root{store: newStore(machine, s, stubPort{})})))
	if err != nil {
		panic(err)
	}
	return document
}

func every(n *html.Node, visit func(*html.Node)) {
	if n.Type == html.ElementNode {
		visit(n)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		every(child, visit)
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Rows: F7, N3.
func TestIDs_ByPositionAndResolved(t *testing.T) {
	for _, name := range []string{"form", "errors"} {
		t.Run(name, func(t *testing.T) {
			events := []flow.Event{}
			if name == "errors" {
				events = append(events, flow.Continue)
			}
			document := draw(reach(t, "en", everyKind, events...))
			ids := map[string]int{}
			every(document, func(n *html.Node) {
				if id := attribute(n, "id"); id != "" {
					ids[id]++
				}
			})
			for id, count := range ids {
				if count > 1 {
					t.Errorf("%s: id %q stands %d times", name, id, count)
				}
			}
			every(document, func(n *html.Node) {
				for _, key := range []string{"for", "aria-describedby", "aria-labelledby"} {
					for _, id := range strings.Fields(attribute(n, key)) {
						if ids[id] == 0 {
							t.Errorf("%s: %s of <%s> names %q, which is not there", name, key, n.Data, id)
						}
					}
				}
			})
		})
	}
}

// TestSummary_IsAGroupWithAName: it is there only for problems, below the message.
// Rows: E1, E2.
func TestSummary_IsAGroupWithAName(t *testing.T) {
	for _, s := range []flow.State{
		idle("en", "UTC"),
		reach(t, "en", everyKind),
		reach(t, "en", everyKind, flow.Continue),
		reach(t, "en-GB", everyKind, fillEveryKind()...),
	} {
		var order []string
		every(draw(s), func(n *html.Node) {
			switch {
			case attribute(n, "id") == summaryID:
				order = append(order, attribute(n, "role")+" "+attribute(n, "aria-labelledby"))
			case s.Step == flow.Form && (attribute(n, "class") == "message" || n.Data == "form"):
				order = append(order, n.Data)
			}
		})
		want := ""
		switch {
		case s.Step == flow.Form && s.Request().HasSummary():
			want = "section|group problems|form"
		case s.Step == flow.Form:
			want = "section|form"
		}
		if got := strings.Join(order, "|"); got != want {
			t.Errorf("step %d has %q, want %q", s.Step, got, want)
		}
	}
}

// Rows: B29.
func TestShowAll_OpensOneRequestOnly(t *testing.T) {
	long := `{"message":"` + strings.Repeat("line\\n", 300) + `"}`
	first := reach(t, "en", long)
	value, err := request.Parse([]byte(long))
	if err != nil {
		t.Fatal(err)
	}
	store := newStore(machine, first, stubPort{})
	lines := func() int { return strings.Count(app.HTMLString(&root{store: store}), "line") }
	cut := lines()
	store.state = applyAll(store.state, flow.Expanded{Text: flow.MessageText})
	if whole := lines(); cut > 30 || whole < 300 {
		t.Fatalf("%d lines, and all are %d", cut, whole)
	}
	store.state = applyAll(store.state, flow.Decline)
	store.state = applyAll(store.state, flow.Received{ID: request.NumberValue("1")})
	store.state = applyAll(store.state, flow.Requested{ID: request.NumberValue("2"), Requests: []request.InputRequest{{Params: value}}})
	if got := lines(); got != cut {
		t.Errorf("%d lines of the next request, want %d", got, cut)
	}
}

// outline writes a tree one element a line, with sorted attributes, and without those that only style it.
func outline(t *testing.T, document *html.Node) string {
	t.Helper()
	var b strings.Builder
	var write func(n *html.Node, depth int)
	write = func(n *html.Node, depth int) {
		switch n.Type {
		case html.TextNode:
			if text := strings.TrimSpace(n.Data); text != "" {
				b.WriteString(strings.Repeat("  ", depth) + text + "\n")
			}
		case html.ElementNode:
			var attributes []string
			for _, a := range n.Attr {
				attributes = append(attributes, a.Key+"="+a.Val)
			}
			slices.Sort(attributes)
			b.WriteString(strings.Repeat("  ", depth) + strings.Join(append([]string{n.Data}, attributes...), " ") + "\n")
			depth++
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			write(child, depth)
		}
	}
	every(document, func(n *html.Node) {
		if n.Data == "main" {
			write(n, 0)
		}
	})
	return b.String()
}
