// Package suffix finds the part of a host name that one owner has registered.
//
// Below a public suffix such as "com", "co.uk" or "github.io" anybody can register a name.
// The Public Suffix List names all of them. It is subject to the Mozilla Public License 2.0,
// https://mozilla.org/MPL/2.0/, and can be had from https://publicsuffix.org/list/.
package suffix

import (
	_ "embed" // For the list.
	"strings"
)

//go:generate go run ../gen golang.org/x/net@v0.62.0

// suffixes is the list as a tree, from right to left: labels with the labels to the left of
// them in brackets. Before a label stands None, Exception, or nothing for a suffix.
//
//go:embed suffixes.txt
var suffixes string

// The marks in the tree.
const (
	// None is before a label that is no suffix itself, but has some to the left of it.
	None = "-"
	// Exception is before a label that a wildcard does not mean.
	Exception = "!"
)

// Registrable returns the end of a name that its owner has registered: the longest public
// suffix in it and one label more. A name that is itself a public suffix is returned whole.
// Names are in ASCII and in lower case, without a dot at the end.
func Registrable(name string) string {
	rest, label := cutLast(name)
	suffix := start(rest) // Every top-level domain is one.
	_, kids, _ := find(suffixes, label)
	for rest != "" && kids != "" {
		right := start(rest)
		rest, label = cutLast(rest)
		_, _, isWildcard := find(kids, "*")
		mark, own, found := find(kids, Fold(label))
		if mark == Exception {
			suffix = right
			break
		}
		if isWildcard || found && mark == "" {
			suffix = start(rest)
		}
		kids = own
	}
	rest, _ = cutLast(strings.TrimSuffix(name[:suffix], "."))
	return name[start(rest):]
}

// find looks for a label in a list of the tree, and returns its mark and what is in brackets
// behind it.
func find(list, label string) (mark, kids string, found bool) {
	for list != "" {
		end := strings.IndexAny(list, " (")
		if end < 0 {
			end = len(list)
		}
		own := strings.TrimLeft(list[:end], None+Exception)
		mark, list = list[:end-len(own)], list[end:]
		kids = ""
		if strings.HasPrefix(list, "(") {
			kids = list[1:closing(list)]
			list = list[len(kids)+2:]
		}
		if own == label && label != "" {
			return mark, kids, true
		}
		list = strings.TrimPrefix(list, " ")
	}
	return "", "", false
}

// closing is where the bracket closes that a text opens with.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text) - 1
}

// cutLast takes the last label off a name.
func cutLast(name string) (rest, label string) {
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}

// start is where the label behind rest begins.
func start(rest string) int {
	if rest == "" {
		return 0
	}
	return len(rest) + 1
}

// Fold returns the label that stands in the list for label and its like. The names of the
// regions of cloud providers, such as "eu-west-2", are one: what is a suffix in one region
// will be one in the next.
func Fold(label string) string {
	end := len(label) - 2
	if end < 4 || label[2] != '-' || label[end] != '-' || label[end+1] < '0' || label[end+1] > '9' ||
		strings.Trim(label[:end], "abcdefghijklmnopqrstuvwxyz-") != "" {
		return label
	}
	return "@"
}
