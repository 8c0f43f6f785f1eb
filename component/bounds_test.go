package component

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// TestZones_OnlyWhenOpened: a form draws no list of zones before the person opens one.
// Rows: N11.
func TestZones_OnlyWhenOpened(t *testing.T) {
	const moment = `{"type":"string","format":"date-time"}`
	params := `{"message":"m","requestedSchema":{"type":"object","properties":{"a":` + moment + `,"b":` + moment + `}}}`
	zones, lists := 0, 0
	every(draw(reach(t, "en", params)), func(n *html.Node) {
		switch {
		case n.Data == "option" || attribute(n, "role") == "option":
			zones++
		case strings.HasSuffix(attribute(n, "id"), "-zone"):
			lists++
			if attribute(n, "role") != "combobox" || attribute(n, "value") != "Europe/Berlin" {
				t.Errorf("the zone is a %s %q that shows %q", n.Data, attribute(n, "role"), attribute(n, "value"))
			}
		}
	})
	if zones != 0 || lists != 2 {
		t.Errorf("%d zones are drawn, in %d lists", zones, lists)
	}
}

// TestArgument_StartOnly: of a long argument only the start is drawn, with a button for the rest.
// Rows: N60, B6.
func TestArgument_StartOnly(t *testing.T) {
	params, err := request.Parse([]byte(`{"tool":{"name":"write"},"arguments":[{"name":"text","text":"` + strings.Repeat("\u202eа\u0300", 10_000) + `"}],
		"choices":[{"kind":"once"},{"kind":"reject"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := applyAll(idle("en", "Europe/Berlin"), flow.Requested{
		ID: request.NumberValue("1"), Requests: []request.InputRequest{{Params: params}}, Notes: request.Notes{Approval: true},
	})
	rows, _ := s.ShownArguments()
	row := rows[0]
	for _, expanded := range []bool{false, true, false} {
		var value, button *html.Node
		every(draw(s), func(n *html.Node) {
			switch class := attribute(n, "class"); {
			case strings.HasPrefix(class, "value"):
				value = n
			case attribute(n, "aria-labelledby") != "" && n.Data == "button":
				button = n
			}
		})
		want := safetext.MessageLimit
		if expanded {
			want = 10_000 * utf8.RuneCountInString("⟨U+202E⟩а\u0300")
		}
		if got := utf8.RuneCountInString(textIn(value)); got != want {
			t.Errorf("expanded %t: %d characters are drawn, want %d", expanded, got, want)
		}
		if button == nil || strings.HasSuffix(attribute(value, "class"), " cut") == expanded {
			t.Errorf("expanded %t: the text has the classes %q and the button %v", expanded, attribute(value, "class"), button)
		}
		s = applyAll(s, flow.Expanded{Text: row.Text()})
	}
}
