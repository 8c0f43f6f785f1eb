package e2e

import (
	"strings"
	"testing"
)

// TestTimesOfDay covers N11 and P5 for a time without a date: the zone stands in words with the
// offset of today. Half a time is a problem and never left out. The server's suggestion is sent
// back byte for byte.
// Rows: N11, P5.
func TestTimesOfDay(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.setLocale("en", "Asia/Tokyo")
	p := uiTextsOf["en"]
	key, form := host.show(fields(
		`"a":{"type":"string","title":"A","format":"time"}`,
		`"b":{"type":"string","title":"B","format":"time"}`,
		`"c":{"type":"string","title":"C","format":"time","default":"09:30:00.250-03:30"}`,
	), nil)
	form.typeTime(0, "02")
	form.waitUntilIdle()
	if got := form.continueAndReadErrors(p)[0]; got != "Enter a time, like 14:30" {
		t.Errorf("half a time: %q", got)
	}
	if at := eval[string](form, `document.activeElement.id`); at != "f0-time" {
		t.Errorf("the focus is on %s", at)
	}
	form.expectAccessible("half a time")

	form.typeTime(0, "2:30 PM")
	form.waitUntilIdle()
	corrected := eval[string](form, `document.getElementById("f0-understood").textContent`)
	if want := "14:30 (Japan Standard Time, UTC+09:00)"; !strings.Contains(corrected, want) {
		t.Errorf("corrected as %q, want %q", corrected, want)
	}
	form.typeTime(1, "10:30 AM")
	form.waitUntilIdle()
	form.pickZone("f1-zone", "phoenix", "America/Phoenix")
	form.goToReview(p)
	for i, want := range []string{
		"14:30 (Japan Standard Time, UTC+09:00)",
		"10:30 (Mountain Standard Time, UTC-07:00)",
		"09:30:00.250 (UTC-03:30)",
	} {
		if row := form.rows()[i]; !strings.Contains(row.Value, want) || len(row.Remarks) > 0 && i < 2 {
			t.Errorf("review %+v, want %q", row, want)
		}
	}
	if got := host.sendAnswers(p, key); got != `{"a":"14:30:00+09:00","b":"10:30:00-07:00","c":"09:30:00.250-03:30"}` {
		t.Errorf("sent %s", got)
	}
	host.expectQuiet()
}
