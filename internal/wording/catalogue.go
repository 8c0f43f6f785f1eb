package wording

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/wording/words"
)

// Key names one text of the catalogues. Some begin with a family: "problem-", and a code such as "too-short".
type Key string

// Catalogue holds every text of one language. The placeholders of a text are names in braces: {label}. A text
// that changes with a count is an object with one form for each plural category of its language; {n} picks
// the form, or {b} in a text without {n}.
type Catalogue struct {
	// Tag is the BCP 47 tag of the language, for the lang attribute.
	Tag string
	// RTL reports whether the language is written from right to left.
	RTL bool
	// Blank separates two texts on one line, in languages that write blanks.
	Blank  string
	source request.Value
	texts  map[Key]request.Value
	// comma separates the items of a list. stop ends a sentence, before Blank.
	comma, stop string
	marks       safetext.Marks
}

var english = sync.OnceValue(func() *Catalogue {
	texts, err := request.Parse([]byte(words.English))
	if err != nil {
		panic(err)
	}
	return newCatalogue("en", texts)
})

func newCatalogue(tag string, texts request.Value) *Catalogue {
	c := &Catalogue{Tag: tag, source: texts, texts: make(map[Key]request.Value, len(texts.Members))}
	for _, text := range texts.Members {
		c.texts[Key(text.Name)] = text.Value
	}
	end := c.texts["SentenceEnd"].Text
	c.comma, c.stop = c.texts["ListComma"].Text, strings.TrimRight(end, " ")
	c.Blank = end[len(c.stop):]
	c.RTL = safetext.RunsAgainst(c.texts["Continue"].Text, false)
	if strings.Contains(c.texts["Quotation"].Text, "‘") {
		c.marks = safetext.SingleMarks
	}
	return c
}

// ReadCatalogue accepts texts only if every text of the English catalogue is there, with the same placeholders
// and without markup. It ignores others, because they may belong to another version.
func ReadCatalogue(tag string, texts request.Value) (*Catalogue, error) {
	c := newCatalogue(tag, texts)
	for _, want := range english().source.Members {
		if err := checkText(c.texts[Key(want.Name)], want.Value); err != nil {
			return nil, fmt.Errorf("%s %w", want.Name, err)
		}
	}
	return c, nil
}

// categories are the plural categories of CLDR. The first three may have the number as a word.
var categories = []string{"zero", "one", "two", "few", "many", "other"}

func checkText(text, want request.Value) error {
	names := placeholders(want)
	switch text.Type {
	case request.String:
		return checkForm(text, names, names)
	case request.Object:
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
		required := names
		switch slices.Index(categories, form.Name) {
		case -1:
			return fmt.Errorf("has the plural form %q", form.Name)
		case 0, 1, 2:
			required = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "n" })
		}
		if err := checkForm(form.Value, required, names); err != nil {
			return err
		}
	}
	return nil
}

const maxText = 1000

func checkForm(text request.Value, required, allowed []string) error {
	names := placeholders(text)
	switch {
	case text.Type != request.String || strings.TrimSpace(text.Text) == "" || text.Lossy:
		return errors.New("is not text")
	case len(text.Text) > maxText:
		return errors.New("is too long")
	case strings.ContainsFunc(text.Text, isForbidden) || !isolatesAreClosed(text.Text):
		return errors.New("has markup, a control character or an open isolate")
	case !slices.Equal(names, required) && !slices.Equal(names, allowed):
		return fmt.Errorf("has the placeholders %q, want %q", names, allowed)
	case strings.Count(text.Text, "{") != strings.Count(text.Text, "}"):
		return errors.New("has a broken placeholder")
	}
	return nil
}

// isForbidden rejects markup, control characters, and changes of the direction. The first strong isolate is
// reserved for the foreign words of a [Sentence].
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

// placeholders returns the names in braces of a text and its plural forms, without repetitions.
func placeholders(text request.Value) (names []string) {
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

// keyOf returns the key of a family's text for a code, or otherwise for a code without a text.
func keyOf[Code ~string](family string, code Code, otherwise Key) Key {
	key := Key(family + string(code))
	if english().texts[key].Exists() {
		return key
	}
	return otherwise
}
