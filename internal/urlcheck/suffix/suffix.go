// Package suffix finds the part of a host name that one owner has registered. Below a public suffix such as
// "com", "co.uk" or "github.io", anybody can register a name.
//
// The Public Suffix List is subject to the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/, and is
// available from https://publicsuffix.org/list/.
package suffix

import (
	_ "embed" // For the list.
	"strings"
	"sync"
)

//go:generate go run ../gen golang.org/x/net@v0.62.0

// suffixes has a line for each domain with suffixes below it: the domain, and the labels that make a
// suffix before it. "*" means any label except those after a "!". After "/" are the labels of companies that host
// their customers below, as "github.io" does. Domains with the same end are neighbours, which packs best.
//
//go:embed suffixes.txt
var suffixes string

var labels = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(suffixes) {
		domain, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[domain] = " " + list + " "
	}
	return all
})

const maxLabels = 7

// Registrable returns the longest public suffix of a name and one more label, if there is one. Names are in
// ASCII and in lower case, without a final dot.
func Registrable(name string) string {
	site, _ := FindSite(name)
	return site
}

// FindSite is [Registrable], and reports whether the name belongs to a customer of a hosting company: anybody can get
// a name there at once and for free.
func FindSite(name string) (site string, isHosted bool) {
	parts := strings.Split(name, ".")
	domain := parts[len(parts)-1]
	longest := 1 // Every top-level domain is a suffix.
	for n := 2; n <= min(len(parts), maxLabels); n++ {
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
