package pattern

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// expression writes a random expression with the same meaning in ECMA-262 and in package
// regexp.
func expression(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		return []string{"a", "b", "1", "_", "é", " ", "😀", "[ab]", "[^a1]", "[a-c_]", `[^\w]`, `\d`, `\W`, `\b`, `\B`, "^", "$", `\p{L}`, `[\P{Lu}-]`, "()"}[r.IntN(20)]
	}
	inner := func() string { return expression(r, depth-1) }
	switch r.IntN(5) {
	case 0:
		return "(?:" + inner() + "|" + inner() + "|" + inner() + ")"
	case 1:
		return "(" + inner() + ")" + []string{"*", "+", "?", "*?", "{2}", "{1,}", "{0,3}", "{2,4}?", "{0}"}[r.IntN(9)]
	}
	return inner() + inner()
}

// TestMatch_AgreesWithPackageRegexp compares the machine with package regexp, which also runs in
// linear time.
func TestMatch_AgreesWithPackageRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 2))
	letters := []string{"a", "b", "c", "1", "_", "é", "É", " ", "-", "😀"}
	matched, missed := 0, 0
	for range 4000 {
		source := expression(r, 4)
		reference, err := regexp.Compile(source)
		p, checkable := Compile(source)
		if err != nil || !checkable {
			t.Fatalf("%q: checkable %v, package regexp says %v", source, checkable, err)
		}
		for range 8 {
			var text strings.Builder
			for range r.IntN(7) {
				text.WriteString(letters[r.IntN(len(letters))])
			}
			want := reference.MatchString(text.String())
			if got := p.MatchString(text.String()); got != want {
				t.Fatalf("%q on %q: %v", source, text.String(), got)
			}
			if want {
				matched++
			} else {
				missed++
			}
		}
	}
	if matched < 3000 || missed < 3000 {
		t.Errorf("only %d matches and %d misses", matched, missed)
	}
}

// TestMatch_WorkIsBounded counts the reached instructions: each at most once at every
// position, for every expression.
// Rows: B15.
func TestMatch_WorkIsBounded(t *testing.T) {
	for _, source := range []string{`^(a+)+$`, `^(a|aa)+$`, `(a*)*b`, `(a?){50}a{50}`, `((a*)*|(a*)*)*!`, `(()*)*a`} {
		p, checkable := Compile(source)
		if !checkable {
			t.Fatalf("%s: not checkable", source)
		}
		whole := p.automaton[len(p.automaton)-1]
		if len(whole) > 2*p.cost+1 {
			t.Errorf("%s: %d instructions, and a cost of %d", source, len(whole), p.cost)
		}
		m := machine{code: whole, visited: make([]int32, len(whole)), position: 1, before: 'a', after: 'a'}
		for range 3 {
			m.follow(int32(len(whole) - 1))
		}
		reached := map[int32]bool{}
		for _, at := range m.pending {
			if reached[at] {
				t.Errorf("%s: instruction %d is pending twice", source, at)
			}
			reached[at] = true
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	words := strings.Repeat("Some words, and ", 100)
	for _, c := range []struct{ name, source, text string }{
		{"postcode", `^[0-9]{5}$`, "12345"},
		{"address", `^[a-zA-Z0-9_.+-]{1,64}@[a-zA-Z0-9-]{1,63}\.[a-zA-Z0-9.-]{2,10}$`, "somebody.else@example.com"},
		{"name", `^[\p{L}\p{M}' -]{1,100}$`, "José María Ñúñez de la Peña"},
		{"words", `^[\w\s,]+$`, words},
		{"hostile", `^(a+)+$`, strings.Repeat("a", 1600) + "!"},
		{"anywhere", `x(y|z)*x`, words},
	} {
		p, _ := Compile(c.source)
		reference := regexp.MustCompile(c.source)
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				p.MatchString(c.text)
			}
		})
		b.Run(fmt.Sprint(c.name, "/regexp"), func(b *testing.B) {
			for range b.N {
				reference.MatchString(c.text)
			}
		})
	}
}
