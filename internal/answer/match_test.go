package answer

import (
	"slices"
	"testing"
)

// Rows: N18.
func TestSearch(t *testing.T) {
	texts := []string{"Zürich", "New York", "York", "Ávila (avila)", "東京", "القاهرة", "South York Island"}
	tests := []struct {
		query string
		want  []int
	}{
		{"", []int{0, 1, 2, 3, 4, 5, 6}},
		{"zurich", []int{0}},
		{"ZÜR", []int{0}},
		{"york", []int{2, 1, 6}},
		{"york new", []int{1}},
		{"avila", []int{3}},
		{"京", []int{4}},
		{"قاهر", []int{5}},
		{"nowhere", nil},
		{"  york  ", []int{2, 1, 6}},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			if got := NewFinder(texts).Search(test.query); !slices.Equal(got, test.want) {
				t.Errorf("%q: got %v, want %v", test.query, got, test.want)
			}
		})
	}
}

// Rows: N18.
func TestFindExact(t *testing.T) {
	finder := NewFinder([]string{"Zürich", "York", "york", "", "New York"})
	for query, want := range map[string]int{"zurich": 0, "New  York": 4, "york": -1, "new": -1, "": 3} {
		t.Run(query, func(t *testing.T) {
			if got := finder.FindExact(query); got != want {
				t.Errorf("%q: %d, want %d", query, got, want)
			}
		})
	}
}

func TestFoldName_OfASCII(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "January": "january", "St. John's": "stjohns", " New\tYork\n": "newyork", "a-b_C 1": "a-b_c1", "Sept.": "sept", "~!@\x7f": "~!@\x7f",
	} {
		t.Run(text, func(t *testing.T) {
			if folded, accented := foldName(text), foldName("ä"+text); folded != want || accented != "a"+want {
				t.Errorf("%q is folded to %q, and to %q after a letter with an accent", text, folded, accented)
			}
		})
	}
}
