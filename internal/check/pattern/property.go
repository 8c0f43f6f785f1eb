package pattern

import (
	"strings"
	"unicode"
)

// scriptCoded returns the characters of a script by its name or, for scripts in
// wide use, by its code of four letters (ISO 15924).
func scriptCoded(name string) *unicode.RangeTable {
	const codes = "Latn Latin Grek Greek Cyrl Cyrillic Arab Arabic Hebr Hebrew Hani Han Hira Hiragana Kana Katakana Hang Hangul Thai Thai Deva Devanagari " +
		"Beng Bengali Taml Tamil Telu Telugu Armn Armenian Geor Georgian Ethi Ethiopic Khmr Khmer Mong Mongolian Zyyy Common Zinh Inherited Qaai Inherited"
	fields := strings.Fields(codes)
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == name {
			return script(fields[i+1])
		}
	}
	return script(name)
}

// property resolves what stands between the braces of \p{…}.
func property(expression string, negate bool) ([]span, fault) {
	key, value, pair := strings.Cut(expression, "=")
	switch {
	case pair && (key == "General_Category" || key == "gc"):
		return category(value, negate)
	case pair && (key == "Script" || key == "sc"):
		table := scriptCoded(value)
		if table == nil {
			return nil, unsupported
		}
		return []span{{property: table, negate: negate}}, none
	case pair:
		// Script_Extensions, or nothing that exists.
		return nil, unsupported
	}
	switch key {
	case "Any":
		return set{negate: !negate}.ranges(), none
	case "ASCII":
		return set{spans: []span{{lo: 0, hi: unicode.MaxASCII}}, negate: negate}.ranges(), none
	}
	if tables := listed(key); tables != nil {
		return propertySpans(negate, tables...), none
	}
	return category(key, negate)
}

// listed returns the tables of a property that is neither a category nor a script.
func listed(name string) []*unicode.RangeTable {
	switch name {
	case "ASCII_Hex_Digit", "AHex":
		return []*unicode.RangeTable{unicode.ASCII_Hex_Digit}
	case "White_Space", "space":
		return []*unicode.RangeTable{unicode.White_Space}
	case "Ideographic", "Ideo":
		return []*unicode.RangeTable{unicode.Ideographic}
	case "Lowercase", "Lower":
		return []*unicode.RangeTable{unicode.Ll, unicode.Other_Lowercase}
	case "Uppercase", "Upper":
		return []*unicode.RangeTable{unicode.Lu, unicode.Other_Uppercase}
	case "Alphabetic", "Alpha":
		return []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase}
	}
	return nil
}

// category resolves a general category.
func category(name string, negate bool) ([]span, fault) {
	table := categoryTable(name)
	if table == nil {
		return nil, unsupported
	}
	return []span{{property: table, negate: negate}}, none
}
