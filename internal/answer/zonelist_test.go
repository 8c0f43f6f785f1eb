package answer_test

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// TestZoneList reads texts that a person types into the list of time zones.
// Rows: N11.
func TestZoneList(t *testing.T) {
	list := answer.NewZoneList(envFor("en"))
	for _, test := range []struct{ text, zone string }{
		{"Asia/Kathmandu", "Asia/Kathmandu"},
		{"america/new york", "America/New_York"},
		{"America/New_York", "America/New_York"},
		{" UTC ", "UTC"},
		{"UTC+2", "+02:00"},
		{"+05:45", "+05:45"},
		{"US/Pacific", "US/Pacific"},
		{"Atlantis", "Atlantis"},
		{"", ""},
	} {
		t.Run(test.text+" "+test.zone, func(t *testing.T) {
			if got := list.Read(test.text); got != test.zone {
				t.Errorf("%q is read as %q, want %q", test.text, got, test.zone)
			}
		})
	}
	for _, query := range []string{"kath", "Asia kathm", "Asia/Kath"} {
		if found := list.Finder.Search(query); len(found) != 1 || list.IDs[found[0]] != "Asia/Kathmandu" {
			t.Errorf("%q finds %v", query, found)
		}
	}
	if found := list.Finder.Search("new_y"); len(found) != 1 || list.IDs[found[0]] != "America/New_York" {
		t.Errorf("the technical name finds %v", found)
	}
	if i := list.Index("Europe/Berlin"); i < 0 || list.Labels[i] != "Europe/Berlin" {
		t.Errorf("Berlin is at %d", i)
	}
	if list.Index("+02:00") != -1 {
		t.Error("an offset is in the list")
	}
}

// TestZoneText shows the person's own zone until one is chosen.
// Rows: N11.
func TestZoneText(t *testing.T) {
	for zone, want := range map[string]string{"": "Europe/Berlin", "America/New_York": "America/New York", "+02:00": "UTC+02:00"} {
		t.Run(zone, func(t *testing.T) {
			if got := answer.ZoneText(zone, envFor("en")); got != want {
				t.Errorf("%q shows %q, want %q", zone, got, want)
			}
		})
	}
}
