package safetext

import (
	"slices"
	"testing"
	"unicode/utf8"
)

// Rows: T17.
func TestSkeleton(t *testing.T) {
	for text, want := range map[string]string{
		"Paypal":                   "Paypal",
		"P\u0430ypal":              "Paypal",
		" Pay\u200bpal \u00a0 ":    "Paypal",
		"\uff30aypal  \u2060Inc":   "Paypal Inc",
		"\u041c\u043e\u0441\u043a": "Moc\u043a",
	} {
		t.Run(text, func(t *testing.T) {
			if got := Skeleton(text); got != want {
				t.Errorf("%+q: got %+q, want %+q", text, got, want)
			}
		})
	}
	found := 0
	for from := rune(0); from <= utf8.MaxRune; from++ {
		to := asciiFor(from)
		if to != 0 {
			found++
		}
		if to != 0 && (from < 0x80 || to <= ' ' || to >= 0x7F) {
			t.Errorf("%+q is not a look-alike of %+q", from, to)
		}
	}
	if want := len(lookalikes()) + int('~'-'!') + 1; found != want || asciiFor('\uff01') != '!' || asciiFor('\uff5e') != '~' {
		t.Errorf("%d look-alikes, want %d", found, want)
	}
}

// TestInvisible_IsInOrder: the lists of characters are sorted for the search.
func TestInvisible_IsInOrder(t *testing.T) {
	for _, all := range []runs{useless, pasted, directionMarks, softHyphen, fillers, joiners, variations, tags} {
		for i, run := range all {
			if run[1] < run[0] || i > 0 && run[0] <= all[i-1][1] {
				t.Errorf("%x comes too late", run[0])
			}
		}
	}
	for _, test := range []struct {
		characters       string
		invisible, stray bool
	}{
		{"a\u3000\u0301 \n\u2028", false, false},
		{"\u200d\ufe0f\u3164\u2800\x00\U000e0041", true, false},
		{"\u00ad\u200b\u200f\u202e\ufeff", true, true},
	} {
		t.Run(test.characters, func(t *testing.T) {
			for _, r := range test.characters {
				if IsInvisible(r) != test.invisible || IsStray(r) != test.stray {
					t.Errorf("%+q: invisible %t, stray %t, want %t and %t", r, IsInvisible(r), IsStray(r), test.invisible, test.stray)
				}
			}
		})
	}
	if slices.ContainsFunc([]rune("Straße"), IsInvisible) {
		t.Error("letters are invisible")
	}
}
