package untrusted

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestSkeleton_T17(t *testing.T) {
	for text, want := range map[string]string{
		"Paypal":                   "Paypal",
		"P\u0430ypal":              "Paypal",
		" Pay\u200bpal \u00a0 ":    "Paypal",
		"\uff30aypal  \u2060Inc":   "Paypal Inc",
		"\u041c\u043e\u0441\u043a": "Moc\u043a",
	} {
		if got := Skeleton(text); got != want {
			t.Errorf("%+q: got %+q, want %+q", text, got, want)
		}
	}
	found := 0
	for from := rune(0); from <= utf8.MaxRune; from++ {
		to := latinFor(from)
		if to != 0 {
			found++
		}
		if to != 0 && (from < 0x80 || to <= ' ' || to >= 0x7F) {
			t.Errorf("%+q is no look-alike of %+q", from, to)
		}
	}
	if want := len(lookalikes()) + int('~'-'!') + 1; found != want || latinFor('\uff01') != '!' || latinFor('\uff5e') != '~' {
		t.Errorf("%d look-alikes, want %d", found, want)
	}
}

// TestInvisible_IsInOrder: characters are looked up in lists that are sorted.
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
		for _, r := range test.characters {
			if Invisible(r) != test.invisible || Stray(r) != test.stray {
				t.Errorf("%+q: invisible %t, stray %t", r, Invisible(r), Stray(r))
			}
		}
	}
	if slices.ContainsFunc([]rune("Straße"), Invisible) {
		t.Error("letters are invisible")
	}
}
