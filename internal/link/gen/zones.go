package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/link/suffix"
)

// node is a zone: a label of a name that has rules below it.
type node struct {
	wildcard bool
	children map[string]*node
}

func (n *node) child(label string) *node {
	if n.children == nil {
		n.children = map[string]*node{}
	}
	if n.children[label] == nil {
		n.children[label] = &node{}
	}
	return n.children[label]
}

// String writes the tree as package suffix reads it, a line for each top-level
// domain.
func (n *node) String() string {
	var b strings.Builder
	for _, label := range slices.Sorted(maps.Keys(n.children)) {
		b.WriteString(label + n.children[label].text() + "\n")
	}
	return b.String()
}

func (n *node) text() string {
	var text string
	if n.wildcard {
		text = "*"
	}
	if len(n.children) == 0 {
		return text
	}
	var inner []string
	for _, label := range slices.Sorted(maps.Keys(n.children)) {
		inner = append(inner, label+n.children[label].text())
	}
	return text + "(" + strings.Join(inner, ",") + ")"
}

// split sorts rules into the zones and the names for the table. Top-level
// domains need no rule.
func split(rules []string) (zones *node, names []string) {
	zones = &node{}
	isName := map[string]bool{}
	for _, rule := range rules {
		labels := strings.Split(rule, ".")
		for i, label := range labels {
			labels[i] = suffix.Fold(label)
		}
		zone := zones
		for _, label := range slices.Backward(labels[1:]) {
			if len(labels) == 2 && labels[0] != "*" && labels[0][0] != '!' {
				break // A top-level domain is looked below of anyway.
			}
			zone = zone.child(label)
		}
		switch {
		case labels[0] == "*":
			zone.wildcard = true
		case labels[0][0] == '!':
			zone.child(labels[0])
		case len(labels) > 1:
			isName[strings.Join(labels, ".")] = true
		}
	}
	return zones, slices.Sorted(maps.Keys(isName))
}
