package request

import (
	"math/big"
	"testing"
)

func TestDecimal(t *testing.T) {
	literals := []string{"0", "-0", "0.0", "1", "1.0", "1e0", "10e-1", "-1", "0.1", "0.10", "1e-1", "123", "1.23e2", "-2.5", "-3", "99", "100", "1e2", "1e308", "-1e308", "1e-308", "9007199254740993"}
	for _, a := range literals {
		x, ok := ParseDecimal(a)
		exactX, _ := new(big.Rat).SetString(a)
		if !ok {
			t.Fatalf("%s does not parse", a)
		}
		for _, b := range literals {
			y, _ := ParseDecimal(b)
			exactY, _ := new(big.Rat).SetString(b)
			want := exactX.Cmp(exactY)
			if got := x.Compare(y); got != want {
				t.Errorf("%s to %s: got %d, want %d", a, b, got, want)
			}
			if (x == y) != (want == 0) {
				t.Errorf("%s and %s are %+v and %+v", a, b, x, y)
			}
			if y.IsZero() {
				if x.IsMultipleOf(y) != x.IsZero() {
					t.Errorf("%s is a multiple of zero", a)
				}
				continue
			}
			if x.IsMultipleOf(y) != new(big.Rat).Quo(exactX, exactY).IsInt() {
				t.Errorf("%s is a multiple of %s: got %v", a, b, x.IsMultipleOf(y))
			}
		}
	}
	for _, bad := range []string{"", "-", "e5", "1e", "1e+", "1e1+2", "1e--2", "0x10", "1_000", "NaN", "1,5", ".5"} {
		if _, ok := ParseDecimal(bad); ok {
			t.Errorf("%q parses", bad)
		}
	}
	if huge, ok := ParseDecimal("1e99999999999999999999"); !ok || huge.exponent != hugeExponent {
		t.Errorf("huge exponent: %+v", huge)
	}
}
