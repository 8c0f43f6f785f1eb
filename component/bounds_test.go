package component

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
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
