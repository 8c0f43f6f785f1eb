// Package pattern matches ECMA-262 regular expressions in linear time.
//
// JSON Schema's `pattern` is written in the dialect of JavaScript, where it is run as
// new RegExp(pattern, "u"). A stranger wrote it, so that all ways to match are followed
// at once. What does not fit (back-references, lookbehind, huge repeats) is reported as
// unchecked and matches everything: the server checks it.
//
// Package regexp would need 50 kB of the download, for another dialect.
package pattern

import (
	"strings"
	"unicode/utf8"
)

const (
	// effortFor is what compiling takes for the smallest pattern.
	effortFor = 100
	// maxRanges is how many ranges of characters the classes of a pattern may list.
	maxRanges = 5000
)

// Pattern is a compiled expression. The zero Pattern matches everything.
type Pattern struct {
	source    string
	automaton automaton
	cost      int
	// least and most are how many characters the text may have; see [node.uncount].
	least, most int
	// utf16 marks a pattern that is valid without the flag "u" only, where
	// JavaScript counts a character beyond U+FFFF as two.
	utf16 bool
	fault fault
}

// Compile translates an ECMA-262 pattern, and reports whether it can be checked.
func Compile(ecma string) (Pattern, bool) {
	p := CompileWithin(ecma, func(int) bool { return true })
	return p, p.Checkable()
}

// CompileWithin is [Compile] for callers that bound the sum over many patterns.
// It asks whether there is room for the effort of compiling, counted in some
// tenths of a microsecond, before it makes the effort.
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
		// Servers in other languages accept what the flag "u" forbids,
		// such as \@ or a lone brace.
		p.utf16 = true
		root, fault = parse(p.source, false)
	}
	if fault != none {
		return fault
	}
	p.least, p.most = root.uncount()
	p.cost = root.cost()
	if p.cost > maxCost || !room(effortFor+4*p.cost) {
		return tooBig
	}
	c := compiler{aheads: map[*node]int32{}}
	c.code(root)
	p.automaton = c.automaton
	return none
}

// MatchString reports whether the text contains a match, anywhere unless the
// pattern is anchored. A pattern that cannot be checked matches everything.
func (p Pattern) MatchString(s string) bool {
	if p.automaton == nil || p.cost*len(s) > maxWork || p.utf16 && hasAstral(s) {
		return true
	}
	if n := utf8.RuneCountInString(s); n < p.least || p.most >= 0 && n > p.most {
		return false
	}
	return p.automaton.matches(s)
}

// Checkable reports whether MatchString decides anything.
func (p Pattern) Checkable() bool { return p.automaton != nil }

// Invalid reports whether no JavaScript engine accepts the pattern.
func (p Pattern) Invalid() bool { return p.fault == invalid }

// Work is the most work that a match with a text of length bytes takes, for callers
// that bound the sum over many texts.
func (p Pattern) Work(length int) int {
	if p.automaton == nil {
		return 0
	}
	return min(p.cost*length, maxWork)
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.source }

func hasAstral(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r > 0xFFFF })
}

// fault is why a pattern cannot be checked.
type fault uint8

const (
	none fault = iota
	invalid
	unsupported
	tooBig
)
