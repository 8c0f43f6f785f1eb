// Command gen writes the Public Suffix List for package suffix:
//
//	go generate ./internal/urlcheck/suffix
//
// It takes the list from the tests of a release of golang.org/x/net, which the go command downloads and
// verifies. To update the list, name a newer release in the go:generate line of package suffix.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen golang.org/x/net@version")
		os.Exit(2)
	}
	cmd := exec.Command("go", "mod", "download", "-json", os.Args[1])
	cmd.Dir, cmd.Stderr = os.TempDir(), os.Stderr
	var module struct{ Dir string }
	check(json.Unmarshal(must(cmd.Output()), &module))
	tests := must(os.ReadFile(filepath.Join(module.Dir, "publicsuffix", "table_test.go")))
	_, text, found := strings.Cut(string(tests), "var rules = [...]string{")
	text, _, ends := strings.Cut(text, "}")
	if !found || !ends {
		check(fmt.Errorf("%s has no rules", os.Args[1]))
	}
	rules := strings.Fields(strings.NewReplacer(`"`, "", ",", "").Replace(text))
	registries, hosts, domains := map[string][]string{}, map[string][]string{}, map[string]bool{}
	for _, rule := range rules {
		rule, isException := strings.CutPrefix(rule, "!")
		label, domain, isListed := strings.Cut(rule, ".")
		if isException {
			label = "!" + label
		}
		if !isListed {
			continue // Every top-level domain is a suffix, so they are not listed.
		}
		domains[domain] = true
		// The release in go.mod knows which rules are private. It must be the requested release.
		if _, isRegistry := publicsuffix.PublicSuffix("x." + strings.Replace(rule, "*", "x", 1)); isRegistry || isException {
			registries[domain] = append(registries[domain], label)
		} else {
			hosts[domain] = append(hosts[domain], label)
		}
	}
	list := ""
	for _, domain := range slices.SortedFunc(maps.Keys(domains), compareFromEnd) {
		slices.Sort(registries[domain])
		slices.Sort(hosts[domain])
		labels := registries[domain]
		if len(hosts[domain]) > 0 {
			labels = append(append(labels, "/"), hosts[domain]...)
		}
		list += domain + " " + strings.Join(labels, " ") + "\n"
	}
	check(os.WriteFile("suffixes.txt", []byte(list), 0o644))
	check(os.WriteFile("testdata/rules.txt", []byte(strings.Join(rules, "\n")+"\n"), 0o644))
}

func compareFromEnd(a, b string) int {
	reversed := func(domain string) []string {
		labels := strings.Split(domain, ".")
		slices.Reverse(labels)
		return labels
	}
	return slices.Compare(reversed(a), reversed(b))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
