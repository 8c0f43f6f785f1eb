package pattern

import (
	"slices"
	"strings"
	"unicode"
)

//go:generate node unicode.mjs

// named returns the table of a name, or nil. names lists the names of each table, which
// blanks part, with a semicolon after each table's. The maps in package unicode would be
// built whenever the program starts, and this is not.
func named(name, names string, tables []**unicode.RangeTable) *unicode.RangeTable {
	for i := range tables {
		var own string
		own, names, _ = strings.Cut(names, ";")
		if slices.Contains(strings.Fields(own), name) {
			return *tables[i]
		}
	}
	return nil
}

// property resolves what stands between the braces of \p{…}.
func property(expression string, negate bool) ([]span, fault) {
	key, value, pair := strings.Cut(expression, "=")
	switch {
	case pair && (key == "General_Category" || key == "gc"):
		return category(value, negate)
	case pair && (key == "Script" || key == "sc"):
		table := named(value, scriptNames, scriptTables[:])
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
	table := named(name, categoryNames, categoryTables[:])
	if table == nil {
		return nil, unsupported
	}
	return []span{{property: table, negate: negate}}, none
}
