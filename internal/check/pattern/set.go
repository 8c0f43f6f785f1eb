package pattern

import (
	"cmp"
	"regexp/syntax"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// span is a range of characters, both ends included, or a Unicode property
// by the name that package regexp knows it by.
type span struct {
	lo, hi rune
	// property is set for \p{property}, and then lo and hi are unused.
	property string
	negate   bool
}

// size is how many ranges the span stands for.
func (s span) size() int {
	table := cmp.Or(unicode.Categories[s.property], unicode.Scripts[s.property])
	if table == nil {
		return 1
	}
	return len(table.R16) + len(table.R32)
}

// set is a set of characters.
type set struct {
	spans  []span
	negate bool
}

func one(r rune) span { return span{lo: r, hi: r} }

var (
	digits = []span{{lo: '0', hi: '9'}}
	words  = []span{{lo: '0', hi: '9'}, {lo: 'A', hi: 'Z'}, one('_'), {lo: 'a', hi: 'z'}}
	// lineEnds is what the dot does not match.
	lineEnds = []span{one('\n'), one('\r'), {lo: 0x2028, hi: 0x2029}}
	// spaces are ECMA-262's WhiteSpace and LineTerminator.
	spaces = []span{
		{lo: '\t', hi: '\r'}, one(' '), one(0xA0), one(0x1680), {lo: 0x2000, hi: 0x200A},
		{lo: 0x2028, hi: 0x2029}, one(0x202F), one(0x205F), one(0x3000), one(0xFEFF),
	}
)

// ranges returns the characters of a set as sorted, disjoint spans. Package
// regexp makes them out of the class that the set is in its syntax.
func (s set) ranges() []span {
	class, _ := syntax.Parse(s.emit(), syntax.Perl) // emit writes no other than well-formed classes.
	spans := make([]span, len(class.Rune)/2)
	for i := range spans {
		spans[i] = span{lo: class.Rune[2*i], hi: class.Rune[2*i+1]}
	}
	return spans
}

// complement returns the characters outside of spans.
func complement(spans []span) []span { return set{spans: spans, negate: true}.ranges() }

// made keeps the lists of properties, which take a while to make.
var made sync.Map

// propertySpans returns what list makes for a property, made once.
func propertySpans(name string, list func() []span) []span {
	if known, found := made.Load(name); found {
		return known.([]span)
	}
	spans := list()
	made.Store(name, spans)
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

// emit writes the set as a class of RE2.
func (s set) emit() string {
	if len(s.spans) == 0 {
		// [] matches nothing and [^] everything; RE2 has neither.
		return set{spans: []span{{lo: 0, hi: unicode.MaxRune}}, negate: !s.negate}.emit()
	}
	if len(s.spans) == 1 && !s.negate && s.spans[0].property == "" && s.spans[0].lo == s.spans[0].hi {
		return character(s.spans[0].lo)
	}
	var text strings.Builder
	text.WriteByte('[')
	if s.negate {
		text.WriteByte('^')
	}
	for _, s := range s.spans {
		switch {
		case s.property != "" && s.negate:
			text.WriteString(`\P{` + s.property + `}`)
		case s.property != "":
			text.WriteString(`\p{` + s.property + `}`)
		case s.lo == s.hi:
			text.WriteString(character(s.lo))
		default:
			text.WriteString(character(s.lo) + "-" + character(s.hi))
		}
	}
	text.WriteByte(']')
	return text.String()
}

// character writes one character so that it means itself, in a class too.
func character(r rune) string {
	if r < 0x80 && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
		return string(r)
	}
	return `\x{` + strconv.FormatInt(int64(r), 16) + `}`
}
