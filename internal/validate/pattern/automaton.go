package pattern

import (
	"unicode"
	"unicode/utf8"
)

type op uint8

const (
	opEmpty     op = iota
	opClass        // one character of a set
	opConcat       // kids one after another
	opAlternate    // one of kids
	opRepeat       // kids[0], min to max times
	opStart        // ^
	opEnd          // $
	opBoundary     // \b
	opInside       // \B
	opAhead        // (?=kids[0]), or (?!kids[0]) with negate

	// The operations of [code] that the parser never creates.
	opMatch
	opBranch
)

const unlimited = -1

// node lacks capturing groups: without back-references they do not affect whether a text matches.
type node struct {
	op       op
	kids     []*node
	set      set
	negate   bool
	min, max int
}

// cost estimates instructions. It saturates above maxCost, so that nested repeats do not overflow.
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

// uncount removes the counts from an expression such as ^[^<>]{0,2000}$: counting is cheaper than an automaton
// with an instruction for each character.
func (n *node) uncount() (lower, upper int) {
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
	lower, upper = many.min, many.max
	many.min, many.max = 0, unlimited
	return lower, upper
}

// automaton runs from the end of the text to its start, so that the matches of a lookahead are known when the
// expression around it needs them. A lookahead comes before that expression; the whole pattern is the last.
type automaton []code

// code is a program for Thompson's algorithm, which follows all reachable instructions at once: instructions
// times characters bound the time.
type code []instruction

type instruction struct {
	// op is opMatch, opBranch, or the operation of the node.
	op   op
	node *node
	// next is the following instruction. first is the second one of an opBranch, or the index of an opAhead's code.
	first, next int32
}

type compiler struct {
	automaton
	// aheads are the indexes of compiled lookaheads: a repeat writes its node several times.
	aheads  map[*node]int32
	current code
}

func (c *compiler) add(i instruction) int32 {
	c.current = append(c.current, i)
	return int32(len(c.current) - 1)
}

// code writes the code of an expression, which starts at its last instruction, and returns its index.
func (c *compiler) code(n *node) int32 {
	around := c.current
	c.current = code{{op: opMatch}}
	c.add(instruction{op: opEmpty, next: c.node(n, 0)})
	c.automaton = append(c.automaton, c.current)
	c.current = around
	return int32(len(c.automaton) - 1)
}

// node writes a node that continues at next. The first instruction matches the end of the node's text.
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

// repeat writes x{2,4} as xx(x(x)?)?, so that in a run of characters only one instruction is followed.
func (c *compiler) repeat(n *node, next int32) int32 {
	begin := next
	if n.max == unlimited {
		begin = c.add(instruction{op: opBranch, next: next})
		first := c.node(n.kids[0], begin)
		c.current[begin].first = first
	}
	for range n.max - n.min { // Negative if the maximum is unlimited.
		begin = c.add(instruction{op: opBranch, first: c.node(n.kids[0], begin), next: next})
	}
	for range n.min {
		begin = c.node(n.kids[0], begin)
	}
	return begin
}

func (p automaton) matches(text string) bool {
	m, last := machine{text: text}, len(p)-1
	for _, ahead := range p[:last] {
		begins := make([]bool, len(m.text)+1)
		m.run(ahead, begins)
		m.begins = append(m.begins, begins)
	}
	m.run(p[last], nil)
	return m.isMatch
}

type machine struct {
	text string
	// begins marks, for each finished lookahead, the positions at which its matches begin.
	begins [][]bool

	code code
	// position is in bytes; before and after are the characters around it, or end.
	position      int
	before, after rune
	// pending are the instructions that need the character before the position.
	pending []int32
	isMatch bool
	// visited holds, for each instruction, 1 plus the position of its last visit.
	visited []int32
	later   []int32
}

// run marks in begins the positions at which a match begins. If begins is nil, it stops at the first match.
func (m *machine) run(c code, begins []bool) {
	n := len(c)
	room := make([]int32, 4*n)
	m.code, m.visited, m.pending, m.later = c, room[:n], room[n:n:2*n], room[2*n:2*n:3*n]
	reached := room[3*n : 3*n]
	m.position, m.after = len(m.text), end
	for {
		size := 0
		if m.before = end; m.position > 0 {
			m.before, size = utf8.DecodeLastRuneInString(m.text[:m.position])
		}
		m.pending, m.isMatch = m.pending[:0], false
		for _, at := range reached {
			m.follow(at)
		}
		m.follow(int32(n - 1))
		if begins != nil {
			begins[m.position] = m.isMatch
		}
		if size == 0 || begins == nil && m.isMatch {
			return
		}
		reached = reached[:0]
		for _, at := range m.pending {
			if i := c[at]; i.node.set.has(m.before) {
				reached = append(reached, i.next)
			}
		}
		m.position, m.after = m.position-size, m.before
	}
}

// follow goes from an instruction to all instructions that need a character.
func (m *machine) follow(at int32) {
	position := int32(m.position + 1)
	m.later = append(m.later[:0], at)
	for len(m.later) > 0 {
		at = m.later[len(m.later)-1]
		m.later = m.later[:len(m.later)-1]
		for m.visited[at] != position {
			m.visited[at] = position
			i := m.code[at]
			switch i.op {
			case opMatch:
				m.isMatch = true
			case opClass:
				m.pending = append(m.pending, at)
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
