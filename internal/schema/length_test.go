package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

func TestDescribesLength(t *testing.T) {
	for _, test := range []struct {
		description safetext.Text
		min, max    int
		want        bool
	}{
		{"2 to 20 characters", 2, 20, true},
		{"Between 2 and 20 characters.", 2, 20, true},
		{"Up to 20 characters", 1, 20, true},
		{"Up to 20 characters", -1, 20, true},
		{"Up to 20 characters", 2, 20, false},
		{"At least 8 characters", 8, -1, true},
		{"As in your passport from 2020", 2, 20, false},
		{"1 character", 1, -1, false}, // No rule needs a description.
		{"", -1, -1, false},
		{"", 2, 20, false},
		// A shared definition can bring a text of 200 kB into every field, so only the visible part is searched.
		{safetext.Text(strings.Repeat("a", safetext.DescriptionLimit-3) + " 20 characters"), -1, 20, true},
		{safetext.Text(strings.Repeat("a", safetext.DescriptionLimit-2) + " 20 characters"), -1, 20, false},
	} {
		t.Run(fmt.Sprintf("%.40s, %d to %d", test.description, test.min, test.max), func(t *testing.T) {
			f := Field{Description: test.description, MinLength: test.min, MaxLength: test.max}
			if got := f.DescribesLength(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
