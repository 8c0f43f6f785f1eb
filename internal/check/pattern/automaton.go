package pattern

import (
	"unicode"
	"unicode/utf8"
)

// op is what a node does.
type op uint8

const (
	opEmpty     op = iota
	opClass        // one character out of a set
	opConcat       // kids one after another
	opAlternate    // one of kids
	opRepeat       // kids[0], min to max times
	opStart        // ^
	opEnd          // $
	opBoundary     // \b
	opInside       // \B
	opAhead        // (?=kids[0]), or (?!kids[0]) when negate is set

	// The operations of [code] that the parser makes no nodes of.
	opMatch
	opBranch
)

// unlimited is the max of a repeat without an upper bound.
const unlimited = -1

// node is a parsed expression. Capturing groups are not kept: without
// back-references they change nothing about whether a text matches.
type node struct {
	op       op
	kids     []*node
	set      set
	negate   bool
	min, max int
}

// cost estimates the instructions of the node in an automaton. It
// saturates above maxCost, so that nested repeats do not overflow.
func (n *node) cost() int {
	total := 1 + len(n.set.spans)/16
	for _, kid := range n.kids {
		total = min(total+kid.cost(), maxCost+1)
	}
	if n.op != opRepeat {
		return total
	}
	times := max(n.min, n.max, 1)
	if n.max == unlimited {
		times = n.min + 1
	}
	return min(min(times, maxCost+1)*total, maxCost+1)
}

// uncount takes the counts out of an expression for a whole text of characters of one
// kind, such as ^[^<>]{0,2000}$, and returns them: to count is cheaper than an automaton
// that has an instruction for each character.
func (n *node) uncount() (least, most int) {
	if n.op != opConcat || len(n.kids) != 3 || n.kids[0].op != opStart || n.kids[2].op != opEnd {
		return 0, unlimited
	}
	many := n.kids[1]
	for many.op == opConcat && len(many.kids) == 1 {
		many = many.kids[0]
	}
	if many.op != opRepeat || many.kids[0].op != opClass {
		return 0, unlimited
	}
	least, most = many.min, many.max
	many.min, many.max = 0, unlimited
	return least, most
}

// automaton is a pattern as it is run over a text, from the end of the text to its start:
// then it is known where a lookahead matches when the expression around it asks. Each
// lookahead is an expression of its own, and stands before the one that asks for it; the
// whole pattern is the last.
type automaton []code

// code is run as Thompson's automaton is: all of its instructions that the text can have
// led to are followed at once, so that the time is bounded by the instructions times the
// characters.
type code []instruction

type instruction struct {
	// op is opMatch, opBranch, or what the node does.
	op   op
	node *node
	// next is the instruction that follows. first is the other one that follows an opBranch, and the
	// number of the code of an opAhead.
	first, next int32
}

// compiler writes the code of an automaton.
type compiler struct {
	automaton
	// aheads are the numbers of the lookaheads that are written already: a repeat
	// writes its node several times.
	aheads map[*node]int32
	// current is the code that is being written.
	current code
}

// add writes an instruction, and returns its place.
func (c *compiler) add(i instruction) int32 {
	c.current = append(c.current, i)
	return int32(len(c.current) - 1)
}

// code writes the code of an expression, which begins with its last instruction, and returns its number.
func (c *compiler) code(n *node) int32 {
	around := c.current
	c.current = code{{op: opMatch}}
	c.add(instruction{op: opEmpty, next: c.node(n, 0)})
	c.automaton = append(c.automaton, c.current)
	c.current = around
	return int32(len(c.automaton) - 1)
}

// node writes a node into the current code, from which that goes on with next, and returns where
// the node begins: with what comes last in the text.
func (c *compiler) node(n *node, next int32) int32 {
	i := instruction{op: n.op, node: n, next: next}
	switch n.op {
	case opEmpty:
		return next
	case opConcat:
		for _, kid := range n.kids {
			next = c.node(kid, next)
		}
		return next
	case opAlternate:
		next = c.node(n.kids[0], i.next)
		for _, kid := range n.kids[1:] {
			next = c.add(instruction{op: opBranch, first: c.node(kid, i.next), next: next})
		}
		return next
	case opRepeat:
		return c.repeat(n, next)
	case opAhead:
		number, found := c.aheads[n]
		if !found {
			number = c.code(n.kids[0])
			c.aheads[n] = number
		}
		i.first = number
	}
	return c.add(i)
}

// repeat writes the node as often as it has to be there, and then as often as it may:
// x{2,4} becomes xx(x(x)?)?, so that one place at a time is followed in a run of
// characters.
func (c *compiler) repeat(n *node, next int32) int32 {
	begin := next
	if n.max == unlimited {
		begin = c.add(instruction{op: opBranch, next: next})
		first := c.node(n.kids[0], begin)
		c.current[begin].first = first
	}
	for range n.max - n.min { // never where the maximum is unlimited
		begin = c.add(instruction{op: opBranch, first: c.node(n.kids[0], begin), next: next})
	}
	for range n.min {
		begin = c.node(n.kids[0], begin)
	}
	return begin
}

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
