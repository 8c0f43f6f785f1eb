package wording

import "testing"

// The samples are those of CLDR's table of plural rules for whole numbers.
func TestPlural_P22_FollowsCLDR(t *testing.T) {
	tests := []struct {
		tag  string
		want map[category][]int
	}{
		{"en", map[category][]int{one: {1}, other: {0, 2, 16, 100, 1_000_000}}},
		{"de", map[category][]int{one: {1}, other: {0, 2, 16, 100, 1_000_000}}},
		{"es", map[category][]int{one: {1}, many: {1_000_000, 2_000_000}, other: {0, 2, 16, 100, 1_000_001}}},
		{"fr", map[category][]int{one: {0, 1}, many: {1_000_000, 7_000_000}, other: {2, 17, 100, 100_000}}},
		{"pt-BR", map[category][]int{one: {0, 1}, many: {1_000_000, 7_000_000}, other: {2, 17, 100, 100_000}}},
		{"he", map[category][]int{one: {1}, two: {2}, other: {0, 3, 17, 20, 100, 1000}}},
		{"ja", map[category][]int{other: {0, 1, 2, 100}}},
		{"ko", map[category][]int{other: {0, 1, 2, 100}}},
		{"zh-CN", map[category][]int{other: {0, 1, 2, 100}}},
		{"ar", map[category][]int{
			zero: {0}, one: {1}, two: {2}, few: {3, 10, 103, 110, 1003},
			many: {11, 26, 99, 111, 1011}, other: {100, 102, 200, 202, 1000, 10_000, 1_000_000},
		}},
	}
	if len(tests) != len(languages) {
		t.Fatalf("%d languages are tested, there are %d", len(tests), len(languages))
	}
	for _, test := range tests {
		for want, counts := range test.want {
			for _, n := range counts {
				if got := in(test.tag).plural(n); got != want {
					t.Errorf("%s: %d is %q, want %q", test.tag, n, got, want)
				}
			}
		}
	}
}

func TestForm(t *testing.T) {
	const text = "one: {n} entry | other: {n} entries"
	for c, want := range map[category]string{one: "{n} entry", other: "{n} entries", many: "{n} entries"} {
		if got := form(text, c); got != want {
			t.Errorf("form %s is %q, want %q", c, got, want)
		}
	}
	for _, plainText := range []string{"Error: {n}", "one: of them", "{Label}: {a} | {b}", "Note: a | b"} {
		if hasForms(plainText) || form(plainText, one) != plainText {
			t.Errorf("%q was taken for forms", plainText)
		}
	}
}
