package pattern

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// escape reads the rest of an escape outside a class.
func (p *parser) escape() (*node, bool) {
	switch c := p.peek(); {
	case c == 'b':
		p.at++
		return &node{op: opBoundary}, false
	case c == 'B':
		p.at++
		return &node{op: opInside}, false
	case c == 'k' && (p.unicode || strings.Contains(p.text, "(?<")):
		p.fail(p.namedReference())
		return &node{}, true
	case c >= '1' && c <= '9':
		start := p.at
		n := count(p.digits())
		p.highest = max(p.highest, n)
		if p.lowest == 0 || n < p.lowest {
			p.lowest = n
		}
		if p.unicode {
			return &node{}, true
		}
		p.at = start
	}
	return &node{op: opClass, set: set{spans: []span{p.classEscape(false)}}}, true
}

// namedReference reads \k<name>.
func (p *parser) namedReference() fault {
	p.at++
	name, rest, closed := strings.Cut(p.text[p.at:], ">")
	if !closed || len(name) < 2 || name[0] != '<' || !strings.Contains(p.text, "(?"+name+">") {
		return invalid
	}
	p.at = len(p.text) - len(rest)
	return unsupported
}

func (p *parser) class() set {
	s := set{negate: p.take("^")}
	for !p.take("]") {
		if p.peek() == end {
			p.fail(invalid)
			return s
		}
		low := p.classAtom()
		if !strings.HasPrefix(p.text[p.at:], "-") || strings.HasPrefix(p.text[p.at:], "-]") {
			s.spans = append(s.spans, low)
			continue
		}
		p.at++
		high := p.classAtom()
		switch {
		case low.single() && high.single():
			if low.lo > high.lo {
				p.fail(invalid)
			}
			s.spans = append(s.spans, span{lo: low.lo, hi: high.lo})
		case p.unicode:
			p.fail(invalid) // A class such as \d cannot be the end of a range.
		default:
			// Without the flag "u" the dash stands for itself.
			s.spans = append(s.spans, low, one('-'), high)
		}
	}
	return s
}

func (p *parser) classAtom() span {
	r := p.next()
	if r != '\\' {
		return one(r)
	}
	switch c := p.peek(); {
	case c == 'b':
		p.at++
		return one('\b')
	case c == '-' && p.unicode:
		p.at++
		return one('-')
	case c == 'k' && !p.unicode && strings.Contains(p.text, "(?<"):
		p.fail(invalid)
	}
	return p.classEscape(true)
}

var letterEscapes = map[rune]span{
	'd': {tables: digits}, 'D': {tables: digits, negate: true},
	'w': {tables: words}, 'W': {tables: words, negate: true},
	's': {tables: spaces}, 'S': {tables: spaces, negate: true},
	'f': one('\f'), 'n': one('\n'), 'r': one('\r'), 't': one('\t'), 'v': one('\v'),
}

func (p *parser) classEscape(inClass bool) span {
	r := p.next()
	if letter, found := letterEscapes[r]; found {
		return letter
	}
	switch r {
	case end:
		p.fail(invalid)
	case 'p', 'P':
		if p.unicode {
			return p.property(r == 'P')
		}
	case 'c':
		return p.control(inClass)
	case 'x':
		if n, ok := p.hex(2); ok {
			return one(n)
		}
	case 'u':
		if n, ok := p.unicodeEscape(); ok {
			return one(n)
		}
	case '0':
		if next := p.peek(); next < '0' || next > '9' {
			return one(0)
		}
	}
	switch {
	case p.unicode && !strings.ContainsRune(`^$\.*+?()[]{}|/`, r):
		p.fail(invalid)
	case !p.unicode && r >= '0' && r <= '7':
		return one(p.octal(r))
	}
	return one(r)
}

// property reads the braces of \p{…}.
func (p *parser) property(negate bool) span {
	name, rest, ok := strings.Cut(p.text[p.at:], "}")
	if !ok || !strings.HasPrefix(name, "{") {
		p.fail(invalid)
		return span{}
	}
	p.at = len(p.text) - len(rest)
	class, fault := property(name[1:], negate)
	if p.ranges += class.ranges(); p.ranges > maxRanges {
		fault = tooBig
	}
	p.fail(fault)
	return class
}

// control reads the letter of \cX.
func (p *parser) control(inClass bool) span {
	c := p.peek()
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		inClass && !p.unicode && (c >= '0' && c <= '9' || c == '_') {
		p.at++
		return one(c % 32)
	}
	if p.unicode {
		p.fail(invalid)
		return span{}
	}
	// Annex B: the backslash is an ordinary character, and the c is read next.
	p.at--
	return one('\\')
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (rune, bool) {
	digits := p.text[p.at:min(p.at+n, len(p.text))]
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) < n {
		return 0, false
	}
	p.at += n
	return rune(v), true
}

// unicodeEscape reads XXXX, a pair XXXX\uXXXX of surrogates, or {X…}.
func (p *parser) unicodeEscape() (rune, bool) {
	if p.unicode && p.peek() == '{' {
		digits, rest, ok := strings.Cut(p.text[p.at+1:], "}")
		v, err := strconv.ParseUint(digits, 16, 64)
		if !ok || err != nil || v > 0x10FFFF {
			return 0, false
		}
		p.at = len(p.text) - len(rest)
		return rune(v), true
	}
	high, ok := p.hex(4)
	if !ok || !utf16.IsSurrogate(high) {
		return high, ok
	}
	if !p.unicode {
		// In UTF-16, this matches half a character, which this package cannot.
		p.fail(unsupported)
		return high, true
	}
	start := p.at
	if p.take(`\u`) {
		low, _ := p.hex(4)
		if r := utf16.DecodeRune(high, low); r != '\uFFFD' {
			return r, true
		}
	}
	p.at = start
	return high, true
}

// octal reads the rest of a legacy octal escape.
func (p *parser) octal(first rune) rune {
	v := first - '0'
	for i := 0; i < 2 && v < 32; i++ {
		c := p.peek()
		if c < '0' || c > '7' {
			break
		}
		p.at++
		v = v*8 + (c - '0')
	}
	return v
}
