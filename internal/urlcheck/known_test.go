package urlcheck

import (
	"os"
	"strings"
	"testing"
)

func words(t *testing.T, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(content))
}

// Each line of the file is a well-known domain with hosts that imitate it. Hosts with a "?" are not
// detected, because honest names have the same peculiarity; they lower the share of detected ones.
// Rows: N17.
func TestImitated_Imitations(t *testing.T) {
	content, err := os.ReadFile("testdata/imitations.txt")
	if err != nil {
		t.Fatal(err)
	}
	hosts, detected := 0, 0
	for line := range strings.Lines(string(content)) {
		names := strings.Fields(line)
		for _, name := range names[1:] {
			host, isMissed := strings.CutSuffix(name, "?")
			got := imitatedDomain(host)
			hosts++
			if got != "" {
				detected++
			}
			if want := map[bool]string{false: names[0]}[isMissed]; got != want {
				t.Errorf("%s: %q, want %q", host, got, want)
			}
		}
	}
	t.Logf("%d of %d imitations are detected", detected, hosts)
	if hosts < 300 || detected*100 < hosts*90 {
		t.Error("want at least 90 % of 300 imitations")
	}
}

// The file has hosts of many shapes: companies in many countries, tenants of providers, names that
// contain a well-known one or a word of it, names in other letters, and a sample of frequent look-ups.
// Rows: N17.
func TestImitated_FewFalseAlarms(t *testing.T) {
	hosts := words(t, "testdata/ordinary.txt")
	var alarms []string
	for _, host := range hosts {
		if got := imitatedDomain(host); got != "" {
			alarms = append(alarms, host+" is not "+got)
		}
	}
	t.Logf("%d of %d ordinary hosts: %q", len(alarms), len(hosts), alarms)
	if len(hosts) != 1000 || len(alarms) > 2 {
		t.Error("want at most 2 false alarms for 1,000 hosts")
	}
}

// A well-known domain imitates no other, and neither does its name in another country.
// Rows: N17.
func TestImitated_KnownDomains(t *testing.T) {
	hosts := []string{"www.google.com.br", "amazon.co.uk", "signin.ebay.de", "paypal.me", "www.apple.com.cn", "target.com.au", "login.microsoftonline.us"}
	for _, k := range knownDomains() {
		hosts = append(hosts, k.domain, "login."+k.domain+".")
	}
	for _, host := range hosts {
		if got := imitatedDomain(host); got != "" {
			t.Errorf("%s: got %q, want no imitation", host, got)
		}
	}
}
