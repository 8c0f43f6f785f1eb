package pattern

import (
	"cmp"
	"slices"
	"sync"
	"unicode"
)

// span is a range of characters, both ends included, or a Unicode property.
type span struct {
	lo, hi rune
	// property is set for \p{property}, and then lo and hi are unused.
	property *unicode.RangeTable
	negate   bool
}

// size is how many ranges the span stands for.
func (s span) size() int {
	if s.property == nil {
		return 1
	}
	return len(s.property.R16) + len(s.property.R32)
}

// set is a set of characters.
type set struct {
	spans  []span
	negate bool
}

func one(r rune) span { return span{lo: r, hi: r} }

var (
	digits = []span{{lo: '0', hi: '9'}}
	words  = []span{{lo: '0', hi: '9'}, {lo: 'A', hi: 'Z'}, {lo: '_', hi: '_'}, {lo: 'a', hi: 'z'}}
	// lineEnds is what the dot does not match.
	lineEnds = []span{{lo: '\n', hi: '\n'}, {lo: '\r', hi: '\r'}, {lo: 0x2028, hi: 0x2029}}
	// spaces are ECMA-262's WhiteSpace and LineTerminator.
	spaces = []span{
		{lo: '\t', hi: '\r'}, {lo: ' ', hi: ' '}, {lo: 0xA0, hi: 0xA0}, {lo: 0x1680, hi: 0x1680}, {lo: 0x2000, hi: 0x200A},
		{lo: 0x2028, hi: 0x2029}, {lo: 0x202F, hi: 0x202F}, {lo: 0x205F, hi: 0x205F}, {lo: 0x3000, hi: 0x3000}, {lo: 0xFEFF, hi: 0xFEFF},
	}
)

// ranges returns the characters of a set as sorted spans that are apart from each
// other.
func (s set) ranges() []span {
	if len(s.spans) == 1 && !s.negate {
		return s.spans[0].ranges()
	}
	var all []span
	for _, part := range s.spans {
		all = append(all, part.ranges()...)
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	joined := all[:0]
	for _, next := range all {
		if last := len(joined) - 1; last >= 0 && next.lo <= joined[last].hi+1 {
			joined[last].hi = max(joined[last].hi, next.hi)
		} else {
			joined = append(joined, next)
		}
	}
	if s.negate {
		return between(joined)
	}
	return joined
}

// ranges returns the characters of a span.
func (s span) ranges() []span {
	if s.property == nil {
		return []span{s}
	}
	return propertySpans(s.negate, s.property)
}

// between returns the characters that sorted spans leave out.
func between(spans []span) []span {
	var gaps []span
	from := rune(0)
	for _, s := range spans {
		if from < s.lo {
			gaps = append(gaps, span{lo: from, hi: s.lo - 1})
		}
		from = s.hi + 1
	}
	if from <= unicode.MaxRune {
		gaps = append(gaps, span{lo: from, hi: unicode.MaxRune})
	}
	return gaps
}

// complement returns the characters outside of spans.
func complement(spans []span) []span { return set{spans: spans, negate: true}.ranges() }

// made keeps the lists of properties, which take a while to make.
var made sync.Map

// propertySpans returns the characters that are in one of some tables, or in none of
// them, as sorted spans. Nobody may change them: they are made once.
func propertySpans(negate bool, tables ...*unicode.RangeTable) []span {
	// No two lists of properties of the same length begin alike.
	key := struct {
		first  *unicode.RangeTable
		number int
		negate bool
	}{tables[0], len(tables), negate}
	if known, found := made.Load(key); found {
		return known.([]span)
	}
	spans := set{spans: spansOf(tables...), negate: negate}.ranges()
	made.Store(key, spans)
	return spans
}

// spansOf lists the characters of tables.
func spansOf(tables ...*unicode.RangeTable) []span {
	var all []span
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			all = append(all, span{lo: lo, hi: hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			all = append(all, one(r))
		}
	}
	for _, table := range tables {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return all
}
