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

// property resolves the expression between the braces of \p{…}.
func property(expression string, negate bool) (span, fault) {
	key, value, pair := strings.Cut(expression, "=")
	table := (*unicode.RangeTable)(nil)
	switch {
	case !pair && key == "Any" && negate:
		return span{lo: 1, hi: 0}, none // nothing
	case !pair && key == "Any":
		return span{lo: 0, hi: unicode.MaxRune}, none
	case !pair && listed(key) != nil:
		return span{tables: listed(key), negate: negate}, none
	case !pair:
		table = named(key, categoryNames, categoryTables[:])
	case key == "General_Category", key == "gc":
		table = named(value, categoryNames, categoryTables[:])
	case key == "Script", key == "sc":
		table = named(value, scriptNames, scriptTables[:])
	}
	if table == nil {
		// Script_Extensions, a property without a table in package unicode, or none that exists.
		return span{}, unsupported
	}
	return span{tables: []*unicode.RangeTable{table}, negate: negate}, none
}

// listed returns the tables of a property that is neither a category nor a script.
func listed(name string) []*unicode.RangeTable {
	switch name {
	case "ASCII":
		return []*unicode.RangeTable{ascii}
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

var ascii = &unicode.RangeTable{R16: []unicode.Range16{{Hi: unicode.MaxASCII, Stride: 1}}}
