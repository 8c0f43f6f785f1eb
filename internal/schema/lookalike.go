package schema

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// markAmbiguous finds options that show the same title, so that the value is
// put beside them (T17, B27).
func markAmbiguous(options []Option) {
	first := make(map[string]int, len(options))
	for i := range options {
		key := skeleton(string(options[i].Title))
		j, seen := first[key]
		if !seen {
			first[key] = i
			continue
		}
		options[i].Ambiguous, options[j].Ambiguous = true, true
	}
}

// skeleton returns the same text for titles that the eye cannot tell apart:
// without invisible characters and surplus spaces, and with the letters of
// other scripts that look Latin replaced. Of long titles only the beginning
// counts, which is all that is shown.
func skeleton(title string) string {
	title = untrusted.Prefix(title, untrusted.OptionLimit)
	ascii := true
	for i := 0; i < len(title) && ascii; i++ {
		ascii = title[i] > ' ' && title[i] < 0x7f
	}
	if ascii {
		return title
	}
	title = strings.Map(func(c rune) rune {
		if invisible(c) {
			return -1
		}
		if latin, found := lookalikes[c]; found {
			return latin
		}
		return c
	}, title)
	return strings.Join(strings.Fields(title), " ")
}

// blank reports whether a text shows nothing.
func blank(text string) bool {
	for _, c := range text {
		if !unicode.IsSpace(c) && !invisible(c) {
			return false
		}
	}
	return true
}

// invisible reports whether a character leaves no mark of its own: controls,
// format characters such as direction overrides and zero-width joiners,
// variation selectors, and the fillers that render as nothing.
func invisible(c rune) bool {
	switch {
	case c < 0x80:
		return c < ' ' && !unicode.IsSpace(c) || c == 0x7f
	case c == 0x034f, c == 0x115f, c == 0x1160, c == 0x3164, c == 0xffa0, c == 0x2800:
		return true
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Variation_Selector) && !unicode.IsSpace(c)
}

// lookalikes maps Cyrillic, Greek and full-width letters to the Latin ones
// that they look like in the usual fonts.
var lookalikes = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range []struct{ from, to string }{
		{"асԁеһіјԛорѕԝхуѵӏ", "acdehijqopswxyvl"},
		{"АВСЕНІЈКМОРЅТХУԌԚԜ", "ABCEHIJKMOPSTXYGQW"},
		{"αγικνορτυχϲϳ", "ayikvoptuxcj"},
		{"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"},
	} {
		to := []rune(pair.to)
		for i, c := range []rune(pair.from) {
			m[c] = to[i]
		}
	}
	for c := '!'; c <= '~'; c++ {
		m[c+0xfee0] = c
	}
	return m
}()
