package pattern

// program is a pattern as it is run over a text, from the end of the text to its start:
// then it is known where a lookahead matches when the expression around it asks. Each
// lookahead is an expression of its own, and stands before the one that asks for it; the
// whole pattern is the last.
type program []code

// code is run as Thompson's machine: all of its instructions that the text can have
// led to are followed at once, so that the time is bounded by the instructions times the
// characters.
type code []instruction

type instruction struct {
	// op is opMatch, opJump, opBranch, or what the node does.
	op   op
	node *node
	// first is where opJump and opBranch go on, and the number of the code of opAhead; next is where
	// every other instruction goes on, and opBranch as well.
	first, next int32
}

// compiler writes the code of a program.
type compiler struct {
	program
	// aheads are the numbers of the lookaheads that are written already: a repeat
	// writes its node several times.
	aheads map[*node]int32
	// current is the code that is being written.
	current code
}

// add writes an instruction that goes on with the one behind it, and returns its place.
func (c *compiler) add(i instruction) int32 {
	i.next = c.here() + 1
	c.current = append(c.current, i)
	return i.next - 1
}

func (c *compiler) here() int32 { return int32(len(c.current)) }

// code writes the code of an expression, and returns its number.
func (c *compiler) code(n *node) int32 {
	around := c.current
	c.current = nil
	c.node(n)
	c.add(instruction{op: opMatch})
	c.program = append(c.program, c.current)
	c.current = around
	return int32(len(c.program) - 1)
}

// node writes a node into the current code, what comes last in the text first.
func (c *compiler) node(n *node) {
	switch n.op {
	case opConcat:
		for i := range n.kids {
			c.node(n.kids[len(n.kids)-1-i])
		}
	case opAlternate:
		c.alternatives(n.kids)
	case opRepeat:
		c.repeat(n)
	case opAhead:
		number, found := c.aheads[n]
		if !found {
			number = c.code(n.kids[0])
			c.aheads[n] = number
		}
		c.add(instruction{op: opAhead, node: n, first: number})
	case opEmpty:
	default:
		c.add(instruction{op: n.op, node: n})
	}
}

// optional writes a branch around what write writes.
func (c *compiler) optional(write func(branch int32)) {
	branch := c.add(instruction{op: opBranch})
	c.current[branch].first = c.here()
	write(branch)
	c.current[branch].next = c.here()
}

func (c *compiler) alternatives(kids []*node) {
	var ends []int32
	for _, kid := range kids[:len(kids)-1] {
		c.optional(func(int32) {
			c.node(kid)
			ends = append(ends, c.add(instruction{op: opJump}))
		})
	}
	c.node(kids[len(kids)-1])
	for _, end := range ends {
		c.current[end].first = c.here()
	}
}

// repeat writes the node as often as it has to be there, and then as often as it may:
// x{2,4} becomes xx(x(x)?)?, so that one place at a time is followed in a run of
// characters.
func (c *compiler) repeat(n *node) {
	for range n.min {
		c.node(n.kids[0])
	}
	if n.max == unlimited {
		c.optional(func(branch int32) {
			c.node(n.kids[0])
			c.add(instruction{op: opJump, first: branch})
		})
		return
	}
	var branches []int32
	for range n.max - n.min {
		branch := c.add(instruction{op: opBranch, first: c.here() + 1})
		branches = append(branches, branch)
		c.node(n.kids[0])
	}
	for _, branch := range branches {
		c.current[branch].next = c.here()
	}
}
