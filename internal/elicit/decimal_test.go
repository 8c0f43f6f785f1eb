package elicit

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
				t.Errorf("%s to %s: %d, want %d", a, b, got, want)
			}
			if (x.Key() == y.Key()) != (want == 0) {
				t.Errorf("keys of %s and %s: %s %s", a, b, x.Key(), y.Key())
			}
			if y.IsZero() {
				if x.IsMultipleOf(y) != x.IsZero() {
					t.Errorf("%s is a multiple of zero", a)
				}
				continue
			}
			if x.IsMultipleOf(y) != new(big.Rat).Quo(exactX, exactY).IsInt() {
				t.Errorf("%s is a multiple of %s: %v", a, b, x.IsMultipleOf(y))
			}
		}
	}
	for _, literal := range append(literals, "-1e-5", "-1.5", "-9.99", "1e1", "1000", "1000.5", "-1000", "-999", "0.999", "19.0") {
		d, _ := ParseDecimal(literal)
		exact, _ := new(big.Rat).SetString(literal)
		// The greatest integer that is not above it, and one less where that is itself.
		want := new(big.Int).Div(exact.Num(), exact.Denom())
		if exact.IsInt() {
			want.Sub(want, big.NewInt(1))
		}
		if whole, _ := ParseDecimal(want.String()); d.Before() != whole {
			t.Errorf("before %s is %+v, want %d", literal, d.Before(), want)
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
