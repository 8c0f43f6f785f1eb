package schema

import (
	"strings"
	"testing"
)

// TestWordListsAreReadWhole: every entry of words.txt is found where it stands,
// and with all of its words.
func TestWordListsAreReadWhole(t *testing.T) {
	v := known()
	pieces := map[string][]string{
		"longTextPieces": v.longTextPieces, "longPhrasePieces": v.longPhrasePieces, "secretEndings": v.secretEndings,
		"secretPieces": v.secretPieces, "secretInnocents": v.secretInnocents, "negatedPieces": v.negatedPieces,
	}
	seen := map[string]bool{}
	for name, list := range sections(wordLists) {
		seen[name] = true
		found := 0
		for _, entry := range entries(list) {
			if entry == "" || strings.ContainsAny(entry, "#\n") {
				t.Errorf("[%s] has the entry %q", name, entry)
			}
			if _, isPieces := pieces[name]; isPieces {
				continue
			}
			all := sentencesOf(entry)
			if len(all) != 1 {
				t.Fatalf("[%s] %q is not one phrase but %q", name, entry, all)
			}
			if n := v.at(all[0], 0, listNamed(name)); n != len(all[0]) {
				t.Errorf("[%s] %d of the %d words of %q are found", name, n, len(all[0]), entry)
			}
			if len(all[0]) == 1 && !v.has(all[0][0], listNamed(name)) {
				t.Errorf("[%s] %q is no word of the list", name, entry)
			}
			found++
		}
		if want, isPieces := pieces[name]; isPieces && len(want) != len(entries(list)) || !isPieces && (listNamed(name) == 0 || found == 0) {
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
