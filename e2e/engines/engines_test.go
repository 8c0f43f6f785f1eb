package engines

import (
	"os"
	"testing"
)

// journey is one way through a form.
type journey struct {
	name string
	// short says that the journey is tried in every run of all tests.
	short bool
	walk  func(t *testing.T, browser Browser)
}

// journeys are tried in each engine. ENGINES=all is for all of them, in all engines.
var journeys = []journey{
	{"every kind of field", false, everyKind},
	{"errors", true, mistakes},
	{"decline", false, decline},
	{"keys alone", true, keyboard},
	{"calendar", true, calendar},
	{"a page to open", true, consent},
	{"queue", false, queue},
	{"round", false, round},
	{"German", false, speaking("de", "ltr", "1.234,5", [3]string{"Tag", "Monat", "Jahr"}, [3]string{"29", "2", "2028"})},
	{"Arabic", false, speaking("ar", "rtl", "١٢٣٤٫٥", [3]string{"اليوم", "الشهر", "السنة"}, [3]string{"٢٩", "٢", "٢٠٢٨"})},
	{"dark", false, dark},
	{"empty time", false, emptyTime},
}

// TestJourneys_N33 walks through the journeys in each engine. Chromium is left out of
// the short form, because the rest of the suite runs in it.
func TestJourneys_N33(t *testing.T) {
	all := os.Getenv("ENGINES") == "all"
	for _, engine := range Engines {
		if !all && engine.Name == "Chromium" {
			continue
		}
		t.Run(engine.Name, func(t *testing.T) {
			t.Parallel()
			browser, err := engine.Launch()
			if err != nil {
				t.Fatal(err)
			}
			defer browser.Close()
			for _, j := range journeys {
				if all || j.short {
					t.Run(j.name, func(t *testing.T) { j.walk(t, browser) })
				}
			}
		})
	}
}
