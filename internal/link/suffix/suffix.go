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

// suffixes has a line for each domain with suffixes below it: the domain, and the labels before
// it that make a suffix. "*" stands for any label but those behind a "!".
//
//go:embed suffixes.txt
var suffixes string

// mostLabels is the largest number of labels of a suffix in the list.
const mostLabels = 7

// Registrable returns the end of a name that its owner has registered: the longest public
// suffix in it and one label more. A name that is itself a public suffix is returned whole.
// Names are in ASCII and in lower case, without a dot at the end.
func Registrable(name string) string {
	labels := strings.Split(name, ".")
	domain := labels[len(labels)-1]
	longest := 1 // Every top-level domain is a suffix.
	for n := 2; n <= min(len(labels), mostLabels); n++ {
		label := Fold(labels[len(labels)-n])
		_, list, _ := strings.Cut(suffixes, "\n"+domain+" ")
		list, _, _ = strings.Cut(list, "\n")
		list = " " + list + " "
		if strings.Contains(list, " !"+label+" ") {
			longest = n - 1
			break
		}
		if strings.Contains(list, " "+label+" ") || strings.Contains(list, " * ") {
			longest = n
		}
		domain = label + "." + domain
	}
	return strings.Join(labels[max(0, len(labels)-longest-1):], ".")
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
