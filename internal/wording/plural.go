package wording

import "strings"

// The ten languages need five small rules of CLDR for whole counts. They are
// written out here instead of taken from golang.org/x/text: its plural and
// message/catalog packages add 12 kB (brotli) to a wasm build that links
// x/text already, follow CLDR 32, in which Hebrew has a form that is no longer
// used and French lacks one, and fill placeholders by position, whereas named
// ones let a translator move them safely.

// category is a plural category of CLDR.
type category string

// The categories.
const (
	zero  category = "zero"
	one   category = "one"
	two   category = "two"
	few   category = "few"
	many  category = "many"
	other category = "other"
)

// pluralNone is for Japanese, Korean and Chinese.
func pluralNone(int) category { return other }

// pluralOne is for English and German.
func pluralOne(n int) category {
	if n == 1 {
		return one
	}
	return other
}

// pluralOneTwo is for Hebrew.
func pluralOneTwo(n int) category {
	if n == 2 {
		return two
	}
	return pluralOne(n)
}

// pluralOneMillions is for Spanish: "1 000 000 de caracteres".
func pluralOneMillions(n int) category {
	if n != 0 && n%1_000_000 == 0 {
		return many
	}
	return pluralOne(n)
}

// pluralZeroOneMillions is for French and Brazilian Portuguese, where nothing
// is singular as well.
func pluralZeroOneMillions(n int) category {
	if n == 0 {
		return one
	}
	return pluralOneMillions(n)
}

func pluralArabic(n int) category {
	switch {
	case n == 0:
		return zero
	case n == 1:
		return one
	case n == 2:
		return two
	case n%100 >= 3 && n%100 <= 10:
		return few
	case n%100 >= 11:
		return many
	}
	return other
}

// formBreak stands between the forms of a text.
const formBreak = " | "

// form returns the form of text for a category. The only category that a text
// may leave out is the one of exact millions; it gets the general form, which
// stands last.
func form(text string, c category) string {
	if !hasForms(text) {
		return text
	}
	last := ""
	for part := range strings.SplitSeq(text, formBreak) {
		name, words, _ := strings.Cut(part, ": ")
		if category(name) == c {
			return words
		}
		last = words
	}
	return last
}

// hasForms reports whether text depends on a count. A text with forms begins
// with the name of a category, which no sentence does.
func hasForms(text string) bool {
	name, _, found := strings.Cut(text, ": ")
	if !found || !strings.Contains(text, formBreak) {
		return false
	}
	switch category(name) {
	case zero, one, two, few, many, other:
		return true
	}
	return false
}
