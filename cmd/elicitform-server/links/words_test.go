package links

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	if len(languages) != 10 {
		t.Errorf("%d languages", len(languages))
	}
	for tag, words := range languages {
		for name, english := range languages["en"] {
			text := words[name]
			if text == "" || strings.Count(text, "{server}") != strings.Count(english, "{server}") || strings.Count(text, "{site}") != strings.Count(english, "{site}") {
				t.Errorf("%s: %s is %q", tag, name, text)
			}
			if tag != "en" && name != "dir" && name != "lang" && text == english {
				t.Errorf("%s: %s is English", tag, name)
			}
		}
		if len(words) != len(languages["en"]) {
			t.Errorf("%s has %d texts", tag, len(words))
		}
	}
}
