package untrusted

import "strings"

// lookalikes maps letters and signs to the Latin ones that they pass for in the
// usual fonts.
var lookalikes = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range []struct{ from, to string }{
		{"асԁеһіјԛорѕԝхуѵӏԍьпгҽ", "acdehijqopswxyvlgbnre"}, // Cyrillic
		{"АВСЕНІЈКМОРЅТХУԌԚԜ", "ABCEHIJKMOPSTXYGQW"},
		{"αγικνορτυωχϲϳ", "ayikvoptuwxcj"}, // Greek
		{"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"},
		{"զհոսցօգռ", "qhnugoqn"},     // Armenian
		{"ɑɡıɩȷʟɪʏʀɴ", "agiijliyrn"}, // Latin, of other alphabets than English
	} {
		to := []rune(pair.to)
		for i, c := range []rune(pair.from) {
			m[c] = to[i]
		}
	}
	for c := '!'; c <= '~'; c++ { // full width
		m[c+0xFEE0] = c
	}
	return m
}()

// ImitatesLatin reports whether a letter outside of ASCII passes for one of it.
func ImitatesLatin(r rune) bool { return lookalikes[r] != 0 }

// Skeleton returns the same text for texts that the eye cannot tell apart:
// without invisible characters and surplus spaces, and with the letters of
// other scripts that look Latin replaced.
func Skeleton(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		if latin, found := lookalikes[r]; found {
			return latin
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
