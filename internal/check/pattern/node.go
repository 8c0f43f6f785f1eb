package pattern

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
		total += kid.cost()
		if total > maxCost {
			return maxCost + 1
		}
	}
	if n.op != opRepeat {
		return total
	}
	times := max(n.min, n.max)
	if n.max == unlimited {
		times = n.min + 1
	}
	if times > maxCost {
		return maxCost + 1
	}
	return min(max(1, times)*total, maxCost+1)
}

// uncount takes the counts out of an expression for a whole text of characters of one
// kind, such as ^[^<>]{0,2000}$, and returns them. Counting
// characters is cheaper than an automaton that has an instruction for each of
// them, and is too much for no text that a person writes.
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
