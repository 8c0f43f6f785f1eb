package check

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/pattern"
)

// maxPatternCost bounds the compiled patterns of one form together.
const maxPatternCost = 200_000

// Pattern is a compiled `pattern`; see package pattern.
type Pattern = pattern.Pattern

// CompilePattern translates an ECMA-262 pattern. It reports false when the
// pattern cannot be checked here; such a Pattern matches everything.
func CompilePattern(ecma string) (Pattern, bool) { return pattern.Compile(ecma) }

// patterns compiles each pattern of a form once.
type patterns struct {
	mu       sync.Mutex
	compiled map[string]Pattern
	cost     int
}

func newPatterns() *patterns { return &patterns{compiled: map[string]Pattern{}} }

// compile returns the pattern; not checkable where it, or the form's patterns
// together, would cost too much.
func (ps *patterns) compile(source string) (Pattern, bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if p, found := ps.compiled[source]; found {
		return p, p.Checkable()
	}
	if ps.cost > maxPatternCost {
		return Pattern{}, false
	}
	p, checkable := CompilePattern(source)
	if checkable {
		ps.cost += p.Cost()
	}
	ps.compiled[source] = p
	return p, checkable
}

// engine gives the validator the same patterns. It accepts what cannot be
// checked, because one such pattern must not cost the form its schema.
func (ps *patterns) engine(source string) (jsonschema.Regexp, error) {
	p, _ := ps.compile(source)
	return matcher{p}, nil
}

// matcher is a Pattern as the validator wants it.
type matcher struct{ Pattern }

func (m matcher) MatchString(s string) bool { return m.Match(s) }
