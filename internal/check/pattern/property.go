package pattern

import (
	"fmt"
	"strings"
	"unicode"
)

// categories maps the long names of general categories, and their aliases,
// to the short ones that package regexp knows.
var categories = map[string]string{
	"Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
	"Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
	"Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
	"Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
	"Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
	"Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
	"Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Private_Use": "Co",
}

// shortCategories are the values that mean the same in ECMA-262 and in
// package unicode. C and Cn are left out: which characters are unassigned
// differs between versions of Unicode.
const shortCategories = " L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp Cc Cf Co "

// scripts maps the four-letter codes (ISO 15924) of scripts in wide use; long
// names are looked up in package unicode.
var scripts = map[string]string{
	"Latn": "Latin", "Grek": "Greek", "Cyrl": "Cyrillic", "Arab": "Arabic", "Hebr": "Hebrew", "Hani": "Han",
	"Hira": "Hiragana", "Kana": "Katakana", "Hang": "Hangul", "Thai": "Thai", "Deva": "Devanagari", "Beng": "Bengali",
	"Taml": "Tamil", "Telu": "Telugu", "Armn": "Armenian", "Geor": "Georgian", "Ethi": "Ethiopic", "Khmr": "Khmer",
	"Mong": "Mongolian", "Zyyy": "Common", "Zinh": "Inherited", "Qaai": "Inherited",
}

// property resolves what stands between the braces of \p{…}.
func property(expression string, negate bool) ([]span, fault) {
	key, value, pair := strings.Cut(expression, "=")
	switch {
	case pair && (key == "General_Category" || key == "gc"):
		return category(value, negate)
	case pair && (key == "Script" || key == "sc"):
		if long, ok := scripts[value]; ok {
			value = long
		}
		if unicode.Scripts[value] == nil {
			return nil, unsupported
		}
		return []span{{property: value, negate: negate}}, none
	case pair:
		// Script_Extensions, or nothing that exists.
		return nil, unsupported
	}
	tables, found := listed[key]
	if !found {
		return category(key, negate)
	}
	return propertySpans(fmt.Sprint(key, negate), func() []span {
		spans := spansOf(tables...)
		if negate {
			spans = complement(spans)
		}
		return spans
	}), none
}

// listed are the properties that package regexp does not know.
var listed = func() map[string][]*unicode.RangeTable {
	one := func(hi uint32) []*unicode.RangeTable {
		return []*unicode.RangeTable{{R32: []unicode.Range32{{Lo: 0, Hi: hi, Stride: 1}}}}
	}
	properties := map[string][]*unicode.RangeTable{
		"Any": one(unicode.MaxRune), "ASCII": one(0x7F),
		"ASCII_Hex_Digit": {unicode.ASCII_Hex_Digit}, "White_Space": {unicode.White_Space}, "Ideographic": {unicode.Ideographic},
		"Lowercase":  {unicode.Ll, unicode.Other_Lowercase},
		"Uppercase":  {unicode.Lu, unicode.Other_Uppercase},
		"Alphabetic": {unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase},
		// A general category that package regexp lacks.
		"Cased_Letter": {unicode.Lu, unicode.Ll, unicode.Lt},
	}
	for alias, name := range map[string]string{
		"AHex": "ASCII_Hex_Digit", "space": "White_Space", "Lower": "Lowercase", "Upper": "Uppercase",
		"Alpha": "Alphabetic", "Ideo": "Ideographic", "LC": "Cased_Letter",
	} {
		properties[alias] = properties[name]
	}
	return properties
}()

func category(name string, negate bool) ([]span, fault) {
	if short, ok := categories[name]; ok {
		name = short
	}
	if name == "Cased_Letter" || name == "LC" {
		return property("LC", negate)
	}
	if name == "" || strings.ContainsRune(name, ' ') || !strings.Contains(shortCategories, " "+name+" ") {
		return nil, unsupported
	}
	return []span{{property: name, negate: negate}}, none
}
