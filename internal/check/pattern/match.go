package pattern

import (
	"sort"
	"unicode/utf8"
)

// charset answers whether a character is in a set.
type charset struct {
	ascii [utf8.RuneSelf]bool
	// spans are sorted and apart from each other.
	spans []span
}

func newCharset(spans []span) charset {
	c := charset{spans: spans}
	for _, s := range spans {
		for r := s.lo; r <= min(s.hi, utf8.RuneSelf-1); r++ {
			c.ascii[r] = true
		}
	}
	return c
}

func (c *charset) has(r rune) bool {
	if r < utf8.RuneSelf {
		return c.ascii[r]
	}
	at := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].hi >= r })
	return at < len(c.spans) && c.spans[at].lo <= r
}

// matches reports whether the text holds a match: at its start for an anchored
// program, anywhere for others.
func (p *program) matches(text string) bool {
	m, arrived := newMachine(p)
	for {
		size := 0
		m.before, m.after = m.after, end
		if text != "" {
			m.after, size = utf8.DecodeRuneInString(text)
		}
		m.position++
		m.waiting = m.waiting[:0]
		for _, at := range arrived {
			m.follow(at)
		}
		if m.position == 1 || !p.anchored {
			m.follow(0)
		}
		if m.matched || m.after == end || p.anchored && len(m.waiting) == 0 {
			return m.matched
		}
		arrived = arrived[:0]
		for _, at := range m.waiting {
			if i := p.instructions[at]; p.sets[i.first].has(m.after) {
				arrived = append(arrived, i.next)
			}
		}
		text = text[size:]
	}
}

// machine runs a program over one text.
type machine struct {
	*program
	// position counts the characters, from 1 on.
	position int32
	// before and after are the characters around the position; end for none.
	before, after rune
	// waiting are the instructions that ask for the character after the position,
	// each once.
	waiting []int32
	// seen holds for each instruction the last position at which it was reached.
	seen []int32
	// later are the instructions that a branch has left for later.
	later   []int32
	matched bool
}

// newMachine returns a machine at the start of a text, and room for where a character
// leads to. None of its lists has an instruction twice.
func newMachine(p *program) (m machine, arrived []int32) {
	n := len(p.instructions)
	room := make([]int32, 4*n)
	return machine{program: p, after: end, seen: room[:n], waiting: room[n : n : 2*n], later: room[2*n : 2*n : 3*n]}, room[3*n : 3*n]
}

// follow goes from an instruction to all that ask for a character.
func (m *machine) follow(at int32) {
	m.later = append(m.later[:0], at)
	for len(m.later) > 0 && !m.matched {
		at = m.later[len(m.later)-1]
		m.later = m.later[:len(m.later)-1]
		for m.seen[at] != m.position {
			m.seen[at] = m.position
			i := m.instructions[at]
			switch i.code {
			case codeMatch:
				m.matched = true
			case codeSet:
				m.waiting = append(m.waiting, at)
			case codeJump:
				at = i.first
				continue
			case codeBranch:
				m.later = append(m.later, i.next)
				at = i.first
				continue
			case codeAssert:
				if m.holds(i.op) {
					at = i.next
					continue
				}
			}
			break
		}
	}
}

// holds reports whether an assertion holds at the position.
func (m *machine) holds(assertion op) bool {
	switch assertion {
	case opStart:
		return m.before == end
	case opEnd:
		return m.after == end
	}
	return (isWord(m.before) != isWord(m.after)) == (assertion == opBoundary)
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}
