package pattern

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads ECMA-262 22.2.1 Patterns with the flag "u" if unicode is set, else by the laxer Annex B.
type parser struct {
	text    string
	at      int
	unicode bool
	// groups counts capturing groups. Their number decides whether \1 is a back-reference, so the lowest and the
	// highest such number are kept.
	groups, lowest, highest int
	names                   map[string]bool
	// ranges counts the character ranges of all properties in the pattern.
	ranges int
	// fault is the first fault; unsupported does not stop the parse, because the rest may be invalid.
	fault fault
}

// end is the rune at the end of the text.
const end = rune(-1)

func parse(text string, unicodeMode bool) (*node, fault) {
	p := &parser{text: text, unicode: unicodeMode, names: map[string]bool{}}
	if !utf8.ValidString(text) || !unicodeMode && hasAstral(text) {
		return nil, unsupported
	}
	root := p.disjunction(0)
	if p.fault != invalid && p.at < len(p.text) {
		p.fail(invalid) // An unmatched closing parenthesis.
	}
	if p.lowest > 0 && p.lowest <= p.groups {
		p.fail(unsupported)
	}
	if unicodeMode && p.highest > p.groups {
		p.fail(invalid)
	}
	return root, p.fault
}

// fail records the worst fault. tooBig ends the parse, too, because the unread rest would look invalid.
func (p *parser) fail(f fault) {
	if p.fault == none || f == invalid && p.fault != tooBig {
		p.fault = f
	}
	if f == invalid || f == tooBig {
		p.at = len(p.text)
	}
}

func (p *parser) peek() rune {
	if p.at >= len(p.text) {
		return end
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return r
}

func (p *parser) next() rune {
	r := p.peek()
	if r != end {
		p.at += utf8.RuneLen(r)
	}
	return r
}

func (p *parser) take(prefix string) bool {
	rest, found := strings.CutPrefix(p.text[p.at:], prefix)
	p.at = len(p.text) - len(rest)
	return found
}

func (p *parser) disjunction(depth int) *node {
	if depth > maxDepth {
		p.fail(tooBig)
		return &node{}
	}
	first := p.alternative(depth)
	if p.peek() != '|' {
		return first
	}
	n := &node{op: opAlternate, kids: []*node{first}}
	for p.take("|") {
		n.kids = append(n.kids, p.alternative(depth))
	}
	return n
}

func (p *parser) alternative(depth int) *node {
	n := &node{op: opConcat}
	for r := p.peek(); r != end && r != '|' && r != ')'; r = p.peek() {
		n.kids = append(n.kids, p.term(depth))
	}
	return n
}

func (p *parser) term(depth int) *node {
	atom, quantifiable := p.atom(depth)
	lower, upper, found := p.quantifier()
	if !found {
		return atom
	}
	if !quantifiable {
		p.fail(invalid)
		return atom
	}
	return &node{op: opRepeat, kids: []*node{atom}, min: lower, max: upper}
}

// atom reads an assertion or an atom, and reports whether a quantifier may follow.
func (p *parser) atom(depth int) (*node, bool) {
	r := p.next()
	switch r {
	case '^':
		return &node{op: opStart}, false
	case '$':
		return &node{op: opEnd}, false
	case '.':
		return &node{op: opClass, set: set{spans: lineEnds, negate: true}}, true
	case '(':
		return p.group(depth)
	case '[':
		return &node{op: opClass, set: p.class()}, true
	case '\\':
		return p.escape()
	case '*', '+', '?':
		p.fail(invalid)
		return &node{}, true
	case '{':
		p.at--
		if _, _, ok := p.quantifier(); ok || p.unicode {
			p.fail(invalid)
		} else {
			p.at++
		}
	case ']', '}':
		if p.unicode {
			p.fail(invalid)
		}
	}
	return &node{op: opClass, set: set{spans: []span{one(r)}}}, true
}

func (p *parser) group(depth int) (*node, bool) {
	ahead, quantifiable := false, true
	switch {
	case p.take("?:"):
	case p.take("?="), p.take("?!"):
		ahead, quantifiable = true, !p.unicode
	case p.take("?<="), p.take("?<!"):
		p.fail(unsupported)
		quantifiable = false
	case p.take("?<"):
		p.groups++
		p.groupName()
	case p.take("?"):
		// Modifiers, (?i:…), came with ECMAScript 2025; (?i) and the rest
		// of Perl never did.
		p.fail(invalid)
		return &node{}, true
	default:
		p.groups++
	}
	negate := p.text[p.at-1] == '!'
	n := p.disjunction(depth + 1)
	if ahead {
		n = &node{op: opAhead, negate: negate, kids: []*node{n}}
	}
	if !p.take(")") {
		p.fail(invalid)
	}
	return n, quantifiable
}

func (p *parser) groupName() {
	name, _, ok := strings.Cut(p.text[p.at:], ">")
	if !ok || name == "" {
		p.fail(invalid)
		return
	}
	p.at += len(name) + 1
	for i, r := range name {
		switch {
		case r == '\\':
			p.fail(unsupported)
		case r == '$' || r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r):
		case r > 0x7F:
			p.fail(unsupported)
		default:
			p.fail(invalid)
			return
		}
	}
	if p.names[name] {
		// Only ECMAScript 2025 and later allow two groups with one name, in different alternatives.
		p.fail(unsupported)
	}
	p.names[name] = true
}

// quantifier ignores the ? that makes it lazy, which does not affect whether a text matches.
func (p *parser) quantifier() (lower, upper int, found bool) {
	switch {
	case p.take("*"):
		lower, upper = 0, unlimited
	case p.take("+"):
		lower, upper = 1, unlimited
	case p.take("?"):
		lower, upper = 0, 1
	default:
		start := p.at
		if lower, upper, found = p.counts(); !found {
			p.at = start
			return 0, 0, false
		}
		if upper != unlimited && upper < lower {
			p.fail(invalid)
		}
	}
	p.take("?")
	return lower, upper, true
}

func (p *parser) counts() (lower, upper int, found bool) {
	if !p.take("{") {
		return 0, 0, false
	}
	first := p.digits()
	lower, upper = count(first), count(first)
	if p.take(",") {
		upper = unlimited
		if last := p.digits(); last != "" {
			upper = count(last)
		}
	}
	return lower, upper, p.take("}") && first != ""
}

func (p *parser) digits() string {
	rest := p.text[p.at:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	p.at += len(digits)
	return digits
}

// count is the value of a decimal number, saturating far above maxCost; 0 for an empty text.
func count(digits string) int {
	n, _ := strconv.Atoi(digits)
	return min(n, 1<<30)
}
