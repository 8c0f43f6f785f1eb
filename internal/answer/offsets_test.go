package answer

import (
	"slices"
	"testing"
	"time"
	_ "time/tzdata"
)

// Rows: T19.
func TestOffsets_GapAndOverlap(t *testing.T) {
	tests := []struct {
		zone                      string
		year, month, day, hour, m int
		want                      []int
	}{
		{"Europe/Berlin", 2026, 1, 15, 12, 0, []int{3600}},
		{"Europe/Berlin", 2026, 7, 15, 12, 0, []int{7200}},
		{"Europe/Berlin", 2026, 3, 29, 2, 30, nil},
		{"Europe/Berlin", 2026, 10, 25, 2, 30, []int{7200, 3600}},
		{"Europe/Berlin", 2026, 10, 25, 3, 0, []int{3600}},
		{"America/New_York", 2026, 11, 1, 1, 30, []int{-4 * 3600, -5 * 3600}},
		{"Australia/Lord_Howe", 2026, 4, 5, 1, 45, []int{11 * 3600, 10*3600 + 1800}},
		{"Pacific/Apia", 2011, 12, 30, 12, 0, nil}, // a day that never was
		{"Asia/Kolkata", 2026, 3, 29, 2, 30, []int{5*3600 + 1800}},
	}
	for _, test := range tests {
		t.Run(test.zone, func(t *testing.T) {
			location, err := time.LoadLocation(test.zone)
			if err != nil {
				t.Fatal(err)
			}
			local := time.Date(test.year, time.Month(test.month), test.day, test.hour, test.m, 0, 0, time.UTC)
			got := Env{Zones: clockOf{location: location}}.offsets(test.zone, local)
			if !slices.Equal(got, test.want) {
				t.Errorf("%s %d-%d-%d %d:%d: %v, want %v", test.zone, test.year, test.month, test.day, test.hour, test.m, got, test.want)
			}
		})
	}
}
