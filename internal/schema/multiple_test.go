package schema

import "testing"

// The verdicts on the floats were recorded from ajv 8.20.
func TestIsMultiple_N8_TakesOnlyWhatEveryServerTakes(t *testing.T) {
	for _, test := range []struct {
		literal, step string
		want          bool
	}{
		{"0", "0.1", true},
		{"-0", "0.1", true},
		{"0.2", "0.1", true},
		{"0.3", "0.1", false}, // exact, but not for floats
		{"0.30", "0.1", false},
		{"-0.3", "0.1", false},
		{"0.4", "0.1", true},
		{"0.7", "0.1", false},
		{"1.1", "0.1", true},
		{"0.35", "0.1", false},
		{"19.98", "0.01", true},
		{"19.99", "0.01", false},
		{"1.13", "0.01", false},
		{"0.75", "0.25", true},
		{"0.75", "0.5", false},
		{"9", "3", true},
		{"-9", "3", true},
		{"10", "3", false},
		{"1e2", "5", true},
		{"5", "1e-300", false}, // the quotient is written with an exponent
		{"1e20", "1", true},
		{"1e21", "1", false},
		{"0.10000000000000000001", "0.1", false}, // a float, but not exactly
		{"9007199254740991", "2", false},
		{"9007199254740990", "2", true},
		{"1", "0", false},
		{"1", "-1", false},
		{"x", "1", false},
	} {
		if got := IsMultiple(test.literal, test.step); got != test.want {
			t.Errorf("%s is a multiple of %s: %v", test.literal, test.step, got)
		}
	}
}
