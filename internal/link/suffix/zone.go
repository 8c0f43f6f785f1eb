package suffix

import (
	_ "embed" // For zones.
	"strings"
)

// zones is a tree of labels, from the top-level domains down: "jp(ne(aseinet))"
// has the zones jp, ne.jp and aseinet.ne.jp. An asterisk behind a label says
// that each name right below is a suffix, an exclamation mark before one that
// it is not.
//
//go:embed zones.txt
var zones string

// A zone is a node of the tree.
type zone struct {
	wildcard bool
	children string
}

// find looks for a label among siblings. The text is read anew each time: that
// takes microseconds, and an address is judged once.
func find(siblings, label string) (z zone, found bool) {
	depth, from := 0, 0
	for i := 0; i <= len(siblings); i++ {
		switch {
		case i == len(siblings) || depth == 0 && strings.IndexByte(",\n", siblings[i]) >= 0:
			if z, found = siblingOf(siblings[from:i], label); found {
				return z, true
			}
			from = i + 1
		case siblings[i] == '(':
			depth++
		case siblings[i] == ')':
			depth--
		}
	}
	return zone{}, false
}

// siblingOf reads one node, such as "kobe*(!city)", if it has the given label.
func siblingOf(text, label string) (z zone, found bool) {
	rest, found := strings.CutPrefix(text, label)
	if !found || label == "" {
		return zone{}, false
	}
	rest, z.wildcard = strings.CutPrefix(rest, "*")
	if rest == "" {
		return z, true
	}
	if rest[0] != '(' {
		return zone{}, false // The label is longer than the one looked for.
	}
	z.children = rest[1 : len(rest)-1]
	return z, true
}
