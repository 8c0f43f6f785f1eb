package schema

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

//go:generate go test . -run TestVocabulary_IsGenerated -update

// listNames are the names of the lists in words.txt, in the order of their bits.
var listNames = strings.Fields(`
	longTexts longPhrases notLongAfter secretTerms secretNames secretCapitals secretInnocents notSecretAfter notTokenAfter
	notSecretBefore pinPlaces negations forbiddenBefore forbiddenAfter askedAgain asks between pronouns fillers codeWords
	codeSources codeInnocents seedWords wallets cookies sessions weighty`)

func onList(name string) lists { return 1 << slices.Index(listNames, name) }

// anchor returns the text of an entry: whole words, or the beginnings of words with a star. Lists
// with the place "endings" have the ends of words, and those with the place "inside" parts from
// anywhere in a word.
func anchor(item, place string) string {
	words, isStem := strings.CutSuffix(item, "*")
	text := sentencesOf(words)[0]
	if isStem || place == "inside" {
		text = text[:len(text)-1]
	}
	if place != "" {
		text = text[1:]
	}
	return text
}

// wordLists returns the lists of words.txt, each with its name first.
func wordLists(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n[")[1:]
}

// TestVocabulary_IsGenerated: the generated files match words.txt and languages.txt.
func TestVocabulary_IsGenerated(t *testing.T) {
	on := map[string]lists{}
	for _, list := range wordLists(t) {
		header, list, _ := strings.Cut(list, "]\n")
		name, place, _ := strings.Cut(header, " ")
		for line := range strings.Lines(list) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				for item := range strings.SplitSeq(line, ", ") {
					on[anchor(item, place)] |= onList(name)
				}
			}
		}
	}
	var text strings.Builder
	last := ""
	for _, entry := range slices.Sorted(maps.Keys(on)) {
		text.WriteString(pack(entry, last) + "\t")
		last = entry
		for i := range listNames {
			if on[entry]&(1<<i) != 0 {
				text.WriteByte('A' + byte(i))
			}
		}
		text.WriteByte('\n')
	}
	expectGenerated(t, "vocabulary.txt", text.String(), vocabularyText)
	text.Reset()
	content, err := os.ReadFile("languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		words := map[string]bool{}
		for _, word := range strings.Fields(line)[1:] {
			var letters strings.Builder
			for _, c := range word {
				fold(&letters, c)
			}
			words[letters.String()] = true
		}
		var all []string
		last := ""
		for _, word := range slices.Sorted(maps.Keys(words)) {
			all = append(all, pack(word, last))
			last = word
		}
		text.WriteString(strings.Join(all, " ") + "\n")
	}
	expectGenerated(t, "common.txt", text.String(), languageText)
}

// pack shortens a text as [unpack] expects it.
func pack(text, last string) string {
	n := 0
	for i := range text + " " {
		if i <= len(last) && i <= 'z'-'0' && text[:i] == last[:i] {
			n = i
		}
	}
	return string(rune('0'+n)) + text[n:]
}

// expectGenerated compares a generated file with text, or writes it.
func expectGenerated(t *testing.T, name, text, embedded string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != embedded {
		t.Errorf("%s does not match its source: run go generate ./internal/schema", name)
	}
}

// TestVocabulary_IsReadWhole: every entry of words.txt is found in a text that consists of it.
func TestVocabulary_IsReadWhole(t *testing.T) {
	v := loadVocabulary()
	number := 0
	all := wordLists(t)
	for _, list := range all {
		header, list, _ := strings.Cut(list, "]\n")
		name, place, _ := strings.Cut(header, " ")
		texts := map[string]bool{}
		for line := range strings.Lines(list) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			for item := range strings.SplitSeq(line, ", ") {
				number++
				word := strings.TrimSuffix(item, "*")
				if strings.ContainsAny(word, "*#[]") || word != strings.TrimSpace(word) || strings.Contains(word, "  ") || len(sentencesOf(word)) != 1 {
					t.Fatalf("[%s] has the entry %q", header, item)
				}
				if text := anchor(item, place); texts[text] {
					t.Errorf("[%s] has %q twice", header, item)
				} else {
					texts[text] = true
				}
				if place == "inside" && strings.IndexFunc(item, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
					t.Errorf("[%s] %q would match inside English words", header, item)
				}
				s := v.read(sentencesOf(word)[0])
				found := false
				for _, h := range s.hits {
					found = found || h.lists&onList(name) != 0 && (h.from == 0 || place != "") && (h.to == len(s.text)-1 || place == "inside")
				}
				if !found {
					t.Errorf("[%s] %q is not found in %q", header, item, s.text)
				}
			}
		}
		if len(texts) == 0 {
			t.Errorf("[%s] is empty", header)
		}
	}
	if number < 2500 || len(all) < len(listNames) {
		t.Errorf("%d entries are read", number)
	}
	// A comma separates entries, and the first word of a phrase is not an entry.
	if v.listsOf(" cover ") != 0 || v.read(" messages comment ").words[0].lists&longTexts == 0 || v.read(" cover | letter ").has(longTexts) {
		t.Error("a phrase reaches across a comma, or a part of one counts")
	}
}
