// Package pattern matches ECMA-262 regular expressions in linear time.
//
// JSON Schema's `pattern` has the dialect of JavaScript, as new RegExp(pattern, "u"). An
// untrusted server wrote it, so a backtracking engine could run forever; this one follows
// all ways to match at once. Patterns beyond its means (back-references, lookbehind, huge
// repeats) are reported as unchecked and match everything: the server checks them.
//
// Package regexp would add 50 kB to the download, for another dialect.
package pattern

import (
	"strings"
	"unicode/utf8"
)

const (
	// baseEffort is the effort of compiling the smallest pattern.
	baseEffort = 100
	// maxRanges bounds the character ranges that the classes of a pattern list.
	maxRanges = 5000
)

// Pattern is a compiled expression. The zero Pattern matches everything.
type Pattern struct {
	source    string
	automaton automaton
	cost      int
	// minChars and maxChars bound the characters of the text; see [node.uncount].
	minChars, maxChars int
	// utf16: without the flag "u", JavaScript counts a character beyond U+FFFF as two.
	utf16 bool
	fault fault
}

// Compile translates an ECMA-262 pattern, and reports whether it can be checked.
func Compile(ecma string) (Pattern, bool) {
	p := CompileWithin(ecma, func(int) bool { return true })
	return p, p.Checkable()
}

// CompileWithin calls room with the effort, in tenths of a microsecond, before it compiles; if room reports
// false, the pattern stays unchecked.
func CompileWithin(ecma string, room func(effort int) bool) Pattern {
	p := Pattern{source: ecma}
	p.fault = p.compile(room)
	return p
}

func (p *Pattern) compile(room func(effort int) bool) fault {
	if len(p.source) > MaxSource {
		return tooBig
	}
	root, fault := parse(p.source, true)
	if fault == invalid {
		// Servers in other languages accept what the flag "u" forbids, such as \@ or a lone brace.
		p.utf16 = true
		root, fault = parse(p.source, false)
	}
	if fault != none {
		return fault
	}
	p.minChars, p.maxChars = root.uncount()
	p.cost = root.cost()
	if p.cost > maxCost || !room(baseEffort+4*p.cost) {
		return tooBig
	}
	c := compiler{aheads: map[*node]int32{}}
	c.code(root)
	p.automaton = c.automaton
	return none
}

// MatchString reports whether the text contains a match. A pattern that cannot be checked matches everything.
func (p Pattern) MatchString(s string) bool {
	if p.automaton == nil || p.cost*len(s) > maxWork || p.utf16 && hasAstral(s) {
		return true
	}
	if n := utf8.RuneCountInString(s); n < p.minChars || p.maxChars >= 0 && n > p.maxChars {
		return false
	}
	return p.automaton.matches(s)
}

// Checkable reports whether MatchString can reject a text.
func (p Pattern) Checkable() bool { return p.automaton != nil }

// Invalid reports whether no JavaScript engine accepts the pattern.
func (p Pattern) Invalid() bool { return p.fault == invalid }

// Work bounds the work of a match with a text of length bytes.
func (p Pattern) Work(length int) int {
	if p.automaton == nil {
		return 0
	}
	return min(p.cost*length, maxWork)
}

// String returns the source of the pattern.
func (p Pattern) String() string { return p.source }

func hasAstral(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r > 0xFFFF })
}

type fault uint8

const (
	none fault = iota
	invalid
	unsupported
	tooBig
)
