package schema

import (
	_ "embed" // For languageText.
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// languageText is a line for each language that has a list of weighty words, with the words that make up most of its
// harmless requests, one for other languages, and one for words that ask for one of several things. The words are
// sorted and packed: "go generate ./internal/schema" makes it of languages.txt.
//
//go:embed common.txt
var languageText string

// languages are some of the lines of languageText, as bits in their order.
type languages uint16

const (
	arabic languages = 1 << (iota + 5)
	hebrew
	korean
	japanese
	chinese
	otherLanguages
	questionWords

	numLanguages = 10

	spanish languages = 1 << 2
)

// commonWords holds the words of languageText, folded, with their languages.
var commonWords = sync.OnceValue(func() map[string]languages {
	words := make(map[string]languages, 4096)
	for i, line := range strings.Split(languageText, "\n") {
		shared := ""
		for _, word := range strings.Fields(line) {
			shared = unpacked(word, shared)
			words[shared] |= 1 << i
		}
	}
	return words
})

// fluency counts the different words of some sentences, and how many of them are common ones of each language.
// Texts without blanks between words are counted by their letters.
type fluency struct {
	words   int
	divided int // of the words, those between blanks
	common  [numLanguages]int
	own     languages // those with a word that no language without a list shares
	not     languages // those that lack a word of languages without a list, or a letter of the text
	isAsked bool      // a word asks for one of several things: "which", "or"
}

// count adds the words of sentences that were not seen before.
func (f *fluency) count(sentences []string, seen map[string]bool) {
	for _, sentence := range sentences {
		for _, word := range strings.Fields(sentence) {
			first, size := utf8.DecodeRuneInString(word)
			if seen[word] || !unicode.IsLetter(first) || size == len(word) && strings.IndexByte("yeoia", word[0]) < 0 {
				continue
			}
			seen[word] = true
			if first >= 0x3000 && first < 0xAC00 {
				f.countLetters(word)
				continue
			}
			f.divided++
			f.add(languagesOf(word, first), 1)
		}
	}
}

// add counts a common word of some languages that has n words or letters.
func (f *fluency) add(of languages, n int) {
	f.words += n
	f.isAsked = f.isAsked || of&questionWords != 0
	if of&otherLanguages == 0 {
		f.own |= of
	} else {
		f.not |= ^of
	}
	for i := range f.common {
		f.common[i] += n * int(of>>i&1)
	}
}

// countLetters adds the letters of Japanese or Chinese: the longest common word at each place counts.
func (f *fluency) countLetters(text string) {
	const longest = 6 // letters of a common word
	for len(text) > 0 {
		n, end, of, letters := 1, 0, languages(0), 0
		for i := range text + " " {
			if found := commonWords()[text[:i]]; i > 0 && (found&(japanese|chinese) != 0 || letters == 1) {
				n, end, of = letters, i, found
			}
			if letters++; letters > longest {
				break
			}
		}
		f.add(of&^otherLanguages, n)
		text = text[end:]
	}
}

// languagesOf returns the languages that have a word among their common ones. Most languages add endings to
// words, Arabic and Hebrew put articles and prepositions before them.
func languagesOf(word string, first rune) languages {
	common := commonWords()
	of := common[word]
	if n := len(word); first < 0x590 && of == 0 && n > 4 {
		// German "kurze" and "grünes", Spanish "corta" and "cortos".
		of = common[word[:n-1]] | common[strings.TrimRight(word, "as")+"o"]
		if n > 5 {
			of |= common[word[:n-2]]
		}
		return of &^ otherLanguages
	}
	if of != 0 || first < 0x590 {
		return of
	}
	const longest = 15 // bytes of a stem
	for i, c := range word[:min(len(word), longest+1)] {
		if first >= 0xAC00 {
			of |= common[word[:i]]
			continue
		}
		of |= common[word[i:]]
		if i > 2 || !strings.ContainsRune("والفبكسוהבלמשכ", c) {
			break
		}
	}
	return of &^ otherLanguages
}

// in returns the language of the lists that has the most common words, if they are at least so many percent of
// the words and one of them is its own; -1 for none.
func (f *fluency) in(percent int) int {
	best := -1
	for i, n := range f.common {
		if (f.own&^f.not)>>i&1 != 0 && n*100 >= f.words*percent && (best < 0 || n > f.common[best]) {
			best = i
		}
	}
	return best
}

// Percents of words that have to be common ones: in each sentence, in a question with its options, and in one with
// yes and no or without a word like "which". There the words that are not common say what a person agrees to.
const leastOfSentence, leastOfOptions, leastOfYesNo = 25, 30, 80

// yesAndNo are options that make a question one with yes and no.
const yesAndNo = " yes no ja nein oui non sí si sim não نعم لا כן לא はい いいえ 예 네 아니요 아니오 是 否 ok okay cancel "

// readable reports whether texts are written in a language that has a list of weighty words: without a list
// nobody knows what a form asks for.
func readable(prose, labels []string, isYesNo bool) bool {
	var whole fluency
	seen := map[string]bool{}
	// A title of two words, such as "Seat preference", is rarely a common one.
	least, short := leastOfSentence, 2
	if isYesNo {
		least, short = leastOfYesNo, 1
	}
	for place, text := range prose {
		foreign := foreignTo(text)
		spanishOnly := languages(0)
		if strings.Contains(text, "¿") {
			spanishOnly = spanish
		}
		whole.not |= foreign
		whole.own |= spanishOnly
		sentences := sentencesOf(text)
		for i := range sentences {
			own := fluency{not: foreign, own: spanishOnly}
			own.count(sentences[i:i+1], map[string]bool{})
			// A short sentence of the message is no title: "Which one? Vymazat."
			isForeign := place == 0 && own.words > 0 && own.common == [numLanguages]int{}
			if isForeign || own.words > short && own.in(least) < 0 || isSpelledOut(sentences[i]) {
				return false
			}
		}
		whole.count(sentences, seen)
	}
	language := whole.in(least)
	if language < 0 || isYesNo {
		return language >= 0
	}
	isAsked := whole.isAsked
	if !isAsked && whole.in(leastOfYesNo) < 0 {
		return false
	}
	for _, text := range labels {
		var own fluency
		sentences := sentencesOf(text)
		own.count(sentences, map[string]bool{})
		if foreignTo(text) == foreignToAll || own.divided > 2 && own.common[language] == 0 {
			return false
		}
		whole.count(sentences, seen)
	}
	return isAsked || whole.common[language]*100 >= whole.words*leastOfOptions
}

// isSpelledOut reports whether a sentence has three letters in a row that stand alone: "Should I d e l e t e it?"
func isSpelledOut(sentence string) bool {
	alone := 0
	for _, word := range strings.Fields(sentence) {
		if len(word) == 1 && asciiLetter(rune(word[0])) {
			alone++
		} else {
			alone = 0
		}
		if alone == 3 {
			return true
		}
	}
	return false
}

// accentedLetters are the letters beyond a to z that the languages in Latin letters are written with, in the order
// of their lines.
var accentedLetters = [...]string{"éïñ", "äöüßé", "áéíóúñüªº", "àâçéèêëîïôûùüÿœæ", "áàâãçéêíóôõúüªº"}

// foreignToAll is what [foreignTo] returns for a text that no language of the lists is written like.
const foreignToAll = ^languages(0)

// foreignTo returns the languages that are not written with the letters of a text.
func foreignTo(text string) (foreign languages) {
	const arabicLetters = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي"
	for _, c := range text {
		isKnown := true
		switch {
		case c < utf8.RuneSelf || !unicode.IsLetter(c):
		case c < 0x590 || c >= 0x1E00 && c <= 0x1EFF:
			isKnown = false
			for i, letters := range accentedLetters {
				if strings.ContainsRune(letters, unicode.ToLower(c)) {
					isKnown = true
				} else {
					foreign |= 1 << i
				}
			}
		case c >= 0x600 && c <= 0x6FF:
			isKnown = strings.ContainsRune(arabicLetters, c)
		default:
			isKnown = c < 0x5EF || c > 0x5F2 // Ligatures of Yiddish.
		}
		if !isKnown {
			return foreignToAll
		}
	}
	return foreign
}
