package schema

import (
	"strings"
	"testing"
)

// TestWordListsAreReadWhole: every entry of words.txt is found where it stands,
// and with all of its words.
func TestWordListsAreReadWhole(t *testing.T) {
	v := known()
	seen := map[string]bool{}
	for name, list := range sections(wordLists) {
		seen[name] = true
		all := map[string]bool{}
		for _, entry := range entries(list) {
			if entry == "" || strings.ContainsAny(entry, "#\n") || entry != strings.TrimSpace(entry) || strings.Contains(entry, "  ") {
				t.Errorf("[%s] has the entry %q", name, entry)
			}
			if all[entry] {
				t.Errorf("[%s] has %q twice", name, entry)
			}
			all[entry] = true
			if v.pieces(name) != nil {
				if name != "secretEndings" && len(sentencesOf(entry)) != 1 {
					t.Errorf("[%s] %q is not one piece of a sentence", name, entry)
				}
				continue
			}
			sentences := sentencesOf(strings.ReplaceAll(entry, "*", ""))
			if len(sentences) != 1 || len(sentences[0]) != len(strings.Fields(entry)) {
				t.Errorf("[%s] %q is not one phrase but %q", name, entry, sentences)
				continue
			}
			if n := v.at(sentences[0], 0, listNamed(name)); n != len(sentences[0]) {
				t.Errorf("[%s] %d of the %d words of %q are found", name, n, len(sentences[0]), entry)
			}
			if len(sentences[0]) == 1 && !v.has(sentences[0][0], listNamed(name)) {
				t.Errorf("[%s] %q is no word of the list", name, entry)
			}
		}
		if pieces := v.pieces(name); len(all) == 0 || pieces != nil && len(*pieces) != len(all) || pieces == nil && listNamed(name) == 0 {
			t.Errorf("nothing reads [%s]", name)
		}
	}
	if want := strings.Count(wordLists, "\n["); len(seen) != want || want < 16 {
		t.Errorf("%d of the %d lists are read", len(seen), want)
	}
	// A comma separates entries, and a word that begins a phrase is no entry.
	if v.has("cover", longTexts) || v.at(sentence{"messages", "comment"}, 0, longTexts) != 1 {
		t.Error("a phrase reaches across a comma, or a part of one counts")
	}
}
