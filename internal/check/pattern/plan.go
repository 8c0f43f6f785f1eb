package pattern

// plan is a disjunction of ways to match.
type plan struct {
	ways []way
}

// way matches where every check and the rest match from one position.
type way struct {
	// rest is anchored unless it may match anywhere; then there are no checks.
	rest   *program
	checks []check
	// floating says that the common position is not the start of the text,
	// so every position has to be tried.
	floating bool
}

type check struct {
	plan   *plan
	negate bool
}

// split divides an expression into ways. Fixed says that the position is given: root stands
// in a lookahead at the start of the text.
func split(root *node, fixed bool) (*plan, fault) {
	if !root.looksAhead() {
		re, fault := compile(root, fixed)
		return &plan{ways: []way{{rest: re}}}, fault
	}
	alternatives := []*node{root}
	if root.op == opAlternate {
		alternatives = root.kids
	}
	p := &plan{}
	for _, alternative := range alternatives {
		w, fault := newWay(alternative, fixed)
		if fault != none {
			return nil, fault
		}
		p.ways = append(p.ways, w)
	}
	return p, none
}

func newWay(alternative *node, fixed bool) (way, fault) {
	terms := flat(alternative)
	anchored := fixed
	var aheads []*node
leading:
	for len(terms) > 0 {
		switch terms[0].op {
		case opStart:
			anchored = true
		case opAhead:
			aheads = append(aheads, terms[0])
		default:
			break leading
		}
		terms = terms[1:]
	}
	if last := len(terms) - 1; last >= 0 && terms[last].op == opAhead && !terms[last].negate {
		// Nothing follows a positive lookahead at the end, so it makes no
		// difference that it consumes nothing.
		terms = append(terms[:last:last], terms[last].kids[0])
	}
	rest := &node{op: opConcat, kids: terms}
	w := way{floating: len(aheads) > 0 && !anchored}
	if rest.looksAhead() || w.floating && alternative.looksBack() {
		return w, unsupported
	}
	for _, ahead := range aheads {
		body, fault := split(ahead.kids[0], true)
		if fault != none {
			return w, fault
		}
		w.checks = append(w.checks, check{plan: body, negate: ahead.negate})
	}
	var fault fault
	w.rest, fault = compile(rest, anchored || w.floating)
	return w, fault
}

// flat lists the terms of an alternative, with groups at the front opened:
// ^((?=a)b)c is ^(?=a)bc.
func flat(n *node) []*node {
	if n.op != opConcat {
		return []*node{n}
	}
	terms := n.kids
	for i, term := range terms {
		if term.op == opConcat {
			opened := append([]*node{}, terms[:i]...)
			opened = append(opened, flat(term)...)
			return append(opened, terms[i+1:]...)
		}
		if term.op != opStart && term.op != opAhead {
			break
		}
	}
	return terms
}

// search looks for a match: anywhere, or where the position of the plan is given
// at the start of s.
func (p *plan) search(s string, cost int) bool {
	for _, w := range p.ways {
		if w.floating && w.float(s, cost) || !w.floating && w.at(s) {
			return true
		}
	}
	return false
}

// float tries every position, within maxWork.
func (w way) float(s string, cost int) bool {
	if cost*len(s) > maxWork/max(1, len(s)) {
		return true
	}
	for at := range s {
		if w.at(s[at:]) {
			return true
		}
	}
	return w.at("")
}

// at matches at the start of s, or anywhere for a free way.
func (w way) at(s string) bool {
	for _, c := range w.checks {
		if c.plan.search(s, 0) == c.negate {
			return false
		}
	}
	return w.rest.matches(s)
}
