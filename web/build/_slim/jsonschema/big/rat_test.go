package big

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand"
	"strings"
	"testing"
)

// literal makes a number: short or long, with or without fraction and exponent.
func literal(r *rand.Rand) string {
	var text strings.Builder
	if r.Intn(3) == 0 {
		text.WriteByte('-')
	}
	digits := func(n int) {
		for i := 0; i < n; i++ {
			// Many zeros, and many factors of 2 and 5.
			text.WriteByte("0005249713680"[r.Intn(13)])
		}
	}
	text.WriteByte("0123456789"[r.Intn(10)])
	digits([]int{0, 0, 1, 2, 5, 20}[r.Intn(6)])
	if r.Intn(2) == 0 {
		text.WriteByte('.')
		digits([]int{1, 2, 5, 19}[r.Intn(4)])
	}
	if r.Intn(3) == 0 {
		fmt.Fprintf(&text, "e%d", r.Intn(61)-30)
	}
	return text.String()
}

// TestRatIsAsExactAsThatOfMathBig compares with math/big.
func TestRatIsAsExactAsThatOfMathBig(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	literals := []string{"0", "-0", "0.0", "1", "3", "0.1", "0.3", "1e308", "1e-308", "7e300", "1024", "3125", "1e2", "100", "1.5e3", "-2.50", "9223372036854775807"}
	for i := 0; i < 400; i++ {
		literals = append(literals, literal(r))
	}
	multiples := 0
	for _, a := range literals {
		x, ok := new(Rat).SetString(a)
		wantX, _ := new(big.Rat).SetString(a)
		if !ok || x.IsInt() != wantX.IsInt() {
			t.Fatalf("%s: %+v, %v", a, x, ok)
		}
		if n := wantX.Num(); x.IsInt() && n.IsInt64() && x.Num().Int64() != n.Int64() {
			t.Errorf("%s is %d, want %d", a, x.Num().Int64(), n)
		}
		float, _ := x.Float64()
		if want, _ := wantX.Float64(); float != want {
			t.Errorf("%s is next to %v, want %v", a, float, want)
		}
		for _, b := range literals {
			y, _ := new(Rat).SetString(b)
			wantY, _ := new(big.Rat).SetString(b)
			want := wantX.Cmp(wantY)
			if got := x.Cmp(y); got != want {
				t.Errorf("%s to %s: %d, want %d", a, b, got, want)
			}
			equalBytes := bytes.Equal(x.Num().Bytes(), y.Num().Bytes()) && bytes.Equal(x.Denom().Bytes(), y.Denom().Bytes())
			if equalBytes != (want == 0) {
				t.Errorf("the bytes of %s and %s are equal: %v", a, b, equalBytes)
			}
			if wantY.Sign() == 0 {
				continue
			}
			multiple := new(big.Rat).Quo(wantX, wantY).IsInt()
			if got := new(Rat).Quo(x, y).IsInt(); got != multiple {
				t.Errorf("%s is a multiple of %s: %v", a, b, got)
			}
			if multiple && !x.IsZero() {
				multiples++
			}
		}
	}
	if multiples < 1000 {
		t.Errorf("only %d pairs were multiples", multiples)
	}
}

func TestRatReadsNothingElse(t *testing.T) {
	for _, text := range []string{"", "-", ".", "e5", "1e", "1/3", "0x10", "1_000", "NaN", "Inf", "1e2000000", "1e-99999999999999999999", "--1", "1,5"} {
		if r, ok := new(Rat).SetString(text); ok {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}

// TestIntegersThatDoNotFit: for example, minItems may be larger than any array.
func TestIntegersThatDoNotFit(t *testing.T) {
	for text, want := range map[string]int64{"1e300": 1<<63 - 1, "-1e300": -1 << 63, "99999999999999999999": 1<<63 - 1} {
		r, _ := new(Rat).SetString(text)
		if got := r.Num().Int64(); got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
}

func TestNothingIsDividedByZero(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("1 was divided by 0")
		}
	}()
	one, _ := new(Rat).SetString("1")
	new(Rat).Quo(one, new(Rat))
}
