// Package suffix finds the part of a host name that one owner has registered.
//
// Below a public suffix such as "com", "co.uk" or "github.io" anybody can
// register a name. The Public Suffix List names them all; package gen packs
// its ten thousand rules into 10 kB, in two parts:
//
//   - zones: the names that a suffix can be two labels longer than, or any one
//     label longer (a wildcard), and the exceptions to wildcards, as text.
//   - table: all other suffixes, as a set that can only be asked whether a name
//     is in it. It holds one byte for a name in place of the name's text. For
//     this it sometimes says yes when it should not: to one name in 256.
//
// Then a name passes for a suffix that is none, and the part that is found has
// one label too many in front. That is the harmless direction: the part always
// holds the whole registered name, and so whatever tells it from somebody
// else's. If it were too short, the page of any tenant of github.io would seem
// to be github.io's own. Nor can anybody use it to put the name of another site
// in front of theirs: that takes two labels, and so far down the table is asked
// only below zones, which are exact.
package suffix

import "strings"

//go:generate go run ../gen golang.org/x/net@v0.62.0

// Registrable returns the end of a name that its owner has registered: the
// longest public suffix in it and one label more. A name that is itself a public
// suffix is returned whole. Names are in ASCII and in lower case, without a dot
// at the end.
func Registrable(name string) string {
	rest, key := cutLast(name)
	suffix := start(rest) // Every top-level domain is one.
	parent, isZone := find(zones, key)
	for isTop := true; rest != "" && (isTop || isZone); isTop = false {
		above := start(rest)
		var label string
		rest, label = cutLast(rest)
		label = Fold(label)
		if _, isException := find(parent.children, "!"+label); isException {
			suffix = above
			break
		}
		key = label + "." + key
		if parent.wildcard || holds(key) {
			suffix = start(rest)
		}
		parent, isZone = find(parent.children, label)
	}
	rest, _ = cutLast(strings.TrimSuffix(name[:suffix], "."))
	return name[start(rest):]
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

// Fold returns the label that stands in the list for label and its like. The
// names of the regions of cloud providers, such as "eu-west-2", are one: what
// is a suffix in one region will be one in the next.
func Fold(label string) string {
	end := len(label) - 2
	if end < 4 || label[2] != '-' || label[end] != '-' || label[end+1] < '0' || label[end+1] > '9' ||
		strings.Trim(label[:end], "abcdefghijklmnopqrstuvwxyz-") != "" {
		return label
	}
	return "@"
}
