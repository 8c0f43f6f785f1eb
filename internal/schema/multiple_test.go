package schema

import (
	"strconv"
	"testing"
)

// The verdicts on miscounting were recorded from ajv 8.20.
// Rows: N8.
func TestIsMultiple_CountsExactlyAndKnowsWhoDoesNot(t *testing.T) {
	for _, test := range []struct {
		literal, step        string
		multiple, miscounted bool
	}{
		{"0", "0.1", true, false},
		{"-0", "0.1", true, false},
		{"0.2", "0.1", true, false},
		{"0.3", "0.1", true, true}, // exact, but not for floats
		{"0.30", "0.1", true, true},
		{"-0.3", "0.1", true, true},
		{"0.4", "0.1", true, false},
		{"0.7", "0.1", true, true},
		{"1.1", "0.1", true, false},
		{"0.35", "0.1", false, false},
		{"19.98", "0.01", true, false},
		{"19.99", "0.01", true, true},
		{"1.13", "0.01", true, true},
		{"0.75", "0.25", true, false},
		{"0.75", "0.5", false, false},
		{"9", "3", true, false},
		{"-9", "3", true, false},
		{"10", "3", false, false},
		{"1e2", "5", true, false},
		{"5", "1e-300", true, true}, // the quotient is written with an exponent
		{"1e300", "1e-300", true, true},
		{"1e300", "3e-300", false, false},
		{"3e300", "3e-300", true, true},
		{"1e-300", "1e300", false, false},
		{"1e20", "1", true, false},
		{"1e21", "1", true, true},
		{"0.10000000000000000001", "0.1", false, false}, // a float, but not exactly
		{"9007199254740991", "2", false, false},
		{"9007199254740990", "2", true, false},
		{"1", "0", false, false},
		{"1", "-1", false, false},
		{"x", "1", false, false},
	} {
		t.Run(test.literal+" by "+test.step, func(t *testing.T) {
			if got := IsMultiple(test.literal, test.step); got != test.multiple {
				t.Errorf("IsMultiple: got %v, want %v", got, test.multiple)
			}
			if got := IsMiscounted(test.literal, test.step); got != test.miscounted {
				t.Errorf("IsMiscounted: got %v, want %v", got, test.miscounted)
			}
		})
	}
}

// Rows: B14.
func TestEmptyRange_WholeNumbersBetweenBounds(t *testing.T) {
	for _, test := range []struct{ literal, ceil string }{
		{"2.5", "3"}, {"-2.5", "-2"}, {"0.001", "1"}, {"-0.001", "0"}, {"30", "30"}, {"0", "0"}, {"1e-308", "1"}, {"9.5", "10"}, {"-10.5", "-10"}, {"1e20", "100000000000000000000"},
	} {
		if !emptyRange(&Field{Kind: Integer, Minimum: test.literal, ExclusiveMaximum: test.ceil}) || emptyRange(&Field{Kind: Integer, Minimum: test.literal, Maximum: test.ceil}) {
			t.Errorf("%s: %s is not the lowest whole number above it", test.literal, test.ceil)
		}
	}
	// All pairs of bounds, each inclusive and exclusive, compared with counting.
	bounds := []string{"-11", "-10.5", "-10", "-1.5", "-1", "-0.5", "0", "0.5", "1", "1.5", "2", "9", "9.5", "10", "10.5", "11", "1e1", "1.10e1"}
	for _, lower := range bounds {
		for _, upper := range bounds {
			for _, f := range []*Field{
				{Kind: Integer, Minimum: lower, Maximum: upper}, {Kind: Integer, ExclusiveMinimum: lower, Maximum: upper},
				{Kind: Integer, Minimum: lower, ExclusiveMaximum: upper}, {Kind: Integer, ExclusiveMinimum: lower, ExclusiveMaximum: upper},
			} {
				allowed := 0
				for n := -12; n <= 12; n++ {
					if f.BrokenBound(strconv.Itoa(n)) == "" {
						allowed++
					}
				}
				if emptyRange(f) != (allowed == 0) {
					t.Errorf("%+v is empty: %v, but %d whole numbers are in it", *f, emptyRange(f), allowed)
				}
			}
		}
	}
}
