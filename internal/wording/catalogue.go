package wording

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/words"
)

// Key names one text of the catalogues. It is written where the text is used: whole, or as a
// family, such as "problem-", with the code of a fact, such as "too-short".
type Key string

// Catalogue holds every text of one language, by its [Key]. A text names its placeholders in
// braces: {label}. A text that changes with a count is an object with one form for each
// plural category of its language; {n} picks the form, or {b} where the text has no {n}.
type Catalogue struct {
	// Tag is the BCP 47 tag of the language, for the lang attribute.
	Tag string
	// RTL reports whether the language is written from right to left.
	RTL bool
	// Blank stands between two texts on one line, where the language writes one.
	Blank string
	// source is what the texts were read from.
	source elicit.Value
	texts  map[Key]elicit.Value
	// comma stands between the items of a list. stop ends a sentence, and Blank follows it.
	comma, stop string
	// marks are the quotation marks of the language.
	marks untrusted.Marks
}

var english = sync.OnceValue(func() *Catalogue {
	texts, err := elicit.Parse([]byte(words.English))
	if err != nil {
		panic(err)
	}
	return newCatalogue("en", texts)
})

func newCatalogue(tag string, texts elicit.Value) *Catalogue {
	c := &Catalogue{Tag: tag, source: texts, texts: make(map[Key]elicit.Value, len(texts.Members))}
	for _, text := range texts.Members {
		c.texts[Key(text.Name)] = text.Value
	}
	end := c.texts["SentenceEnd"].Text
	c.comma, c.stop = c.texts["ListComma"].Text, strings.TrimRight(end, " ")
	c.Blank = end[len(c.stop):]
	c.RTL = untrusted.RunsAgainst(c.texts["Continue"].Text, false)
	if strings.Contains(c.texts["Quotation"].Text, "‘") {
		c.marks = untrusted.SingleMarks
	}
	return c
}

// ReadCatalogue reads the texts of a language that came as data. They are used only if each
// text of the English catalogue is there, with the same placeholders and without markup;
// otherwise the error says which text has which fault. Texts that English does not have are
// ignored, because they may be of another version.
func ReadCatalogue(tag string, texts elicit.Value) (*Catalogue, error) {
	c := newCatalogue(tag, texts)
	for _, want := range english().source.Members {
		if err := checkText(c.texts[Key(want.Name)], want.Value); err != nil {
			return nil, fmt.Errorf("%s %w", want.Name, err)
		}
	}
	return c, nil
}

// categories are the plural categories of CLDR. In the first three of them the number may be
// part of the words: "one character".
var categories = []string{"zero", "one", "two", "few", "many", "other"}

func checkText(text, want elicit.Value) error {
	names := placeholders(want)
	switch text.Type {
	case elicit.String:
		return checkForm(text, names, names)
	case elicit.Object:
	default:
		return errors.New("is missing")
	}
	if !slices.Contains(names, "n") && !slices.Contains(names, "b") {
		return errors.New("has plural forms, but no number")
	}
	if !text.Get("other").Exists() {
		return errors.New(`lacks the plural form "other"`)
	}
	for _, form := range text.Members {
		needed := names
		switch slices.Index(categories, form.Name) {
		case -1:
			return fmt.Errorf("has the plural form %q", form.Name)
		case 0, 1, 2:
			needed = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "n" })
		}
		if err := checkForm(form.Value, needed, names); err != nil {
			return err
		}
	}
	return nil
}

// longestText is the length of the longest text of a catalogue, in bytes.
const longestText = 1000

// checkForm compares a text, or one plural form of it, with the placeholders that it needs
// and those that it may have.
func checkForm(text elicit.Value, needed, allowed []string) error {
	names := placeholders(text)
	switch {
	case text.Type != elicit.String || strings.TrimSpace(text.Text) == "" || text.Lossy:
		return errors.New("is not text")
	case len(text.Text) > longestText:
		return errors.New("is too long")
	case strings.ContainsFunc(text.Text, isForbidden) || !isolatesAreClosed(text.Text):
		return errors.New("has markup, a control character or an open isolate")
	case !slices.Equal(names, needed) && !slices.Equal(names, allowed):
		return fmt.Errorf("has the placeholders %q, want %q", names, allowed)
	case strings.Count(text.Text, "{") != strings.Count(text.Text, "}"):
		return errors.New("has a broken placeholder")
	}
	return nil
}

// isForbidden reports whether no sentence may have a character: what begins markup, what
// controls, and what would change the direction of the words after it. The first strong
// isolate marks words of others in a [Sentence].
func isForbidden(r rune) bool {
	return r < ' ' || r >= 0x7F && r < 0xA0 || strings.ContainsRune("<>&\u2068", r) || r >= 0x2028 && r <= 0x202E || r >= 0xE0000
}

func isolatesAreClosed(text string) bool {
	open := 0
	for _, r := range text {
		switch r {
		case 0x2066, 0x2067:
			open++
		case 0x2069:
			open--
		}
		if open < 0 {
			return false
		}
	}
	return open == 0
}

// placeholders returns the names in braces of a text and of its plural forms, in alphabetical
// order, each once.
func placeholders(text elicit.Value) (names []string) {
	for part := range strings.SplitSeq(text.Text, "{") {
		if name, _, found := strings.Cut(part, "}"); found {
			names = append(names, name)
		}
	}
	for _, form := range text.Members {
		names = append(names, placeholders(form.Value)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// keyOf returns the key of the text for a code: the family of texts and the code. otherwise
// is the key for a code without a text.
func keyOf[Code ~string](family string, code Code, otherwise Key) Key {
	key := Key(family + string(code))
	if english().texts[key].Exists() {
		return key
	}
	return otherwise
}
