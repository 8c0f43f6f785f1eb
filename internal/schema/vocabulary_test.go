package schema

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestVocabulary_IsReadWhole: every entry of words.txt is found where it stands, and with all
// of its words.
func TestVocabulary_IsReadWhole(t *testing.T) {
	v := known()
	number := 0
	_, rest, _ := strings.Cut(wordLists, "\n[")
	for list := range strings.SplitSeq(rest, "\n[") {
		header, list, _ := strings.Cut(list, "]\n")
		name, place, _ := strings.Cut(header, " ")
		all := map[string]bool{}
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
				if text := anchored(item, place); all[text] {
					t.Errorf("[%s] has %q twice", header, item)
				} else {
					all[text] = true
				}
				if place == "inside" && strings.IndexFunc(item, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
					t.Errorf("[%s] %q is looked for within English words", header, item)
				}
				s := v.read(sentencesOf(word)[0])
				found := false
				for _, h := range s.hits {
					found = found || h.on&onList(name) != 0 && (h.from == 0 || place != "") && (h.to == len(s.text)-1 || place == "inside")
				}
				if !found {
					t.Errorf("[%s] %q is not found in %q", header, item, s.text)
				}
			}
		}
		if len(all) == 0 {
			t.Errorf("[%s] is empty", header)
		}
	}
	if number < 2500 || strings.Count(rest, "\n[") < len(listNames)-1 {
		t.Errorf("%d entries are read", number)
	}
	// A comma separates entries, and a word that begins a phrase is no entry.
	if v.on[" cover "] != 0 || v.read(" messages comment ").words[0].on&longTexts == 0 || v.read(" cover | letter ").has(longTexts) {
		t.Error("a phrase reaches across a comma, or a part of one counts")
	}
}
