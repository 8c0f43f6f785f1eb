package answer_test

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// Rows: T19.
func TestClock_AsTheLocaleWritesIt(t *testing.T) {
	for _, test := range []struct {
		tag, afternoon, midnight, noon string
	}{
		{"en", "14:30", "00:05", "12:00"},
		{"en-GB", "14:30", "00:05", "12:00"},
		{"en-US", "2:30 PM", "12:05 AM", "12:00 PM"},
		{"en-CA", "2:30 p.m.", "12:05 a.m.", "12:00 p.m."},
		{"de", "14:30", "00:05", "12:00"},
		{"da", "14.30", "00.05", "12.00"},
		{"es", "14:30", "0:05", "12:00"},
		{"el", "2:30 μ.μ.", "12:05 π.μ.", "12:00 μ.μ."},
		{"ar-EG", "٢:٣٠ م", "١٢:٠٥ ص", "١٢:٠٠ م"},
		{"fr-CA", "14 h 30", "00 h 05", "12 h 00"},
		{"ar", "2:30 م", "12:05 ص", "12:00 م"},
		{"fr", "14:30", "00:05", "12:00"},
		{"he", "14:30", "0:05", "12:00"},
		{"ja", "14:30", "0:05", "12:00"},
		{"ko", "PM 2:30", "AM 12:05", "PM 12:00"},
		{"pt-BR", "14:30", "00:05", "12:00"},
		{"zh-CN", "14:30", "00:05", "12:00"},
		// Intl has words for the parts of the day there, which readClock does not know.
		{"zh-TW", "14:30", "00:05", "12:00"},
	} {
		t.Run(test.tag+" "+test.afternoon+" "+test.midnight, func(t *testing.T) {
			l := localetest.For(test.tag)
			got := []string{l.Clock(14, 30), l.Clock(0, 5), l.Clock(12, 0)}
			for i, want := range []string{test.afternoon, test.midnight, test.noon} {
				// Intl writes non-breaking blanks.
				if shown := strings.Join(strings.Fields(got[i]), " "); shown != want {
					t.Errorf("%s: got %q, want %q", test.tag, shown, want)
				}
			}
		})
	}
	var none *answer.Locale
	if got := none.Clock(14, 30); got != "14:30" {
		t.Errorf("without a locale: %q", got)
	}
}

// A clock in the controls is read as the same clock, in every locale.
// Rows: T19.
func TestClock_ReadsWhatItWrites(t *testing.T) {
	for _, tag := range localetest.Tags() {
		for _, clock := range []string{"00:00:00", "00:30:00", "11:59:59", "12:00:00", "12:01:00", "23:59:59", "17:07:09.250"} {
			want := "2026-07-15T" + clock + "Z"
			f := schema.Field{Kind: schema.DateTime, Default: request.StringValue(want)}
			shown := answer.Start(f, envFor(tag))
			shown.Origin = answer.Edited
			a, fault := answer.Read(f, shown, envFor(tag))
			if fault != answer.FaultNone || a.Value.Text != want {
				t.Errorf("%s: %s is written %q and read %q, %s", tag, clock, shown.Clock, a.Value.Text, fault)
			}
		}
	}
}

// Rows: T19.
func TestClock_OddFactsAreLeftOut(t *testing.T) {
	for _, clocks := range [][]string{
		nil,
		{"5:07"},
		{"", "", "", ""},
		{"5:07 in the morning", "5:07 at night", "5:07:09 in the morning", "5:07:09 at night"},
		{"5:07 1 2", "17:07 1 2", "5:07:09 1", "17:07:09 1"},
		{strings.Repeat("5", 500), "17:07", "5:07:09", "17:07:09"},
		{"07:5", "07:17", "07:5:9", "07:17:9"},
	} {
		if got := answer.NewLocale(answer.Facts{Clocks: clocks}).Clock(14, 30); got != "14:30" {
			t.Errorf("%q: got %q, want 14:30", clocks, got)
		}
	}
}
