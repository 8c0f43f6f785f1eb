package pattern

import (
	"slices"
	"strings"
	"unicode"
)

// span is a range of characters, or a class such as \d: the characters in its tables, or with negate all others.
type span struct {
	lo, hi rune
	tables []*unicode.RangeTable
	negate bool
}

func one(r rune) span { return span{lo: r, hi: r} }

func (s span) single() bool { return s.tables == nil && s.lo == s.hi }

func (s *span) has(r rune) bool {
	if s.tables == nil {
		return s.lo <= r && r <= s.hi
	}
	return unicode.In(r, s.tables...) != s.negate
}

func (s span) ranges() int {
	total := 0
	for _, table := range s.tables {
		total += len(table.R16) + len(table.R32)
	}
	return total
}

// set is a set of characters: those in one of its spans, or with negate those in none.
type set struct {
	spans  []span
	negate bool
}

func (s *set) has(r rune) bool {
	for i := range s.spans {
		if s.spans[i].has(r) {
			return !s.negate
		}
	}
	return s.negate
}

var (
	digits = []*unicode.RangeTable{{R16: []unicode.Range16{{Lo: '0', Hi: '9', Stride: 1}}}}
	words  = []*unicode.RangeTable{{R16: []unicode.Range16{
		{Lo: '0', Hi: '9', Stride: 1}, {Lo: 'A', Hi: 'Z', Stride: 1}, {Lo: '_', Hi: '_', Stride: 1}, {Lo: 'a', Hi: 'z', Stride: 1},
	}}}
	// spaces are ECMA-262's WhiteSpace and LineTerminator.
	spaces = []*unicode.RangeTable{{R16: []unicode.Range16{
		{Lo: '\t', Hi: '\r', Stride: 1}, {Lo: ' ', Hi: 0xA0, Stride: 0xA0 - ' '}, {Lo: 0x1680, Hi: 0x1680, Stride: 1},
		{Lo: 0x2000, Hi: 0x200A, Stride: 1}, {Lo: 0x2028, Hi: 0x2029, Stride: 1}, {Lo: 0x202F, Hi: 0x202F, Stride: 1},
		{Lo: 0x205F, Hi: 0x205F, Stride: 1}, {Lo: 0x3000, Hi: 0x3000, Stride: 1}, {Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
	}}}
	// lineEnds are the characters that the dot does not match.
	lineEnds = []span{one('\n'), one('\r'), {lo: 0x2028, hi: 0x2029}}
)

//go:generate node unicode.mjs

// findTable avoids the maps of package unicode, which the program would build when it starts.
func findTable(name, names string, tables []**unicode.RangeTable) *unicode.RangeTable {
	for i := range tables {
		var own string
		own, names, _ = strings.Cut(names, ";")
		if slices.Contains(strings.Fields(own), name) {
			return *tables[i]
		}
	}
	return nil
}

func property(expression string, negate bool) (span, fault) {
	key, value, pair := strings.Cut(expression, "=")
	table := (*unicode.RangeTable)(nil)
	switch {
	case !pair && key == "Any" && negate:
		return span{lo: 1, hi: 0}, none // The empty span.
	case !pair && key == "Any":
		return span{lo: 0, hi: unicode.MaxRune}, none
	case !pair && propertyTables(key) != nil:
		return span{tables: propertyTables(key), negate: negate}, none
	case !pair:
		table = findTable(key, categoryNames, categoryTables[:])
	case key == "General_Category", key == "gc":
		table = findTable(value, categoryNames, categoryTables[:])
	case key == "Script", key == "sc":
		table = findTable(value, scriptNames, scriptTables[:])
	}
	if table == nil {
		// Script_Extensions, a property without a table in package unicode, or an unknown name.
		return span{}, unsupported
	}
	return span{tables: []*unicode.RangeTable{table}, negate: negate}, none
}

func propertyTables(name string) []*unicode.RangeTable {
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
