package answer

import (
	"testing"
	"time"
)

type clockOf struct {
	Zones
	location *time.Location
}

func (c clockOf) Offset(zone string, unix int64) (offset int, ok bool) {
	_, offset = time.Unix(unix, 0).In(c.location).Zone()
	return offset, zone == c.location.String()
}

func TestOffsetNow_ThroughAYearWithChanges(t *testing.T) {
	for _, zone := range []string{"UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for now := time.Date(2011, 1, 1, 0, 30, 0, 0, time.UTC); now.Year() < 2012; now = now.Add(5 * time.Hour) {
			_, want := now.In(location).Zone()
			if got, ok := (Env{Zones: clockOf{location: location}, Now: now.UnixMilli()}).offsetNow(zone); !ok || got != want {
				t.Fatalf("%s at %s: %d %v, want %d", zone, now, got, ok, want)
			}
		}
	}
	env := Env{Zones: clockOf{location: time.UTC}}
	for _, zone := range []string{"", "Nowhere/Land"} {
		if _, ok := env.offsetNow(zone); ok {
			t.Errorf("%q has an offset", zone)
		}
	}
	if offset, ok := (Env{}).offsetNow("+02:00"); !ok || offset != 7200 {
		t.Errorf("a fixed offset is %d %v", offset, ok)
	}
}
