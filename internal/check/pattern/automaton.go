package pattern

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
