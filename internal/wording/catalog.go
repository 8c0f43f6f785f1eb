package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// catalogue holds every text of one language, by [Key].
//
// A text names its placeholders in braces: {label}. A text that changes with a count has one form for each
// plural category of its language, "one: … | other: …"; the category follows
// {n}, or {b} where the text has no {n}. Without categories a text serves
// every count.
type catalogue [keyCount]string

// language is a catalogue with what the program has to know of its language.
type language struct {
	// tag is the BCP 47 tag of the catalogue.
	tag string
	rtl bool
	// plural returns the category of a count.
	plural func(n int) category
	texts  *catalogue
	// comma stands between the items of a list; ", " where it is empty.
	comma string
	// solid: no blank stands between sentences, and 。 ends them.
	solid bool
	// marks are the quotation marks of the catalogue.
	marks untrusted.Marks
}

// keyOf is the key of the text for a code; otherwise stands for other codes.
func keyOf[Code comparable](keys map[Code]Key, code Code, otherwise Key) Key {
	if key, known := keys[code]; known {
		return key
	}
	return otherwise
}

// languages are all languages of the interface; the first one is what others
// fall back to.
var languages = []language{
	{tag: "en", plural: pluralOne, texts: &en},
	{tag: "ar", plural: pluralArabic, texts: &ar, rtl: true, comma: "، "},
	{tag: "de", plural: pluralOne, texts: &de},
	{tag: "es", plural: pluralOneMillions, texts: &es},
	{tag: "fr", plural: pluralZeroOneMillions, texts: &fr},
	{tag: "he", plural: pluralOneTwo, texts: &he, rtl: true},
	{tag: "ja", plural: pluralNone, texts: &ja, comma: "、", solid: true},
	{tag: "ko", plural: pluralNone, texts: &ko, marks: untrusted.SingleMarks},
	{tag: "pt-BR", plural: pluralZeroOneMillions, texts: &ptBR},
	{tag: "zh-CN", plural: pluralNone, texts: &zhCN, comma: "、", solid: true},
}

// choose returns the language for a tag. Only the primary subtag counts: there
// is one catalogue a language. What is not a language tag, or names a language
// without a catalogue, gets English.
func choose(tag string) language {
	primary, _, _ := strings.Cut(tag, "-")
	for _, l := range languages {
		if own, _, _ := strings.Cut(l.tag, "-"); own == primary {
			return l
		}
	}
	return languages[0]
}
