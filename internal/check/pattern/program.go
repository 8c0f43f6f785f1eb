package pattern

// program is an expression that is run over a text. It is Thompson's machine: all
// positions of the expression that a text can have led to are followed at once, so
// that the time is bounded by the instructions times the characters.
type program struct {
	instructions []instruction
	sets         []charset
	// anchored says that a match begins where the text does.
	anchored bool
}

// maxProgram is more instructions than an expression of maxCost has: two for each
// node that is written out.
const maxProgram = 4 * maxCost

// code is what an instruction does.
type code uint8

const (
	codeMatch  code = iota
	codeSet         // a character of the set called first, then on to next
	codeJump        // on to first
	codeBranch      // on to first and to next
	codeAssert      // on to next if op holds here
)

type instruction struct {
	code        code
	op          op
	first, next int32
}

// compile makes the program of a node without lookaheads.
func compile(n *node, anchored bool) (*program, fault) {
	c := compiler{program: &program{anchored: anchored}, sets: map[*node]int32{}}
	c.node(n)
	if len(c.instructions) > maxProgram {
		return nil, tooBig
	}
	c.add(instruction{code: codeMatch})
	return c.program, none
}

// compiler appends to a program.
type compiler struct {
	*program
	// sets are the numbers of the sets by their nodes, which repeats share.
	sets map[*node]int32
}

func (c *compiler) here() int32 { return int32(len(c.instructions)) }

// add appends an instruction that goes on with the one behind it, and returns its
// place.
func (c *compiler) add(i instruction) int32 {
	at := c.here()
	if i.code != codeJump {
		i.next = at + 1
	}
	c.instructions = append(c.instructions, i)
	return at
}

// node appends the program of a node.
func (c *compiler) node(n *node) {
	if len(c.instructions) > maxProgram {
		return
	}
	switch n.op {
	case opClass:
		c.add(instruction{code: codeSet, first: c.set(n)})
	case opStart, opEnd, opBoundary, opInside:
		c.add(instruction{code: codeAssert, op: n.op})
	case opConcat:
		for _, kid := range n.kids {
			c.node(kid)
		}
	case opAlternate:
		c.alternatives(n.kids)
	case opRepeat:
		c.repeat(n)
	}
}

func (c *compiler) alternatives(kids []*node) {
	var ends []int32
	for _, kid := range kids[:len(kids)-1] {
		branch := c.add(instruction{code: codeBranch})
		c.instructions[branch].first = c.here()
		c.node(kid)
		ends = append(ends, c.add(instruction{code: codeJump}))
		c.instructions[branch].next = c.here()
	}
	c.node(kids[len(kids)-1])
	for _, end := range ends {
		c.instructions[end].first = c.here()
	}
}

// repeat writes the node out as often as it has to be there, and then as often as it
// may: x{2,4} becomes xx(x(x)?)?, so that one place at a time is followed in a run
// of characters.
func (c *compiler) repeat(n *node) {
	for range n.min {
		c.node(n.kids[0])
	}
	if n.max == unlimited {
		branch := c.add(instruction{code: codeBranch})
		c.instructions[branch].first = c.here()
		c.node(n.kids[0])
		c.add(instruction{code: codeJump, first: branch})
		c.instructions[branch].next = c.here()
		return
	}
	var branches []int32
	for range n.max - n.min {
		branch := c.add(instruction{code: codeBranch})
		c.instructions[branch].first = c.here()
		branches = append(branches, branch)
		c.node(n.kids[0])
		if len(c.instructions) > maxProgram {
			return
		}
	}
	for _, branch := range branches {
		c.instructions[branch].next = c.here()
	}
}

// set returns the number of the set of a node.
func (c *compiler) set(n *node) int32 {
	number, found := c.sets[n]
	if !found {
		number = int32(len(c.program.sets))
		c.sets[n] = number
		c.program.sets = append(c.program.sets, newCharset(n.set.ranges()))
	}
	return number
}
