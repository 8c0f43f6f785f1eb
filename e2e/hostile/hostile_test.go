package hostile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const many = 1500

// TestSameSeedSameRequest checks that a request can be made again from the seed
// and index in a report.
func TestSameSeedSameRequest(t *testing.T) {
	for i := range 200 {
		a, b := At(7, i), At(7, i)
		if a.Params != b.Params || a.Name != b.Name || !slices.Equal(a.Traits, b.Traits) {
			t.Fatalf("request %d is another one the second time", i)
		}
	}
	different := 0
	for i := range 200 {
		if At(7, i).Params != At(8, i).Params {
			different++
		}
	}
	if different < 150 {
		t.Errorf("another seed changes only %d of 200 requests", different)
	}
}

// TestRequestsStayUnderTheLimit checks the length: longer requests would only
// test again and again that long texts are rejected.
func TestRequestsStayUnderTheLimit(t *testing.T) {
	total, longest := 0, 0
	for i := range many {
		size := len(At(1, i).Params)
		if size > Limit {
			t.Errorf("request %d has %d bytes", i, size)
		}
		total, longest = total+size, max(longest, size)
	}
	if longest < Limit-8<<10 {
		t.Errorf("the longest has only %d bytes", longest)
	}
	t.Logf("%d bytes on average, %d at most", total/many, longest)
}

// TestMostRequestsAreRead checks that most requests are JSON: others are
// rejected before they are read, and test nothing else.
func TestMostRequestsAreRead(t *testing.T) {
	valid, forms, pages, rounds := 0, 0, 0, 0
	for i := range many {
		r := At(2, i)
		if json.Valid([]byte(r.Params)) {
			valid++
		}
		switch {
		case r.Round:
			rounds++
		case strings.Contains(r.Params, `"requestedSchema":{`):
			forms++
		case strings.Contains(r.Params, `"mode":"url"`):
			pages++
		}
		if !json.Valid([]byte(r.Name)) || !json.Valid([]byte(r.Title)) {
			t.Errorf("request %d: names of the server %s and %s", i, r.Name, r.Title)
		}
		if r.Round && !json.Valid([]byte(r.Params)) {
			t.Errorf("request %d: a round that no host could pass on: %.300s", i, r.Params)
		}
	}
	for what, share := range map[string][2]int{"JSON": {valid, 90}, "a form": {forms, 60}, "a page": {pages, 5}, "a round": {rounds, 2}} {
		if share[0]*100 < share[1]*many {
			t.Errorf("only %d of %d are %s", share[0], many, what)
		}
	}
}

// TestEveryAttackComesUp counts the traits, to find a recipe that the generator never uses.
func TestEveryAttackComesUp(t *testing.T) {
	counts := map[string]int{}
	for i := range many {
		for _, trait := range At(3, i).Traits {
			counts[trait]++
			for _, group := range []string{"long text", "pattern", "name ", "keyword", "member "} {
				if strings.HasPrefix(trait, group) {
					counts[group]++
				}
			}
		}
	}
	for _, trait := range []string{
		"long text", "pattern", "name ", "long name", "keyword", "member ", "odd numbers", "endless numbers", "nesting", "many properties", "one definition many times",
		"a maze of references", "required is no list", "required names what is not there", "required many times", "a property that is no schema",
		"odd types", "long list as default", "thousands of options", "anyOf of types", "unsupported property", "no schema", "a member twice",
		"forged _meta", "a round", "cut off", "one byte changed", "deep", "not an object", "two requests", "nothing", "at the limit", "a page",
		"a long address", "an address that is none", "names of the server",
	} {
		if counts[trait] < 3 {
			t.Errorf("%q comes up %d times", trait, counts[trait])
		}
	}
	for _, script := range scripts[1:] {
		if counts[script.name]+counts["long text of "+script.name] < 3 {
			t.Errorf("texts of %s come up too seldom", script.name)
		}
	}
}

// TestTableIsUnderTheLimit checks the named requests: they are under the limit
// and JSON, and each name is used once.
func TestTableIsUnderTheLimit(t *testing.T) {
	had := map[string]bool{}
	marked := 0
	for _, c := range Table() {
		if len(c.Params) > Limit-1024 || !json.Valid([]byte(c.Params)) {
			t.Errorf("%s: %d bytes, JSON: %v", c.Name, len(c.Params), json.Valid([]byte(c.Params)))
		}
		if had[c.Name] {
			t.Errorf("%s stands there twice", c.Name)
		}
		had[c.Name] = true
		if c.Known {
			marked++
		}
	}
	if marked != len(known) {
		t.Errorf("%d of %d known requests are in the table", marked, len(known))
	}
	if len(had) < 40 {
		t.Errorf("only %d named requests", len(had))
	}
}
