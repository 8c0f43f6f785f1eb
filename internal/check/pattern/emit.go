package pattern

import (
	"strconv"
	"strings"
)

// maxRepeat is the largest count, nested counts multiplied, that package
// regexp accepts.
const maxRepeat = 1000

// piece is an expression in RE2 syntax that can be quantified as it stands.
type piece struct {
	text string
	// repeat is the largest product of nested counts inside.
	repeat int
}

// emit writes a node without lookaheads in RE2 syntax. Its length may exceed
// maxOutput; what is longer is cut off and must not be compiled.
func emit(n *node) string { return n.emit().text }

func (n *node) emit() piece {
	switch n.op {
	case opClass:
		return piece{n.set.emit(), 1}
	case opStart:
		return piece{`\A`, 1}
	case opEnd:
		return piece{`\z`, 1}
	case opBoundary:
		return piece{`\b`, 1}
	case opInside:
		return piece{`\B`, 1}
	case opConcat, opAlternate:
		return n.emitKids()
	case opRepeat:
		return n.emitRepeat()
	}
	return piece{`(?:)`, 1}
}

func (n *node) emitKids() piece {
	var text strings.Builder
	repeat := 1
	text.WriteString("(?:")
	for i, kid := range n.kids {
		if i > 0 && n.op == opAlternate {
			text.WriteByte('|')
		}
		part := kid.emit()
		repeat = max(repeat, part.repeat)
		text.WriteString(part.text)
		if text.Len() > maxOutput {
			break
		}
	}
	text.WriteByte(')')
	return piece{text.String(), repeat}
}

// emitRepeat unrolls counts that are too large: x{1500} becomes
// x{1000}x{500}, and x{0,1500} becomes x{0,1000}x{0,500}.
func (n *node) emitRepeat() piece {
	inner := n.kids[0].emit()
	if len(inner.text) > maxOutput {
		return inner
	}
	inner.text = "(?:" + inner.text + ")"
	switch {
	case n.min == 0 && n.max == unlimited:
		return piece{"(?:" + inner.text + "*)", inner.repeat}
	case n.min == 1 && n.max == unlimited:
		return piece{"(?:" + inner.text + "+)", inner.repeat}
	case n.max == 0:
		return piece{"(?:)", 1}
	}
	var text strings.Builder
	text.WriteString("(?:")
	step := max(1, maxRepeat/inner.repeat)
	largest := 1
	write := func(count int, optional bool) {
		for count > 0 && text.Len() <= maxOutput {
			k := min(count, step)
			text.WriteString(inner.text)
			if optional {
				text.WriteString("{0," + strconv.Itoa(k) + "}")
			} else {
				text.WriteString("{" + strconv.Itoa(k) + "}")
			}
			largest = max(largest, k)
			count -= k
		}
	}
	write(n.min, false)
	if n.max == unlimited {
		text.WriteString(inner.text + "*")
	} else {
		write(n.max-n.min, true)
	}
	text.WriteByte(')')
	return piece{text.String(), min(maxRepeat, largest*inner.repeat)}
}
