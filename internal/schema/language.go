package schema

import (
	_ "embed" // For languageText.
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// languageText has a line for each language with a list of weighty words, namely the commonest words of its harmless
// requests, a line for other languages, and one for words that ask for one of several things. "go generate
// ./internal/schema" sorts and packs it from languages.txt.
//
//go:embed common.txt
var languageText string

// languages is a set of lines of languageText: bit i stands for line i.
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

var commonWords = sync.OnceValue(func() map[string]languages {
	words := make(map[string]languages, 4096)
	for i, line := range strings.Split(languageText, "\n") {
		shared := ""
		for _, word := range strings.Fields(line) {
			shared = unpack(word, shared)
			words[shared] |= 1 << i
		}
	}
	return words
})

// fluency counts the distinct and the common words of sentences, or letters where no blanks divide words.
type fluency struct {
	words   int
	divided int // words between blanks, a part of words
	common  [numLanguages]int
	matched languages // languages with a word that no language without a list shares
	exclude languages // languages that lack a word of the other languages, or a letter of the text
	isAsked bool      // a word asks for one of several things: "which", "or"
}

func (f *fluency) count(sentences []string, counted map[string]bool) {
	for _, sentence := range sentences {
		for _, word := range strings.Fields(sentence) {
			first, size := utf8.DecodeRuneInString(word)
			if counted[word] || !unicode.IsLetter(first) || size == len(word) && strings.IndexByte("yeoia", word[0]) < 0 {
				continue
			}
			counted[word] = true
			if first >= 0x3000 && first < 0xAC00 {
				f.countLetters(word)
				continue
			}
			f.divided++
			f.add(languagesOf(word, first), 1)
		}
	}
}

// add counts a common word of some languages; n is its number of words or letters.
func (f *fluency) add(of languages, n int) {
	f.words += n
	f.isAsked = f.isAsked || of&questionWords != 0
	if of&otherLanguages == 0 {
		f.matched |= of
	} else {
		f.exclude |= ^of
	}
	for i := range f.common {
		f.common[i] += n * int(of>>i&1)
	}
}

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

// languagesOf returns the languages that have a word among their common words. Most languages add endings to
// words; Arabic and Hebrew put articles and prepositions before them.
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

// best returns the language with the most common words, if they are at least percent of all words and one of
// them belongs to that language alone; else -1.
func (f *fluency) best(percent int) int {
	best := -1
	for i, n := range f.common {
		if (f.matched&^f.exclude)>>i&1 != 0 && n*100 >= f.words*percent && (best < 0 || n > f.common[best]) {
			best = i
		}
	}
	return best
}

// The least percentage of common words: in each sentence, in a question with its options, and in a question with
// yes and no or without a word like "which". There, the uncommon words are those that a person agrees to.
const minSentencePercent, minOptionsPercent, minYesNoPercent = 25, 30, 80

const yesAndNo = " yes no ja nein oui non sí si sim não نعم لا כן לא はい いいえ 예 네 아니요 아니오 是 否 ok okay cancel "

// isReadable reports whether the texts have a language with a list of weighty words: in any other, nobody can tell what a
// form asks for. Where an answer is typed, no text needs a word that asks for one of several things.
func isReadable(prose, labels []string, isYesNo, isTyped bool) bool {
	var whole fluency
	counted := map[string]bool{}
	// A title of two words, such as "Seat preference", rarely has a common word.
	minPercent, maxTitle := minSentencePercent, 2
	if isYesNo {
		minPercent, maxTitle = minYesNoPercent, 1
	}
	for place, text := range prose {
		foreign := languagesWithout(text)
		spanishOnly := languages(0)
		if strings.Contains(text, "¿") {
			spanishOnly = spanish
		}
		whole.exclude |= foreign
		whole.matched |= spanishOnly
		sentences := sentencesOf(text)
		for i := range sentences {
			own := fluency{exclude: foreign, matched: spanishOnly}
			own.count(sentences[i:i+1], map[string]bool{})
			// A short sentence of the message is not a title: "Which one? Vymazat."
			isForeign := place == 0 && own.words > 0 && own.common == [numLanguages]int{}
			if isForeign || own.words > maxTitle && own.best(minPercent) < 0 || isSpelledOut(sentences[i]) {
				return false
			}
		}
		whole.count(sentences, counted)
	}
	language := whole.best(minPercent)
	if language < 0 || isYesNo {
		return language >= 0
	}
	isAsked := whole.isAsked || isTyped
	if !isAsked && whole.best(minYesNoPercent) < 0 {
		return false
	}
	for _, text := range labels {
		var own fluency
		sentences := sentencesOf(text)
		own.count(sentences, map[string]bool{})
		if languagesWithout(text) == allLanguages || own.divided > 2 && own.common[language] == 0 {
			return false
		}
		whole.count(sentences, counted)
	}
	return isAsked || whole.common[language]*100 >= whole.words*minOptionsPercent
}

// isSpelledOut reports whether a sentence has three single letters in a row: "Should I d e l e t e it?"
func isSpelledOut(sentence string) bool {
	singles := 0
	for _, word := range strings.Fields(sentence) {
		if len(word) == 1 && asciiLetter(rune(word[0])) {
			singles++
		} else {
			singles = 0
		}
		if singles == 3 {
			return true
		}
	}
	return false
}

// accentedLetters are the letters beyond a to z of the first lines in languageText.
var accentedLetters = [...]string{"éïñ", "äöüßé", "áéíóúñüªº", "àâçéèêëîïôûùüÿœæ", "áàâãçéêíóôõúüªº"}

// allLanguages is the result of [languagesWithout] for a text with letters that no language of the lists has.
const allLanguages = ^languages(0)

func languagesWithout(text string) (foreign languages) {
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
			return allLanguages
		}
	}
	return foreign
}
