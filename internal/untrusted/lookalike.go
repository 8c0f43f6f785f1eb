package untrusted

import (
	"strings"
	"sync"
)

// lookalikes maps letters and signs to the Latin ones that they pass for in the
// usual fonts, without the full width ones. It is made at the first letter outside
// of ASCII.
var lookalikes = sync.OnceValue(func() map[rune]rune {
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
	return m
})

// latinFor is the letter or sign of ASCII that another one passes for; 0 for most.
func latinFor(r rune) rune {
	const fullWidth = '！' - '!'
	switch {
	case r < 0x80:
		return 0
	case '！' <= r && r <= '～':
		return r - fullWidth
	}
	return lookalikes()[r]
}

// ImitatesLatin reports whether a letter outside of ASCII passes for one of it.
func ImitatesLatin(r rune) bool { return latinFor(r) != 0 }

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
		if latin := latinFor(r); latin != 0 {
			return latin
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
