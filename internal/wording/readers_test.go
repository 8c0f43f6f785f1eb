package wording

import (
	"os"
	"regexp"
	"testing"
)

// docs/contributing/translating.md lists the sentences that no native speaker has read. Its table has
// a row for each language except English, and names existing keys.
func TestReaders_TheirTableNamesLanguagesAndKeysThatThereAre(t *testing.T) {
	document, err := os.ReadFile("../../docs/contributing/translating.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, match := range regexp.MustCompile("(?m)^\\| `([a-zA-Z-]+)` \\w+ \\| [^|]+ \\|(.*)\\|$").FindAllSubmatch(document, -1) {
		rows[string(match[1])] = string(match[2])
	}
	key := regexp.MustCompile("`([\\w-]+)`")
	for _, l := range catalogues()[1:] {
		row, found := rows[l.Tag]
		if !found {
			t.Errorf("the table has no row for %s", l.Tag)
		}
		for _, match := range key.FindAllStringSubmatch(row, -1) {
			if !english().texts[Key(match[1])].Exists() {
				t.Errorf("%s: there is no key %s", l.Tag, match[1])
			}
		}
		delete(rows, l.Tag)
	}
	for tag := range rows {
		t.Run(tag, func(t *testing.T) {
			t.Errorf("there is no catalogue %s", tag)
		})
	}
}
