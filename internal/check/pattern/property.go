package pattern

import (
	"strings"
	"unicode"
)

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
		table := unicode.Scripts[value]
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
	tables, found := listed[key]
	if !found {
		return category(key, negate)
	}
	return propertySpans(negate, tables...), none
}

// listed are the properties that are neither categories nor scripts.
var listed = func() map[string][]*unicode.RangeTable {
	properties := map[string][]*unicode.RangeTable{
		"ASCII_Hex_Digit": {unicode.ASCII_Hex_Digit}, "White_Space": {unicode.White_Space}, "Ideographic": {unicode.Ideographic},
		"Lowercase":  {unicode.Ll, unicode.Other_Lowercase},
		"Uppercase":  {unicode.Lu, unicode.Other_Uppercase},
		"Alphabetic": {unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase},
	}
	for alias, name := range map[string]string{
		"AHex": "ASCII_Hex_Digit", "space": "White_Space", "Lower": "Lowercase", "Upper": "Uppercase",
		"Alpha": "Alphabetic", "Ideo": "Ideographic",
	} {
		properties[alias] = properties[name]
	}
	return properties
}()

// category resolves a general category. C and Cn are left out: which characters
// are unassigned differs between versions of Unicode. Cs are halves of
// characters, which no text in UTF-8 has.
func category(name string, negate bool) ([]span, fault) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	table := unicode.Categories[name]
	if table == nil || name == "C" || name == "Cn" || name == "Cs" {
		return nil, unsupported
	}
	return []span{{property: table, negate: negate}}, none
}
