package safetext

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// lookalikes maps letters and signs to the Latin characters that they resemble in the usual fonts.
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

func asciiFor(r rune) rune {
	const fullWidth = '！' - '!'
	switch {
	case r < 0x80:
		return 0
	case '！' <= r && r <= '～':
		return r - fullWidth
	}
	return lookalikes()[r]
}

// Latin returns the letter or digit of ASCII that a reader sees: for a look-alike of another script,
// and for a letter in bold, in a circle or in small capitals. It returns other characters unchanged.
func Latin(r rune) rune {
	if r < 0x80 {
		return r
	}
	if latin := asciiFor(r); latin != 0 {
		return latin
	}
	for _, run := range styledLetters {
		if run.first <= r && r <= run.last {
			return run.as + (r-run.first)%run.every
		}
	}
	const smallCapitals, capitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢкКтТмвнВМНТ", "abcdefghijklmnoprstuvwyzkKtTmvhBMHT"
	if at := strings.IndexRune(smallCapitals, r); at >= 0 {
		return rune(capitals[utf8.RuneCountInString(smallCapitals[:at])])
	}
	return r
}

// styledLetters are those that Unicode has for mathematics, in circles and in squares.
var styledLetters = [...]struct{ first, last, as, every rune }{
	{0x249C, 0x24B5, 'a', 26}, {0x24B6, 0x24CF, 'a', 26}, {0x24D0, 0x24E9, 'a', 26}, {0x2460, 0x2468, '1', 9},
	{0x1D400, 0x1D6A3, 'a', 26}, {0x1D7CE, 0x1D7FF, '0', 10},
	{0x1F110, 0x1F129, 'a', 26}, {0x1F130, 0x1F149, 'a', 26}, {0x1F150, 0x1F169, 'a', 26}, {0x1F170, 0x1F189, 'a', 26},
}

var hyphens = runs{{0x2010, 0x2013}, {0x2212, 0x2212}}

// Skeletons returns the skeleton of each text. With decompose, which normalizes a text to NFKD,
// a letter followed by a mark has the same skeleton as the one character for both.
func Skeletons(texts []string, decompose func(string) string) []string {
	skeletons := make([]string, len(texts))
	plain := true
	for i, text := range texts {
		skeletons[i] = Skeleton(text)
		plain = plain && isSimple(Text(skeletons[i]))
	}
	if plain || decompose == nil {
		return skeletons
	}
	// One call of the browser decomposes all, because skeletons lack line breaks. Invisible characters
	// were removed before, because they would keep marks out of order. A letter that looks Latin may
	// appear only by decomposing.
	decomposed := strings.Split(decompose(strings.Join(skeletons, "\n")), "\n")
	for i := range min(len(decomposed), len(skeletons)) {
		skeletons[i] = Skeleton(decomposed[i])
	}
	return skeletons
}

// Skeleton returns the same text for texts that look the same: without invisible characters and surplus
// spaces, with Latin letters for those that look alike, and with a hyphen for dashes.
func Skeleton(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case IsInvisible(r):
			return -1
		case hyphens.has(r):
			return '-'
		}
		if latin := asciiFor(r); latin != 0 {
			return latin
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
