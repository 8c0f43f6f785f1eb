package pattern

import (
	"unicode"
	"unicode/utf8"
)

// matches reports whether a match begins anywhere in the text.
func (p automaton) matches(text string) bool {
	m, last := machine{text: text}, len(p)-1
	for _, ahead := range p[:last] {
		begins := make([]bool, len(m.text)+1)
		m.run(ahead, begins)
		m.begins = append(m.begins, begins)
	}
	m.run(p[last], nil)
	return m.matched
}

// machine runs the code of an automaton over one text.
type machine struct {
	text string
	// begins says for each lookahead that was run at which positions a match of it begins.
	begins [][]bool

	code code
	// position is how many bytes of the text stand before it, and before and after are the
	// characters around it; end for none.
	position      int
	before, after rune
	// waiting are the instructions that ask for the character before the position, each
	// once, and matched says that a match begins at the position.
	waiting []int32
	matched bool
	// seen holds for each instruction the position at which it was reached last, from 1 on.
	seen []int32
	// later are the instructions that a branch has left for later.
	later []int32
}

// run writes down at which positions a match begins. Without begins it ends at the first.
func (m *machine) run(c code, begins []bool) {
	n := len(c)
	room := make([]int32, 4*n)
	m.code, m.seen, m.waiting, m.later = c, room[:n], room[n:n:2*n], room[2*n:2*n:3*n]
	arrived := room[3*n : 3*n]
	m.position, m.after = len(m.text), end
	for {
		size := 0
		if m.before = end; m.position > 0 {
			m.before, size = utf8.DecodeLastRuneInString(m.text[:m.position])
		}
		m.waiting, m.matched = m.waiting[:0], false
		for _, at := range arrived {
			m.follow(at)
		}
		m.follow(int32(n - 1))
		if begins != nil {
			begins[m.position] = m.matched
		}
		if size == 0 || begins == nil && m.matched {
			return
		}
		arrived = arrived[:0]
		for _, at := range m.waiting {
			if i := c[at]; i.node.set.has(m.before) {
				arrived = append(arrived, i.next)
			}
		}
		m.position, m.after = m.position-size, m.before
	}
}

// follow goes from an instruction to all that ask for a character.
func (m *machine) follow(at int32) {
	position := int32(m.position + 1)
	m.later = append(m.later[:0], at)
	for len(m.later) > 0 {
		at = m.later[len(m.later)-1]
		m.later = m.later[:len(m.later)-1]
		for m.seen[at] != position {
			m.seen[at] = position
			i := m.code[at]
			switch i.op {
			case opMatch:
				m.matched = true
			case opClass:
				m.waiting = append(m.waiting, at)
			case opEmpty:
				at = i.next
			case opBranch:
				m.later = append(m.later, i.next)
				at = i.first
			default:
				if m.holds(i) {
					at = i.next
				}
			}
		}
	}
}

// holds reports whether an assertion holds at the position.
func (m *machine) holds(i instruction) bool {
	switch i.op {
	case opStart:
		return m.before == end
	case opEnd:
		return m.after == end
	case opAhead:
		return m.begins[i.first][m.position] != i.node.negate
	}
	return (unicode.In(m.before, words...) != unicode.In(m.after, words...)) == (i.op == opBoundary)
}
