package link

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

// Each line of the list is a well-known domain with hosts that imitate it. Those with a "?" are
// left alone, because what gives them away is part of honest names, too: the share counts them.
func TestImitated_N17_Imitations(t *testing.T) {
	content, err := os.ReadFile("testdata/imitations.txt")
	if err != nil {
		t.Fatal(err)
	}
	hosts, caught := 0, 0
	for line := range strings.Lines(string(content)) {
		names := strings.Fields(line)
		for _, name := range names[1:] {
			host, left := strings.CutSuffix(name, "?")
			got := imitated(host)
			hosts++
			if got != "" {
				caught++
			}
			if want := map[bool]string{false: names[0]}[left]; got != want {
				t.Errorf("%s: %q, want %q", host, got, want)
			}
		}
	}
	t.Logf("%d of %d imitations are caught", caught, hosts)
	if hosts < 300 || caught*100 < hosts*90 {
		t.Error("that is too few")
	}
}

// The list has hosts of many shapes: companies' own in many countries, tenants of providers, names that hold
// a well-known one or a word of it, names in other letters, and a sample of what people look up.
func TestImitated_N17_FewFalseAlarms(t *testing.T) {
	hosts := words(t, "testdata/ordinary.txt")
	var alarms []string
	for _, host := range hosts {
		if got := imitated(host); got != "" {
			alarms = append(alarms, host+" is not "+got)
		}
	}
	t.Logf("%d of %d ordinary hosts: %q", len(alarms), len(hosts), alarms)
	if len(hosts) != 1000 || len(alarms) > 2 {
		t.Error("at most 2 of 1,000")
	}
}

// No well-known domain is taken for another one, nor is its name in another country.
func TestImitated_N17_KnownDomains(t *testing.T) {
	hosts := []string{"www.google.com.br", "amazon.co.uk", "signin.ebay.de", "paypal.me", "www.apple.com.cn", "target.com.au", "login.microsoftonline.us"}
	for _, k := range allKnown() {
		hosts = append(hosts, k.domain, "login."+k.domain+".")
	}
	for _, host := range hosts {
		if got := imitated(host); got != "" {
			t.Errorf("%s: %q", host, got)
		}
	}
}
