package suffix

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

// The cases of the Public Suffix List for its readers, in the form of a browser's names: in
// lower case and in ASCII. Names without a registrable domain are returned
// whole.
// Rows: N17.
func TestRegistrable_VectorsOfTheList(t *testing.T) {
	tests := []struct{ name, want string }{
		// A top-level domain that is not listed.
		{"example", "example"},
		{"example.example", "example.example"},
		{"b.example.example", "example.example"},
		{"a.b.example.example", "example.example"},
		// A top-level domain with a single rule.
		{"biz", "biz"},
		{"domain.biz", "domain.biz"},
		{"b.domain.biz", "domain.biz"},
		{"a.b.domain.biz", "domain.biz"},
		// A top-level domain with rules of two labels.
		{"com", "com"},
		{"example.com", "example.com"},
		{"b.example.com", "example.com"},
		{"a.b.example.com", "example.com"},
		{"uk.com", "uk.com"},
		{"example.uk.com", "example.uk.com"},
		{"b.example.uk.com", "example.uk.com"},
		{"a.b.example.uk.com", "example.uk.com"},
		{"test.ac", "test.ac"},
		// A top-level domain with a wildcard only.
		{"mm", "mm"},
		{"c.mm", "c.mm"},
		{"b.c.mm", "b.c.mm"},
		{"a.b.c.mm", "b.c.mm"},
		// A top-level domain with rules of every kind.
		{"jp", "jp"},
		{"test.jp", "test.jp"},
		{"www.test.jp", "test.jp"},
		{"ac.jp", "ac.jp"},
		{"test.ac.jp", "test.ac.jp"},
		{"www.test.ac.jp", "test.ac.jp"},
		{"kyoto.jp", "kyoto.jp"},
		{"test.kyoto.jp", "test.kyoto.jp"},
		{"ide.kyoto.jp", "ide.kyoto.jp"},
		{"b.ide.kyoto.jp", "b.ide.kyoto.jp"},
		{"a.b.ide.kyoto.jp", "b.ide.kyoto.jp"},
		{"c.kobe.jp", "c.kobe.jp"},
		{"b.c.kobe.jp", "b.c.kobe.jp"},
		{"a.b.c.kobe.jp", "b.c.kobe.jp"},
		{"city.kobe.jp", "city.kobe.jp"},
		{"www.city.kobe.jp", "city.kobe.jp"},
		// A wildcard with an exception.
		{"ck", "ck"},
		{"test.ck", "test.ck"},
		{"b.test.ck", "b.test.ck"},
		{"a.b.test.ck", "b.test.ck"},
		{"www.ck", "www.ck"},
		{"www.www.ck", "www.ck"},
		// Schools in the United States.
		{"us", "us"},
		{"test.us", "test.us"},
		{"www.test.us", "test.us"},
		{"ak.us", "ak.us"},
		{"test.ak.us", "test.ak.us"},
		{"www.test.ak.us", "test.ak.us"},
		{"k12.ak.us", "k12.ak.us"},
		{"test.k12.ak.us", "test.k12.ak.us"},
		{"www.test.k12.ak.us", "test.k12.ak.us"},
		// Labels in other letters.
		{"xn--85x722f.com.cn", "xn--85x722f.com.cn"},
		{"xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
		{"www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"},
		{"shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn"},
		{"xn--55qx5d.cn", "xn--55qx5d.cn"},
		{"xn--85x722f.xn--fiqs8s", "xn--85x722f.xn--fiqs8s"},
		{"www.xn--85x722f.xn--fiqs8s", "xn--85x722f.xn--fiqs8s"},
		{"shishi.xn--fiqs8s", "shishi.xn--fiqs8s"},
		{"xn--fiqs8s", "xn--fiqs8s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Registrable(test.name); got != test.want {
				t.Errorf("Registrable(%q) = %q, want %q", test.name, got, test.want)
			}
		})
	}
}

// Rows: N17.
func TestRegistrable_PrivateSuffixes(t *testing.T) {
	tests := []struct{ name, want string }{
		{"victim.github.io", "victim.github.io"},
		{"a.victim.github.io", "victim.github.io"},
		{"github.io", "github.io"},
		{"github.com.login.evil.example", "evil.example"},
		{"shop.myshopify.com", "shop.myshopify.com"},
		{"bucket.s3.eu-west-2.amazonaws.com", "bucket.s3.eu-west-2.amazonaws.com"},
		// The list alone decides, also about labels that look like a region.
		{"bucket.s3.eu-west-9.amazonaws.com", "amazonaws.com"},
		{"shop.eu-west-9.elasticbeanstalk.com", "eu-west-9.elasticbeanstalk.com"},
		{"www.eu-west-9.com", "eu-west-9.com"},
		{"x.bucket.s3.us-gov-east-1.amazonaws.com", "bucket.s3.us-gov-east-1.amazonaws.com"},
		{"a.b.execute-api.eu-central-1.amazonaws.com", "b.execute-api.eu-central-1.amazonaws.com"},
		{"", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Registrable(test.name); got != test.want {
				t.Errorf("Registrable(%q) = %q, want %q", test.name, got, test.want)
			}
		})
	}
}

// Rows: N17.
func TestRegistrable_SitesThatPeopleKnow(t *testing.T) {
	for _, site := range strings.Fields(read(t, "testdata/sites.txt")) {
		if got := Registrable("www." + site); got != site {
			t.Errorf("www.%s: %q", site, got)
		}
	}
}

// Every rule of the list is tried, with names around it: the emphasised part of a host depends on
// this list, as in browsers.
// Rows: N17.
func TestRegistrable_EveryRule(t *testing.T) {
	rules := strings.Fields(read(t, "testdata/rules.txt"))
	if len(rules) < 10_000 {
		t.Errorf("only %d rules", len(rules))
	}
	for _, rule := range rules {
		domain, isException := strings.CutPrefix(rule, "!")
		name := strings.Replace(domain, "*", "tenant", 1)
		_, above, _ := strings.Cut(domain, ".")
		if !isException {
			domain = "owner." + name
		}
		if got := Registrable("paypal.com.www." + domain); got != domain {
			t.Errorf("%q is not %q", got, domain)
		}
		for _, name := range []string{name, "a." + name, "b.a." + name, "eu-west-9." + name, "a.eu-west-9." + above, "a.b." + above} {
			expectListed(t, strings.TrimSuffix(name, ".")) // Top-level domains lie at the top.
		}
	}
}

// expectListed compares the result with package publicsuffix.
func expectListed(t *testing.T, name string) {
	t.Helper()
	want, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		want = name // It is itself a suffix.
	}
	if got := Registrable(name); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

// A name that is not a suffix does not count as one.
// Rows: N17.
func TestRegistrable_NeverTooLong(t *testing.T) {
	for i := range 20_000 {
		domain := fmt.Sprintf("%c%s-%d.%s", 'a'+rune(i%26), []string{"shop", "x", "u-west", "y-news"}[i%4], i%977, []string{"com", "org", "io", "de", "co.jp"}[i%5])
		if got := Registrable("www." + domain); got != domain {
			t.Errorf("www.%s: %q", domain, got)
		}
		expectListed(t, "www."+domain)
	}
}

func FuzzRegistrable(f *testing.F) {
	for _, seed := range []string{"", ".", "a.b.c.kobe.jp", "x.s3.eu-west-2.amazonaws.com", "www.www.ck", "a..b", "(.ck", "*.ck", "!www.ck", "city.kobe.jp", "\n.,.jp", "foo(.jp"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		domain := Registrable(name)
		lead, found := strings.CutSuffix(name, domain)
		if !found || lead != "" && !strings.HasSuffix(lead, ".") {
			t.Fatalf("%q is not the end of %q", domain, name)
		}
		if twice := Registrable(domain); twice != domain {
			t.Fatalf("%q of %q, but %q of that", domain, name, twice)
		}
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
