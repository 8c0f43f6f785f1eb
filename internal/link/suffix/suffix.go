// Package suffix finds the part of a host name that one owner has registered.
//
// Below a public suffix such as "com", "co.uk" or "github.io" anybody can register a name.
// The Public Suffix List names all of them. It is subject to the Mozilla Public License 2.0,
// https://mozilla.org/MPL/2.0/, and can be had from https://publicsuffix.org/list/.
package suffix

import (
	_ "embed" // For the list.
	"strings"
	"sync"
)

//go:generate go run ../gen golang.org/x/net@v0.62.0

// suffixes has a line for each domain with suffixes below it: the domain, and the labels before
// it that make a suffix. "*" stands for any label but those behind a "!". Behind "/" are those below
// which a company hosts its customers, as "github.io" does. Domains that end alike are neighbours, which packs best.
//
//go:embed suffixes.txt
var suffixes string

// labels are the labels that make a suffix, by the domain that they stand before.
var labels = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(suffixes) {
		domain, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[domain] = " " + list + " "
	}
	return all
})

// mostLabels is the largest number of labels of a suffix in the list.
const mostLabels = 7

// Registrable returns the end of a name that its owner has registered: the longest public
// suffix in it and one label more. A name that is itself a public suffix is returned whole.
// Names are in ASCII and in lower case, without a dot at the end.
func Registrable(name string) string {
	site, _ := Registered(name)
	return site
}

// Registered is [Registrable], and reports whether the name is a customer's below a suffix of a company that
// hosts it: everybody can have a name there at once, and without paying.
func Registered(name string) (site string, isHosted bool) {
	parts := strings.Split(name, ".")
	domain := parts[len(parts)-1]
	longest := 1 // Every top-level domain is a suffix.
	for n := 2; n <= min(len(parts), mostLabels); n++ {
		label := parts[len(parts)-n]
		registry, hosts, _ := strings.Cut(labels()[domain], "/")
		if strings.Contains(registry, " !"+label+" ") {
			longest = n - 1
			break
		}
		switch {
		case has(registry, label):
			longest, isHosted = n, false
		case has(hosts, label):
			longest, isHosted = n, true
		}
		domain = label + "." + domain
	}
	return strings.Join(parts[max(0, len(parts)-longest-1):], "."), isHosted && longest < len(parts)
}

func has(list, label string) bool {
	return strings.Contains(list, " "+label+" ") || strings.Contains(list, " * ")
}
